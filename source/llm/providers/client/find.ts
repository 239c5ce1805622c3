import {delimiter, isAbsolute, join} from 'node:path';
import {isExecutable} from '../../../system/executable.ts';

/** The folders of a PATH, without relative ones: files in the working tree are untrusted. */
export const foldersOf = (path: string | undefined): string[] => (path ?? '').split(delimiter).filter(isAbsolute);

/** The absolute path of a program; null if no folder of the PATH has it. */
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
	for (const folder of foldersOf(path)) {
		const file = join(folder, name);
		if (await isExecutable(file)) return file;
	}
	return null;
}
