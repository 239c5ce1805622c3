import {join} from 'node:path';
import {build} from 'esbuild';
import {expect, test} from 'vitest';

const absWorkingDir = join(import.meta.dirname, '../..');

/** What a bundle of this file contains. */
async function partsOf(entry: string): Promise<string[]> {
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
		external: ['web-tree-sitter', '@vscode/tree-sitter-wasm'],
	});
	const parts = Object.values(metafile.outputs).flatMap(({inputs}) =>
		Object.entries(inputs).filter(([, {bytesInOutput}]) => bytesInOutput > 0),
	);
	return parts.map(([name]) => name);
}

test('a run carries of the schema library what it uses, and no messages in fifty languages', async () => {
	const parts = await partsOf('source/commands/apply.ts');
	expect(parts.some(name => name.includes('zod/v4/core/schemas.js'))).toBe(true);
	expect(parts.filter(name => /zod\/v4\/(locales|classic)\//.test(name))).toEqual([]);
});
