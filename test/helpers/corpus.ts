import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const folder = new URL('../../../shared/corpus/', import.meta.url);

/** Whether the real cases are at hand; they are not distributed with the project. */
export const hasCorpus = existsSync(new URL('cases/', folder));

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

/** Makes a function that reads the content of a sha1. */
export async function openBlobs(): Promise<(key: string) => string> {
	const {Blobs} = await import(new URL('materialise.mjs', folder).href);
	const blobs = new Blobs(fileURLToPath(new URL('blobs', folder)), Number.POSITIVE_INFINITY);
	return key => blobs.get(key).toString();
}
