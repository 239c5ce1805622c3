import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';
import {once} from './once.ts';

const folder = new URL('../../../shared/corpus/', import.meta.url);

/** Whether the recorded pull requests are here; they are not distributed with the project. No other file outside of it is read. */
export const hasCorpus = existsSync(new URL('cases/', folder));

export const corpusFolder = fileURLToPath(folder);

const read = (name: string) => readFileSync(new URL(name, folder));

const rowsOf = (lines: Buffer) =>
	lines
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));

/** The labelled comments; none without the corpus. */
export const readLabelled = <Row>(): Row[] => (hasCorpus ? rowsOf(read('comments.jsonl')) : []);

/** The comments without labels; none without the corpus. */
export const readPool = <Row>(): Row[] => (hasCorpus ? rowsOf(gunzipSync(read('pool.jsonl.gz'))) : []);

/** The file that a labelled comment was written on, by its `file_sha1`. */
export const readCommented = (sha1: string): string => read(`files/${sha1}`).toString();

/** By path: the sha1 of the content. */
type Files = Record<string, string>;

/** A comment as the REST API gives it, as far as the cases need it. */
export type CorpusComment = {
	id: number;
	path: string;
	body: string;
	line: number | null;
	start_line: number | null;
	original_line: number | null;
	original_start_line: number | null;
	side: 'LEFT' | 'RIGHT' | null;
	start_side: 'LEFT' | 'RIGHT' | null;
	diff_hunk: string | null;
	commit_id: string;
	original_commit_id: string;
	user: {login: string; type: string} | null;
};

export type CorpusCase = {
	id: string;
	commits: {name: string; files: Files}[];
	comments: CorpusComment[];
	expected: {files?: Files; anyOf?: Files[]; allowUnchanged?: boolean};
};

export function readCases(kind: string): CorpusCase[] {
	const cases = new URL(`cases/${kind}/`, folder);
	return readdirSync(cases)
		.sort()
		.map(name => JSON.parse(readFileSync(new URL(name, cases), 'utf8')));
}

/** One for the files of a worker: unpacked, it is tens of megabytes. */
const sharedBlobs = once(async () => {
	const {Blobs} = await import(new URL('materialise.mjs', folder).href);
	return new Blobs(fileURLToPath(new URL('blobs', folder)), Number.POSITIVE_INFINITY);
});

/** Makes a function that reads the content of a sha1. */
export async function openBlobs(): Promise<(key: string) => string> {
	const blobs = await sharedBlobs();
	return key => blobs.get(key).toString();
}

/** Makes a case a repository at `root`, with its last commit checked out; returns its comments with the real commits. */
export async function materialize(given: CorpusCase, root: string): Promise<CorpusComment[]> {
	const {materialise} = await import(new URL('materialise.mjs', folder).href);
	return (await materialise(given, root, await sharedBlobs())).comments;
}
