import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {parseText} from '../../../source/resolve/text.ts';
import {openCorpus} from '../corpus.ts';
import type {Label, LabelChange} from './label.ts';

type Row = {
	bot: string;
	body: string;
	path: string | null;
	line: number | null;
	start_line: number | null;
	/** Absent if the source of the row does not distinguish them. */
	original_line?: number | null;
	original_start_line?: number | null;
	side: 'LEFT' | 'RIGHT' | null;
	diff_hunk: string | null;
};

/** A real comment without a label. */
export type PoolRow = Row & {login: string | null; in_reply_to_id: number | null};

/** A labelled comment. */
export type LabelledRow = Row & {
	id: string;
	kind: 'inline' | 'review_body' | 'issue_comment';
	original_commit: string | null;
	/** Of the file of `path` at the reviewed commit; null if it is not available. */
	file_sha1: string | null;
	author_login: string | null;
	expected: Label;
};

export type Labels = {
	rows: LabelledRow[];
	pool: PoolRow[];
	/** A file as the reviewer of the row saw it; null if it is not available. */
	fileAt: (row: LabelledRow, path: string) => Buffer | null;
};

/**
 * Reads the labelled comments (`comments.jsonl`, with the commented files as `files/<sha1>`) and the others
 * (`pool.jsonl.gz`) of a corpus folder; null if it has none. Files that no row has are searched for in its whole pull
 * requests.
 */
export function openLabels(folder: string): Labels | null {
	if (!existsSync(join(folder, 'comments.jsonl'))) return null;
	const pool = join(folder, 'pool.jsonl.gz');
	const versions = versionsOfPulls(folder);
	return {
		rows: parseLines(readFileSync(join(folder, 'comments.jsonl'))),
		pool: existsSync(pool) ? parseLines(gunzipSync(readFileSync(pool))) : [],
		fileAt: ({path: own, file_sha1, original_commit}, path) => {
			if (path === own && file_sha1) return readFileSync(join(folder, 'files', file_sha1));
			return (original_commit && versions.get(`${original_commit}:${path}`)?.()) || null;
		},
	};
}

function versionsOfPulls(folder: string): Map<string, () => Buffer> {
	if (!existsSync(join(folder, 'cases/pull'))) return new Map();
	const {cases, content} = openCorpus(folder, {kinds: ['pull'], limit: null});
	const commits = cases.flatMap(candidate => candidate.commits);
	return new Map(
		commits.flatMap(({sha, files}) =>
			Object.entries(files).map(([path, key]) => [`${sha}:${path}`, () => content(key)] as const),
		),
	);
}

const parseLines = (bytes: Buffer) =>
	bytes
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));

/** The labelled changes that can be read mechanically. */
export function takeableOf({changes, items, needs_llm}: Label): LabelChange[] {
	const known = items?.filter(item => item.needs_llm !== undefined) ?? [];
	if (known.length === 0) return needs_llm ? [] : changes;
	return known.flatMap(item => (item.needs_llm ? [] : (item.changes ?? [])));
}

/** Where an inline comment was written (1-based, inclusive); null if unknown. */
export function commentedLines(row: Row): {start: number; end: number} | null {
	const isOriginal = typeof row.original_line === 'number';
	const end = isOriginal ? row.original_line : row.line;
	const start = isOriginal ? row.original_start_line : row.start_line;
	return typeof end === 'number' ? {start: start ?? end, end} : null;
}

/** The same key for the same edit, wherever it is in a label. */
export const keyOf = ({path, start_line, end_line, new_text}: LabelChange) =>
	JSON.stringify([path, start_line, end_line, new_text]);

/** Lines without their ends. */
export const linesOf = (text: string) => parseText(text).lines;
