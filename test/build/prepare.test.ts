import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {npmEnvironment} from '../helpers/npm.ts';

const root = join(import.meta.dirname, '../..');

test('npm pack builds, and with --dry-run only if nothing is built yet', () => {
	const copy = newFolder();
	for (const folder of ['build', 'node_modules', 'dist']) mkdirSync(join(copy, folder));
	for (const file of ['package.json', 'build/manifest.ts', 'build/prepare.ts'])
		copyFileSync(join(root, file), join(copy, file));
	const at = (name: string) => join(copy, name);
	const builds = `import {appendFileSync, mkdirSync, writeFileSync} from 'node:fs';
appendFileSync('builds', 'x');
mkdirSync('dist', {recursive: true});
writeFileSync('dist/cli.js', '');`;
	writeFileSync(at('build.mjs'), builds);
	writeFileSync(at('dist/cli.js'), 'is running');
	const whole = readFileSync(at('package.json'), 'utf8');
	const pack = (...args: string[]) =>
		execFileSync('npm', ['pack', ...args], {cwd: copy, env: npmEnvironment(), encoding: 'utf8', stdio: 'pipe'});
	expect(pack('--dry-run')).toContain('.tgz');
	expect([existsSync(at('builds')), readFileSync(at('dist/cli.js'), 'utf8')]).toEqual([false, 'is running']);
	pack();
	expect(existsSync(at('builds'))).toBe(true);
	for (const name of ['builds', 'dist']) rmSync(at(name), {recursive: true});
	pack('--dry-run');
	expect([existsSync(at('builds')), readFileSync(at('package.json'), 'utf8')]).toEqual([true, whole]);
});
