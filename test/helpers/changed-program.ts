import {cpSync, readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {runChild} from './child.ts';
import {newFolder} from './folders.ts';
import {typeStripping} from './type-stripping.ts';

const root = join(import.meta.dirname, '../..');

/** What no build reads. */
const spare = ['.git', 'dist', 'docs', 'media', 'node_modules'];

/** Builds the program in a copy of its files; returns the copy. @param change is given the copy */
export async function changedProgram(change: (copy: string) => void): Promise<string> {
	const copy = newFolder();
	for (const name of readdirSync(root).filter(name => !spare.includes(name))) {
		cpSync(join(root, name), join(copy, name), {recursive: true});
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	change(copy);
	const built = await runChild(process.execPath, ['build.mjs'], {
		cwd: copy,
		env: {...typeStripping, PATH: process.env.PATH},
	});
	if (built.code !== 0 || built.stderr !== '') throw new Error(`the build failed: ${built.stderr}`);
	return copy;
}
