import * as z from 'zod/mini';
import type {ModelReply} from '../../llm/providers/provider.ts';
import {parseAnswer, readAnswer} from '../../llm/question/answer.ts';
import {type Fault, faults} from '../../llm/question/fault.ts';
import {type AnswerDataWithLines, answerWithLinesShape, readConfidence} from '../../llm/question/schema.ts';
import {minimalEdits} from '../../resolve/edits.ts';
import {locateSketch} from '../../resolve/place/locate.ts';
import {searchable} from '../../resolve/place/occurrences.ts';
import {type LineEdit, spliceText} from '../../resolve/text.ts';
import type {Sketch} from '../../review/finding.ts';
import {namesOf} from '../../system/by-name.ts';
import type {Task} from './ask-about.ts';
import type {ChangeType, GroundTruth} from './data-set.ts';

/** The aspects in which answers are compared with the ground truth. */
export const aspects = ['number', 'range', 'type', 'text'] as const;

export type Aspect = (typeof aspects)[number];

export type Judgement = {
	/** `parsed`: a run would accept it. Otherwise the reason: `answer: not-json`, `answer: not-found`, ... */
	outcome: z.infer<typeof answerOutcomeShape>;
	/** The model's own estimate, 0 to 1; null if the answer was not parsed. */
	confidence: number | null;
	/** Whether each aspect is right; null if ground truth or answer do not have it. */
	right: Readonly<Record<Aspect, boolean | null>>;
};

export const answerOutcomeShape = z.union([
	z.literal('parsed'),
	z.templateLiteral(['answer: ', z.enum(namesOf(faults))]),
]);

const untold: Judgement['right'] = {number: null, range: null, type: null, text: null};

/** Reads an answer as a run does, with any confidence, and compares the resulting file with the ground truth. */
export async function judge(reply: ModelReply, {entry, question}: Task): Promise<Judgement> {
	if (!question) return judgeBare(reply, entry.truth);
	const answer = readAnswer(reply, question, 0);
	if (answer.kind === 'refused') return refused(answer.fault);
	const file = entry.file ?? [];
	const after = answer.kind === 'changes' ? withSketches(file, answer.sketches) : file;
	return {
		outcome: 'parsed',
		confidence: answer.confidence,
		right: compare(minimalEdits(file, after), after, file, entry.truth),
	};
}

const refused = ({kind}: Fault): Judgement => ({outcome: `answer: ${kind}`, confidence: null, right: untold});

/** The file with all sketches applied. Sketches of one answer do not overlap. */
function withSketches(file: readonly string[], sketches: readonly Sketch[]): readonly string[] {
	const text = searchable(file);
	const edits = sketches.flatMap((sketch): LineEdit[] => {
		const found = locateSketch(sketch, text);
		return found.kind === 'found' ? [{from: found.start - 1, to: found.end, lines: found.replacement}] : [];
	});
	return applyEdits(file, edits);
}

function applyEdits(file: readonly string[], edits: readonly LineEdit[]): string[] {
	const text = {bom: '', lines: [...file], ends: file.map(() => '\n')};
	return spliceText(
		text,
		edits.toSorted((a, b) => a.from - b.from),
	).lines;
}

function compare(
	edits: readonly LineEdit[],
	after: readonly string[],
	file: readonly string[],
	{changes, lines, changeType, replacements}: GroundTruth,
): Judgement['right'] {
	const nothing = edits.length === 0;
	const isWithin = ({from, to}: LineEdit) => lines !== null && from >= lines.start - 1 && to <= lines.end;
	const wanted =
		lines && replacements?.map(text => applyEdits(file, [{from: lines.start - 1, to: lines.end, lines: text}]));
	return {
		number: changes === null ? null : edits.length === changes,
		range: lines && !nothing && edits.every(isWithin),
		type: changeType && !nothing && changeTypeOf(edits) === changeType,
		text: wanted ? wanted.some(text => areSameLines(text, after)) : null,
	};
}

/** Ignores blanks at line ends. */
const areSameLines = (one: readonly string[], other: readonly string[]) =>
	one.length === other.length && one.every((line, index) => line.trimEnd() === other[index]?.trimEnd());

export function changeTypeOf(edits: readonly LineEdit[]): ChangeType {
	if (edits.every(({from, to}) => from === to)) return 'addition';
	return edits.every(({lines}) => lines.length === 0) ? 'deletion' : 'modification';
}

/** Null if the answer does not name the lines of every change. */
function areWithin(
	changes: AnswerDataWithLines['changes'],
	{start, end}: NonNullable<GroundTruth['lines']>,
): boolean | null {
	const named = changes.flatMap(({start_line: from, end_line: to}) => (from && to ? [{from, to}] : []));
	if (named.length < changes.length) return null;
	return named.length > 0 && named.every(({from, to}) => start <= from && from <= to && to <= end);
}

/** Without the file, only the answer's own statements can be judged. */
function judgeBare(reply: ModelReply, {changes, lines, changeType}: GroundTruth): Judgement {
	const data = parseAnswer(reply, answerWithLinesShape);
	if ('kind' in data) return refused(data);
	const edits = data.changes.flatMap(change =>
		minimalEdits(change.old.split('\n'), change.new === '' ? [] : change.new.split('\n')),
	);
	return {
		outcome: 'parsed',
		confidence: readConfidence(data.confidence) ?? 0,
		right: {
			...untold,
			number: changes === null ? null : data.changes.length === changes,
			range: lines && areWithin(data.changes, lines),
			type: changeType && edits.length > 0 && changeTypeOf(edits) === changeType,
		},
	};
}
