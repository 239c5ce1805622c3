import {createHash} from 'node:crypto';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync} from 'node:zlib';
import type {Expected} from '../../bench/accuracy/corpus.ts';
import {newFolder} from '../helpers/folders.ts';

/** The instructions of a comment to the stand-in program: files to write, its report on the comment, or how to end. */
export type Order = {write?: Record<string, string>; say?: string[]; exitCode?: number};

export type MadeUpCase = {
	id: string;
	kind: string;
	/** Files as texts here, also in `expected`. */
	files: Record<string, string>;
	orders: Order[];
	expected: Expected;
};

/** Writes a corpus folder with these cases; every file's text is in two packs. */
export function writeCorpus(cases: readonly MadeUpCase[]): string {
	const folder = newFolder();
	const packs: Buffer[][] = [[], []];
	const index: Record<string, [number, number, number]> = {};
	const keep = (files: Record<string, string>) =>
		Object.fromEntries(
			Object.entries(files).map(([path, text]) => {
				const bytes = Buffer.from(text);
				const key = createHash('sha1').update(bytes).digest('hex');
				const number = Object.keys(index).length % 2;
				index[key] ??= [number, Buffer.concat(packs[number]!).length, bytes.length];
				if (index[key][0] === number) packs[number]!.push(bytes);
				return [path, key];
			}),
		);
	for (const {id, kind, files, orders, expected} of cases) {
		const {files: wanted, anyOf} = expected;
		const value = {
			id,
			kind,
			commits: [{name: 'c0', files: keep(files)}],
			comments: orders.map((order, position) => ({
				id: position + 1,
				path: Object.keys(files)[0],
				body: JSON.stringify(order),
				commit_id: 'c0',
				original_commit_id: 'c0',
			})),
			expected: {...expected, ...(wanted && {files: keep(wanted)}), ...(anyOf && {anyOf: anyOf.map(keep)})},
		};
		mkdirSync(join(folder, 'cases', kind), {recursive: true});
		writeFileSync(join(folder, 'cases', kind, `${id}.json`), JSON.stringify(value));
	}
	mkdirSync(join(folder, 'blobs'));
	writeFileSync(join(folder, 'blobs/index.json'), JSON.stringify(index));
	for (const [number, parts] of packs.entries()) {
		writeFileSync(join(folder, `blobs/0${number}.br`), brotliCompressSync(Buffer.concat(parts)));
	}
	return folder;
}
