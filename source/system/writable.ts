import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

/**
 * Checks that a file can be written, without writing it; its folder must exist.
 * @param path absolute
 * @throws {Error} with the reason
 */
export async function checkWritable(path: string): Promise<void> {
	const folder = dirname(path);
	if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
	const existing = await stat(path).catch(() => null);
	if (existing?.isDirectory()) throw new Error('it is a folder');
	await access(existing ? path : folder, constants.W_OK);
}
