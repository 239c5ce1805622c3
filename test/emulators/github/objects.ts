import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {deflateSync, inflateSync} from 'node:zlib';

export type GitObject = {type: string; content: Buffer};

/** Those of packs that were read, by repository and name: they never change. */
const known = new Map<string, GitObject>();

const placeOf = (folder: string, oid: string) => join(folder, 'objects', oid.slice(0, 2), oid.slice(2));

/** An object of a bare repository; null if there is none. Starts git only for those that are not loose. */
export function readObject(folder: string, oid: string): GitObject | null {
	const place = placeOf(folder, oid);
	if (existsSync(place)) return loose(place);
	const key = `${folder}\0${oid}`;
	const found = known.get(key) ?? packed(folder, oid);
	if (found) known.set(key, found);
	return found;
}

function loose(place: string): GitObject {
	const bytes = inflateSync(readFileSync(place));
	const end = bytes.indexOf(0);
	return {type: bytes.toString('latin1', 0, bytes.indexOf(' ')), content: bytes.subarray(end + 1)};
}

function packed(folder: string, oid: string): GitObject | null {
	const answer = execFileSync('git', ['--git-dir', folder, 'cat-file', '--batch'], {
		...{input: oid, env: {PATH: process.env.PATH}, stdio: 'pipe'},
		maxBuffer: 256 * 1024 * 1024,
	});
	const end = answer.indexOf('\n');
	const [, type, size] = answer.toString('latin1', 0, end).split(' ');
	return type && size ? {type, content: answer.subarray(end + 1, end + 1 + Number(size))} : null;
}

/** Stores a loose object; returns its name. */
export function writeObject(folder: string, type: string, content: Buffer): string {
	const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
	const oid = createHash('sha1').update(bytes).digest('hex');
	const place = placeOf(folder, oid);
	mkdirSync(dirname(place), {recursive: true});
	if (!existsSync(place)) writeFileSync(place, deflateSync(bytes));
	return oid;
}
