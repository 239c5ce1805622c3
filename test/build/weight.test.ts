import {join} from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';

const absWorkingDir = join(import.meta.dirname, '../..');

async function bundleOf(entry: string) {
	const {metafile} = await build({
		...{absWorkingDir, entryPoints: [entry], write: false, metafile: true, outdir: 'dist'},
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

/** What is loaded with this file, without what it loads when it is needed. */
async function loadedWith(entry: string): Promise<string[]> {
	const outputs = await bundleOf(entry);
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
		expect((await partsOf(entry)).some(isClient)).toBe(true);
		expect((await loadedWith(entry)).filter(isClient)).toEqual([]);
	}
});

test('what reads many pull requests is loaded only by the commands that do', async () => {
	const isOfMany = (name: string) => /source\/(?:run|tui|headless)\/(?:inbox|fleet)|github\/lists\//.test(name);
	expect((await loadedWith('source/commands/inbox.ts')).some(isOfMany)).toBe(true);
	for (const entry of ['source/commands/main.ts', 'source/commands/review.ts', 'source/commands/apply.ts'])
		expect((await loadedWith(entry)).filter(isOfMany)).toEqual([]);
});
