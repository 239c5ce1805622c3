import {mkdir, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {systemCode} from './errors.ts';

/**
 * Makes a folder and those above it, unless they exist; by default for their owner only. Node's own `recursive` never ends
 * where a folder exists and takes no others, as `/proc`: there ENOENT does not mean that the folder above is missing.
 * @throws the error of the system
 */
export async function ensureFolder(path: string, mode = 0o700): Promise<void> {
	if (await isMade(path, mode)) return;
	const above = dirname(path);
	if (above !== path) await ensureFolder(above, mode);
	if (!(await isMade(path, mode))) await mkdir(path, {mode});
}

/** Whether it exists by now; false if a folder above it may be missing. */
async function isMade(path: string, mode: number): Promise<boolean> {
	try {
		await mkdir(path, {mode});
		return true;
	} catch (error) {
		if (systemCode(error) === 'ENOENT') return false;
		const isFolder = await stat(path).then(
			found => found.isDirectory(),
			() => false,
		);
		if (isFolder) return true;
		throw error;
	}
}
