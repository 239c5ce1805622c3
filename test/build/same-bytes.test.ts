import {execFileSync} from 'node:child_process';
import {cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {npmEnvironment} from '../helpers/npm.ts';
import {typeStripping} from '../helpers/type-stripping.ts';

const root = join(import.meta.dirname, '../..');
const parts = ['build', 'source', 'demo', 'bench', 'test/emulators', 'test/helpers', 'build.mjs', 'cli.tsx'];
const texts = ['package.json', 'CHANGELOG.md', 'README.md', 'LICENSE', 'tsconfig.json'];

/** The package as it is built and packed in a folder of this name, on this day. */
function packed(name: string, day: string): Buffer {
	const copy = join(newFolder(), name);
	mkdirSync(copy);
	for (const part of [...parts, ...texts]) cpSync(join(root, part), join(copy, part), {recursive: true});
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
	const clock = `const D = Date; globalThis.Date = class extends D {
		constructor(...given) { given.length > 0 ? super(...given) : super(D.now()); }
		static now() { return ${Date.parse(day)}; }
	};`;
	const options = [typeStripping.NODE_OPTIONS, `--import=data:text/javascript,${encodeURIComponent(clock)}`];
	const env = {...npmEnvironment(), NODE_OPTIONS: options.filter(Boolean).join(' ')};
	const run = (file: string, ...args: string[]) => execFileSync(file, args, {cwd: copy, env, stdio: 'pipe'});
	run(process.execPath, 'build.mjs');
	run('npm', 'pack', '--ignore-scripts');
	return readFileSync(join(copy, readdirSync(copy).find(file => file.endsWith('.tgz'))!));
}

test('the package is the same bytes in each folder and on each day', () => {
	const one = packed('one', '2026-01-31T00:00:00Z');
	expect(packed('another', '2031-12-01T12:00:00Z').equals(one)).toBe(true);
});
