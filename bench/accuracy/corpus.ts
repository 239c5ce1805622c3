import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliDecompressSync} from 'node:zlib';
import {Failure} from '../../source/failure.ts';
import type {Label} from './labels/label.ts';

/** Paths and the keys of their contents. */
export type Files = Record<string, string>;

/** One edit that a comment asks for, in lines (1-based, inclusive) at the head. */
export type ExpectedEdit = {comment: number; path: string; start: number; end: number; text: string[]};

/** The expected result. Without `files` and `anyOf` there is nothing to compare with. */
export type Expected = {
	files?: Files;
	/** Any of these is right. */
	anyOf?: Files[];
	/** The files may also stay as they are. */
	allowUnchanged?: boolean;
	edits?: ExpectedEdit[];
	/** By id: the labels of some comments. */
	perComment?: Record<string, {row: string; bot: string; expected: Label}>;
};

export type Case = {
	id: string;
	kind: string;
	variant?: string;
	/** Oldest first, each with the whole tree; the last one is the head. */
	commits: {
		name: string;
		/** Its real id, only in whole pull requests. */
		sha?: string;
		files: Files;
	}[];
	/** As in the REST API, but with names of commits. */
	comments: ({id: number; commit_id: string; original_commit_id: string} & Record<string, unknown>)[];
	expected: Expected;
};

export type Corpus = {
	cases: Case[];
	/** The content of a key. @throws {Failure} usage `bad-data-set` where there is none */
	content: (key: string) => Buffer;
};

export type Selection = {
	/** Empty for all. */
	kinds: readonly string[];
	/** The most cases, spread over all kinds; null for all. */
	limit: number | null;
};

/**
 * Opens a folder with `cases/<kind>/<id>.json` and with their file contents in `blobs/`: `index.json` has for each key
 * the number of a pack, and offset and length in it; pack 7 is the Brotli file `07.br`.
 * @throws {Failure} usage `no-data-set`, `empty-data-set`
 */
export function openCorpus(folder: string, {kinds, limit}: Selection): Corpus {
	const index = join(folder, 'blobs/index.json');
	if (!existsSync(index) || !existsSync(join(folder, 'cases'))) throw noCorpus();
	const all = readdirSync(join(folder, 'cases'), {withFileTypes: true})
		.filter(entry => entry.isDirectory() && (kinds.length === 0 || kinds.includes(entry.name)))
		.map(({name}) => name)
		.sort()
		.flatMap(kind => readCases(join(folder, 'cases', kind)));
	if (all.length === 0) {
		const asked = kinds.length > 0 ? ` of kind ${kinds.join(' or ')}` : '';
		throw new Failure('usage', 'empty-data-set', `The corpus has no cases${asked}.`);
	}
	return {
		cases: limit === null ? all : spread(all, limit),
		content: contentsOf(join(folder, 'blobs'), readJson(index)),
	};
}

function noCorpus(): Failure {
	return new Failure(
		'usage',
		'no-data-set',
		'The folder given by --corpus holds no corpus.',
		'It must hold the test cases as cases/<kind>/<id>.json and the contents of their files as blobs/index.json ' +
			'and blobs/NN.br. The data are real review comments and are not distributed with this project.',
	);
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

function readCases(folder: string): Case[] {
	const names = readdirSync(folder).filter(name => name.endsWith('.json'));
	return names.sort().map(name => readJson(join(folder, name)));
}

function spread<Item>(items: readonly Item[], limit: number): Item[] {
	if (limit >= items.length) return [...items];
	return Array.from({length: limit}, (_, index) => items[Math.floor((index * items.length) / limit)]!);
}

function contentsOf(folder: string, index: Record<string, [pack: number, offset: number, length: number]>) {
	const packs = new Map<number, Buffer>();
	return (key: string): Buffer => {
		const place = index[key];
		if (!place) throw new Failure('usage', 'bad-data-set', `The corpus holds no content ${key}.`);
		const [number, offset, length] = place;
		let pack = packs.get(number);
		if (!pack) {
			pack = brotliDecompressSync(readFileSync(join(folder, `${String(number).padStart(2, '0')}.br`)));
			packs.set(number, pack);
		}
		return pack.subarray(offset, offset + length);
	};
}
