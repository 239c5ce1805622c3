import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {ensureFolder} from '../system/ensure-folder.ts';
import {ifSystemError} from '../system/errors.ts';
import {inParallel} from '../system/in-parallel.ts';
import {syncFolder, writeDurably} from '../system/replace-file.ts';
import {readBytes} from './file.ts';
import {locateFile} from './path.ts';
import type {RunFile} from './run-record.ts';
import type {FileEdit} from './write.ts';

/** The file system combines concurrent flushes; more at a time only cost file handles. */
const imagesAtOnce = 16;

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** As the record has it. */
export const runFileOf = ({path, before, after}: FileEdit): RunFile => ({
	path,
	before: hashOf(before),
	after: hashOf(after),
});

/** The hash of a file of the working tree; null if there is no readable file. */
export async function hashAt(root: string, path: string): Promise<string | null> {
	const place = await locateFile(root, path);
	return place.kind === 'refused' ? null : readBytes(place.path).then(hashOf, () => null);
}

/** Writes each content once, with its hash as name, and flushes the files and the folder. */
export async function writeImages(folder: string, contents: Iterable<Buffer>): Promise<void> {
	const images = [...new Map([...contents].map(bytes => [hashOf(bytes), bytes]))];
	await ensureFolder(folder);
	await inParallel(images, imagesAtOnce, ([hash, bytes]) => writeDurably(join(folder, hash), bytes));
	await syncFolder(folder);
}

/**
 * Reads the content with a hash.
 *
 * @throws {Failure} `journal-damaged`: it is missing or has changed
 */
export async function readImage(folder: string, hash: string): Promise<Buffer> {
	const bytes = await readBytes(join(folder, hash)).catch(ifSystemError(() => null));
	if (bytes !== null && hashOf(bytes) === hash) return bytes;
	throw new Failure(
		'failed',
		'journal-damaged',
		`A stored copy of a file is ${bytes === null ? 'missing' : 'damaged'}: ${join(folder, hash)}`,
		'No file was changed. Undo the edits with git instead.',
	);
}
