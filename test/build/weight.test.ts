import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';
import {registry} from '../../source/commands/registry.ts';

const absWorkingDir = join(import.meta.dirname, '../..');

async function bundleOf(...entryPoints: string[]) {
	const {metafile} = await build({
		...{absWorkingDir, entryPoints, write: false, metafile: true, outdir: 'dist'},
		...{
			bundle: true,
			splitting: true,
			format: 'esm',
			platform: 'node',
			mainFields: ['module', 'main'],
			logLevel: 'error',
		},
		external: ['web-tree-sitter', '@vscode/tree-sitter-wasm', 'react-devtools-core'],
	});
	return metafile.outputs;
}

type Outputs = Awaited<ReturnType<typeof bundleOf>>;

/** The files of which something is in one of these outputs. */
const filesIn = (outputs: readonly Outputs[string][]) =>
	outputs.flatMap(({inputs}) =>
		Object.entries(inputs).flatMap(([name, {bytesInOutput}]) => (bytesInOutput > 0 ? [name] : [])),
	);

/** What a bundle of this file contains. */
const partsOf = async (entry: string) => filesIn(Object.values(await bundleOf(entry)));

/** What is loaded with this file of a bundle, without what it loads when it is needed. */
function loadedWith(entry: string, outputs: Outputs): string[] {
	const loaded = new Set(Object.keys(outputs).filter(name => outputs[name]!.entryPoint === entry));
	for (const name of loaded) {
		for (const {path, kind} of outputs[name]!.imports)
			if (kind === 'import-statement' && path in outputs) loaded.add(path);
	}
	return filesIn([...loaded].map(name => outputs[name]!));
}

test('a run carries of the schema library what it uses, and no messages in fifty languages', async () => {
	const parts = await partsOf('source/commands/apply.ts');
	expect(parts.some(name => name.includes('zod/v4/core/schemas.js'))).toBe(true);
	expect(parts.filter(name => /zod\/v4\/(locales|classic)\//.test(name))).toEqual([]);
});

test('the client of a store is loaded only when a store is opened', async () => {
	const isClient = (name: string) => name.includes('@redis/client');
	for (const entry of ['source/run/asking/asker.ts', 'source/store/store.ts']) {
		const outputs = await bundleOf(entry);
		expect(filesIn(Object.values(outputs)).some(isClient)).toBe(true);
		expect(loadedWith(entry, outputs).filter(isClient)).toEqual([]);
	}
});

const ofMany = ['inbox', 'fleet', 'stats'];
const appStarts = readdirSync(join(absWorkingDir, 'source/tui')).filter(name => name.startsWith('start'));

test('what reads many pull requests is loaded only by the commands that do, and no app outside a terminal', async () => {
	const commands = ['main', ...registry.keys()].map(name => `source/commands/${name}.ts`);
	const entries = [...commands, ...appStarts.map(name => `source/tui/${name}`)];
	const outputs = await bundleOf(...entries);
	const isOfMany = (name: string) => /source\/\w+\/(?:start-)?(?:inbox|fleet|stats)|github\/lists\//.test(name);
	for (const entry of entries.filter(name => !ofMany.some(word => name.includes(word))))
		expect(loadedWith(entry, outputs).filter(isOfMany), entry).toEqual([]);
	for (const name of ofMany) {
		const loaded = loadedWith(`source/commands/${name}.ts`, outputs);
		expect(loaded.some(file => file.startsWith(`source/run/${name}/`))).toBe(true);
		expect(loaded.filter(file => /source\/tui\/|node_modules\/(?:ink|react)\//.test(file))).toEqual([]);
	}
});
