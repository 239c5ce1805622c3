import {isUtf8} from 'node:buffer';
import {constants, type Stats} from 'node:fs';
import {open} from 'node:fs/promises';
import {locateFile} from './path.ts';
import {type Refusal, refusalOf, refuse} from './refusal.ts';

/** In bytes; a larger file is refused. */
export const largestFile = 16 * 1024 * 1024;

export type TextFile = {
	kind: 'text';
	/** The whole file as it is on disk, with byte order mark and line ends. */
	bytes: Buffer;
	/** Why it must not be replaced all the same; null if it may be. */
	unwritable: Refusal | null;
};

/** Why a file must not be replaced; null if it may be. By the mode bits, because the system lets root write anyway. */
export function writeRefusal({mode, nlink}: Pick<Stats, 'mode' | 'nlink'>): Refusal | null {
	if ((mode & 0o222) === 0) return refuse('read-only');
	return nlink > 1 ? refuse('hard-link') : null;
}

const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/');

/** Reads a regular file without following a link or waiting for a FIFO that replaced it. */
export async function readBytes(absolute: string): Promise<Buffer> {
	const handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		// Reading a device such as /dev/zero would never end.
		if (!(await handle.stat()).isFile()) throw notAFile(absolute);
		return await handle.readFile();
	} finally {
		await handle.close();
	}
}

const notAFile = (path: string) =>
	Object.assign(new Error(`not a regular file: ${path}`), {code: 'EISDIR', syscall: 'read'});

/**
 * Reads a text file of the working tree, or returns why it must not be changed.
 *
 * @param root absolute path of the working tree
 * @param path `/` separated, relative to the root, untrusted
 */
export async function readFile(root: string, path: string): Promise<TextFile | Refusal> {
	const place = await locateFile(root, path);
	if (place.kind === 'refused') return place;
	if (place.stats.size > largestFile) return refuse('too-large');
	try {
		const bytes = await readBytes(place.path);
		return contentRefusal(bytes) ?? {kind: 'text', bytes, unwritable: writeRefusal(place.stats)};
	} catch (error) {
		return refusalOf(error);
	}
}

/** Why a file with this content must not be changed; null if it is text. */
export function contentRefusal(bytes: Buffer): Refusal | null {
	if (isBinary(bytes)) return refuse('binary');
	if (!isUtf8(bytes)) return refuse('not-utf-8');
	return bytes.subarray(0, lfsPointer.length).equals(lfsPointer) ? refuse('lfs-pointer') : null;
}

/** Whether the content has a NUL byte, which no text has. */
export const isBinary = (bytes: Buffer) => bytes.includes(0);
