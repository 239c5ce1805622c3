import {execFileSync} from 'node:child_process';
import {copyFileSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';

const root = join(import.meta.dirname, '../..');

test('what is packed has no scripts and no development dependencies, and the whole manifest comes back', () => {
	const copy = newFolder();
	for (const folder of ['build', 'node_modules']) mkdirSync(join(copy, folder));
	for (const file of ['package.json', 'build/manifest.ts']) copyFileSync(join(root, file), join(copy, file));
	const run = (step: string) => execFileSync(process.execPath, [join(copy, 'build/manifest.ts'), step]);
	const text = () => readFileSync(join(copy, 'package.json'), 'utf8');
	const whole = text();
	// The first one does not get to its end.
	run('pack');
	run('pack');
	const {scripts, devDependencies, allowScripts, ...published} = JSON.parse(whole);
	expect(JSON.parse(text())).toEqual(published);
	expect(Object.keys(published)).toEqual(expect.arrayContaining(['repository', 'homepage', 'bugs', 'bin', 'files']));
	run('restore');
	expect(text()).toBe(whole);
});
