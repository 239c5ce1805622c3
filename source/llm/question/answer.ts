import type * as z from 'zod/mini';
import type {Sketch} from '../../review/finding.ts';
import {explainIssue} from '../../system/explain-issue.ts';
import type {ModelReply} from '../providers/provider.ts';
import {type Edit, readEdit} from './edit.ts';
import {type Fault, fault} from './fault.ts';
import {endsInRepetition, findJson} from './json.ts';
import type {Question} from './question.ts';
import {type AnswerData, answerShape, readConfidence} from './schema.ts';
import {sketchAll} from './sketches.ts';

export type ModelAnswer =
	| {kind: 'changes'; sketches: Sketch[]; explanation: string; confidence: number}
	/** The model reports that there is nothing to do, or that it is unclear what. */
	| {kind: 'none'; verdict: 'no-change' | 'cannot-tell'; explanation: string; confidence: number}
	| {kind: 'refused'; fault: Fault};

/** In characters: far more than the requested maximum of tokens can be. */
const longestAnswer = 200_000;
const longestExplanation = 500;

/**
 * Reads a model's answer without trusting it: each edit must be in lines that the model was shown, quote the
 * lines that it replaces, and match the file at exactly one place, in or next to the lines of the finding.
 *
 * @param threshold minimum confidence (0 to 1) of an answer
 */
export function readAnswer(reply: ModelReply, question: Question, threshold: number): ModelAnswer {
	const data = parseAnswer(reply, answerShape);
	if ('kind' in data) return {kind: 'refused', fault: data};
	const {verdict, changes} = data;
	const stated = readConfidence(data.confidence);
	const confidence = stated ?? 0;
	const explanation = explanationLine(data.explanation);
	if (verdict !== 'change' && changes.length === 0) return {kind: 'none', verdict, explanation, confidence};
	const sketches = judgeClaim(data, stated, threshold) ?? readChanges(changes, question, confidence);
	return 'kind' in sketches ? {kind: 'refused', fault: sketches} : {kind: 'changes', sketches, explanation, confidence};
}

const repeats = fault('repeats', 'the answer repeats itself');

/** The data of an answer, or why it has none. */
export function parseAnswer<Data extends object>({text, stop}: ModelReply, shape: z.ZodMiniType<Data>): Data | Fault {
	if (stop === 'refusal') return fault('declined', 'the model declined to answer');
	if (stop === 'length' && !text.trim())
		return fault('truncated', 'the model reached its output limit before it answered');
	if (stop === 'length') return fault('truncated', 'the answer was cut off at the output limit');
	if (stop === 'unfinished') return endsInRepetition(text) ? repeats : fault('unfinished', 'the answer has no end');
	if (!text.trim()) return fault('empty', 'the answer is empty');
	if (text.length > longestAnswer) return fault('huge', 'the answer is too long');
	const value = findJson(text);
	if (value === undefined) return endsInRepetition(text) ? repeats : fault('not-json', 'the answer is not JSON');
	const read = shape.safeParse(value);
	if (read.success) return read.data;
	return fault('wrong-shape', `the answer does not match the schema: ${explainIssues(read.error.issues)}`);
}

const explainIssues = (issues: readonly z.core.$ZodIssue[]) =>
	issues
		.slice(0, 3)
		.map(issue => explainIssue({issues: [issue]}))
		.join('; ')
		.slice(0, 300);

const explanationLine = (text: string) =>
	text
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim()
		.slice(0, longestExplanation)
		.toWellFormed();

function judgeClaim(
	{verdict, changes, confidence: stated}: AnswerData,
	confidence: number | null,
	threshold: number,
): Fault | null {
	if (verdict !== 'change') return fault('no-edits', `the answer is "${verdict}" but contains edits`);
	if (changes.length === 0) return fault('no-edits', 'the answer is "change" but contains no edit');
	if ((confidence ?? 0) >= threshold) return null;
	if (confidence === null) return fault('unsure', `confidence not readable (${stated}, expected: 0 to 1)`);
	return fault('unsure', `the model's confidence is too low (${confidence}, required: ${threshold})`);
}

function readChanges(changes: AnswerData['changes'], question: Question, confidence: number): Sketch[] | Fault {
	const edits: Edit[] = [];
	const ofFile = Map.groupBy(changes, ({path}) => path);
	const quotedIn = (path: string) =>
		new Set((ofFile.get(path) ?? []).flatMap(({old}) => question.masked.standIns(old)));
	for (const change of changes) {
		const edit = readEdit(change, question, quotedIn(change.path));
		if ('kind' in edit) return edit;
		edits.push(edit);
	}
	return sketchAll(edits, question, confidence);
}
