import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';
import {nodeModules} from '../../build/node-modules.ts';
import {newFolder} from '../helpers/folders.ts';

const folder = newFolder();

/** What a program prints that is bundled as the build does it. */
async function printed(contents: string, plugins = [nodeModules]): Promise<string> {
	const outfile = join(folder, 'program.mjs');
	const banner = {js: "import {createRequire} from 'node:module';const require=createRequire(import.meta.url);"};
	const form = {bundle: true, minify: true, format: 'esm', platform: 'node'} as const;
	await build({stdin: {contents, resolveDir: folder}, outfile, banner, plugins, ...form});
	return execFileSync(process.execPath, [outfile], {encoding: 'utf8'}).trim();
}

test("every form of import gets what Node's modules export", async () => {
	const program = `
		import {join as joined, sep} from 'node:path';
		import {get} from 'http';
		import process, {pid} from 'node:process';
		import * as os from 'node:os';
		import {writeFile} from 'node:fs/promises';
		const {stat} = await import('node:fs/promises');
		const forms = [joined('a', 'b'), sep, typeof get, pid === process.pid, os.EOL, typeof writeFile, typeof stat];
		console.log(JSON.stringify(forms));`;
	expect(JSON.parse(await printed(program))).toEqual(['a/b', '/', 'function', true, '\n', 'function', 'function']);
});

test('parts of Node that a program does not use are not loaded', async () => {
	const program = `
		import process from 'node:process';
		import {readFileSync} from 'node:fs';
		import {inspect} from 'node:util';
		const loaded = process.moduleLoadList;
		const parts = ['fs/promises', 'tty', 'internal/util/parse_args/parse_args'];
		const found = parts.filter(part => loaded.includes('NativeModule ' + part));
		console.log(JSON.stringify([typeof readFileSync, typeof inspect, ...found]));`;
	expect(JSON.parse(await printed(program))).toEqual(['function', 'function']);
	expect(JSON.parse(await printed(program, []))).not.toEqual(['function', 'function']);
});
