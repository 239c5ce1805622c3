import {mkdtempSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {inject} from 'vitest';

const ofFile: string[] = [];

/** A new empty folder that goes away after the tests of the file. */
export function newFolder(): string {
	const folder = mkdtempSync(join(inject('folder'), 'case-'));
	ofFile.push(folder);
	return folder;
}

/** A new empty folder for what later test files use too; it goes away at the end of the run. */
export const lastingFolder = () => mkdtempSync(join(inject('folder'), 'lasting-'));

/** Removes what the tests of a file have made. */
export function removeFolders(): void {
	for (const folder of ofFile.splice(0)) rmSync(folder, {recursive: true, force: true});
}
