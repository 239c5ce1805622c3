import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {beforeEach, expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {typeStripping} from '../helpers/type-stripping.ts';

const home = pathToFileURL(join(import.meta.dirname, '../../source/commands/compiled.ts')).href;
const user = process.getuid!();

let temporary: string;
let kept: string;

beforeEach(() => {
	temporary = newFolder();
	kept = join(temporary, `pr-resolve-${user}`);
});

/** A program that keeps what it compiles, in an environment with this folder for what is temporary. */
function start(env: Record<string, string> = {}, folder = temporary) {
	const program = join(temporary, 'program.mjs');
	const part = join(temporary, 'part.mjs');
	writeFileSync(part, 'export const part = () => 1;\n');
	writeFileSync(
		program,
		`import {keepCompiled} from '${home}'; keepCompiled(); await import('./part.mjs'); process.exit(0);\n`,
	);
	return spawnSync(process.execPath, [program], {env: {...typeStripping, TMPDIR: folder, ...env}, encoding: 'utf8'});
}

test('compiled code is kept where no other user can write', () => {
	expect(start()).toMatchObject({status: 0, stderr: ''});
	expect(statSync(kept).mode & 0o777).toBe(0o700);
	expect(readdirSync(kept)).toHaveLength(1);
});

test('a folder that others may write is left alone', () => {
	mkdirSync(kept);
	chmodSync(kept, 0o777);
	expect(start()).toMatchObject({status: 0, stderr: ''});
	expect(readdirSync(kept)).toEqual([]);
});

test('so is a link to another folder', () => {
	const other = join(temporary, 'other');
	mkdirSync(other, {mode: 0o700});
	symlinkSync(other, kept);
	expect(start()).toMatchObject({status: 0, stderr: ''});
	expect(readdirSync(other)).toEqual([]);
});

test('a folder that cannot be used causes no message', () => {
	expect(start({}, join(temporary, 'program.mjs'))).toMatchObject({status: 0, stderr: ''});
});

test.each([{NODE_DISABLE_COMPILE_CACHE: '1'}, {NODE_COMPILE_CACHE: '/dev/null/nowhere'}])('%o is obeyed', env => {
	expect(start(env).status).toBe(0);
	expect(existsSync(kept)).toBe(false);
});
