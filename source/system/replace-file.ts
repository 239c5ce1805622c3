import {randomUUID} from 'node:crypto';
import {type FileHandle, open, rename, rm} from 'node:fs/promises';
import {systemCode} from './errors.ts';

export type Replacement = {
	/** Permission bits, before the umask. Default: for the owner only. */
	mode?: number;
	/** The temporary file, in the same folder. Default: a unique name that ends with `.new`. */
	part?: string;
	/** Writes the content, and sets other things before the flush: attributes, an owner, a time. */
	furnish?: (part: FileHandle, writeContent: () => Promise<void>) => Promise<void>;
	/** Called last, as late as possible; false keeps the old file. */
	confirm?: () => Promise<boolean>;
};

/**
 * Writes a file in one step: readers see all of the old content or all of the new, even after a crash or a power cut,
 * and with any number of writers at once. Only a process that is killed leaves the temporary file behind. To make the
 * name survive a power cut, call `syncFolder`.
 * @returns whether the file was replaced
 */
export async function replaceFile(
	path: string,
	content: Uint8Array | string,
	{mode = 0o600, part = `${path}.${randomUUID()}.new`, furnish, confirm}: Replacement = {},
): Promise<boolean> {
	const handle = await open(part, 'wx', mode);
	let isReplaced = false;
	try {
		await fillFile(handle, content, furnish);
		if (confirm && !(await confirm())) return false;
		await rename(part, path);
		isReplaced = true;
		return true;
	} finally {
		if (!isReplaced) await rm(part, {force: true}).catch(() => {});
	}
}

/** Writes a file that nothing reads yet, for its owner only, and flushes it. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
	await fillFile(await open(path, 'w', 0o600), content);
}

async function fillFile(
	handle: FileHandle,
	content: Uint8Array | string,
	furnish: Replacement['furnish'] = (_, writeContent) => writeContent(),
): Promise<void> {
	try {
		await furnish(handle, () => handle.writeFile(content));
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Some file systems (network and Windows drives) cannot flush a folder. */
const cannotFlush: readonly (string | null)[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EISDIR'];

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} catch (error) {
		if (!cannotFlush.includes(systemCode(error))) throw error;
	} finally {
		await handle.close();
	}
}
