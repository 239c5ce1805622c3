import {open, rename} from 'node:fs/promises';
import {systemCode} from './refusal.ts';

/** Some file systems (network and Windows drives) cannot flush a folder; there is nothing more to do on them. */
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

/** Writes a file, readable by its owner only, and flushes its content; the folder is flushed by the caller. */
export async function writeDurably(path: string, bytes: Uint8Array | string): Promise<void> {
	const handle = await open(path, 'w', 0o600);
	try {
		await handle.writeFile(bytes);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Replaces a file: a reader sees all of the old or all of the new. The folder is flushed by the caller. */
export async function replaceDurably(path: string, bytes: Uint8Array | string): Promise<void> {
	await writeDurably(`${path}.new`, bytes);
	await rename(`${path}.new`, path);
}
