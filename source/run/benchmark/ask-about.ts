import type {Mask} from '../../llm/mask/mask.ts';
import type {ModelRequest} from '../../llm/providers/provider.ts';
import {head} from '../../llm/question/head.ts';
import {type Question, questionsFor} from '../../llm/question/question.ts';
import {answerWithLinesSchema, schemaName} from '../../llm/question/schema.ts';
import type {ShownSubject} from '../../llm/question/show.ts';
import {identify} from '../../review/identity.ts';
import {readBlocks} from '../../review/markdown.ts';
import {readTitle} from '../../review/title.ts';
import {formatFence, wordsOf} from '../../review/words.ts';
import {hashOfJson} from '../../system/hash.ts';
import {count} from '../../text/sentences.ts';
import type {DataSet, DataSetEntry} from './data-set.ts';

/** An entry and the request about it. */
export type Task = {
	entry: DataSetEntry;
	request: ModelRequest;
	/** The question to check the answer with; null if the entry has no file. */
	question: Question | null;
};

/** As for any other question. */
const benchmarkOutputTokens = 4096;

/**
 * The requests to a provider, in the order of the entries: the questions of a run, with the same text for all providers except
 * for secrets, which are masked as in a run. Entries without a possible question are skipped, with a note.
 */
export async function tasksFor({entries}: DataSet, mask: Mask): Promise<{tasks: Task[]; notes: string[]}> {
	const shown = entries.filter(({file}) => file !== null);
	const questions = await questionsFor(shown.map(subjectOf), mask, null);
	const made = new Map(shown.map((entry, index) => [entry, questions[index]]));
	const tasks: Task[] = [];
	const unasked: string[] = [];
	for (const entry of entries) {
		const question = made.get(entry);
		if (!question) tasks.push({entry, request: await bareRequest(entry, mask), question: null});
		else if ('unasked' in question) unasked.push(`${entry.id} (${question.unasked})`);
		else tasks.push({entry, request: question.request, question});
	}
	const note = `Skipped ${count(unasked.length, 'entry', 'entries')}: ${unasked.join(', ')}.`;
	return {tasks, notes: unasked.length > 0 ? [note] : []};
}

function subjectOf({id, body, path, line, file}: DataSetEntry): ShownSubject {
	const blocks = readBlocks(body);
	return {
		remark: {
			id: identify('f', 'benchmark', id),
			title: readTitle(blocks, 'A remark'),
			path,
			severity: null,
			category: null,
		},
		places: [{path, lines: {start: line, end: line}}],
		words: wordsOf(blocks),
		diffHunk: null,
		fileAt: () => file,
		pathOf: () => path,
		paths: new Set([path]),
	};
}

/** The request for an entry without a file. */
async function bareRequest({body, path, line}: DataSetEntry, mask: Mask): Promise<ModelRequest> {
	const {texts} = await mask([wordsOf(readBlocks(body))]);
	const words = formatFence('remark', (texts[0] ?? '').split('\n'));
	const text = [
		`The remark, on ${JSON.stringify(path)} line ${line}:`,
		words,
		'There is no excerpt of the file: take the lines for "old" from the remark. Give each change two more fields, ' +
			'"start_line" and "end_line": the numbers of the first and the last line of the file that it replaces.',
	].join('\n\n');
	const key = hashOfJson([head, answerWithLinesSchema, text]);
	return {head, body: text, schema: answerWithLinesSchema, schemaName, maximumOutputTokens: benchmarkOutputTokens, key};
}
