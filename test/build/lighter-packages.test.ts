import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {lighterPackages} from '../../build/lighter-packages.ts';
import {newFolder} from '../helpers/folders.ts';

test('a text is as wide in the bundle as string-width measures it', async () => {
	const outfile = join(newFolder(), 'width.mjs');
	const stdin = {contents: "export {default} from 'string-width';", resolveDir: import.meta.dirname};
	await build({stdin, outfile, bundle: true, format: 'esm', platform: 'node', plugins: [lighterPackages]});
	const {default: bundled} = (await import(pathToFileURL(outfile).href)) as {default: typeof stringWidth};
	const signs = fc.constantFrom(
		'a',
		' ',
		'\t',
		'é',
		'─',
		'e\u0301',
		'漢',
		'👩‍🚀',
		'1\u20e3',
		'\u001b[31m',
		'\u001b[1;4m',
	);
	fc.assert(
		fc.property(fc.string({maxLength: 20, unit: fc.oneof(signs, fc.string({unit: 'binary', maxLength: 1}))}), text => {
			expect(bundled(text)).toBe(stringWidth(text));
			expect(bundled(text, {ambiguousIsNarrow: false})).toBe(stringWidth(text, {ambiguousIsNarrow: false}));
		}),
	);
});

test('Yoga starts in the bundle without fetch, which is there again at once', async () => {
	const outfile = join(newFolder(), 'yoga.mjs');
	const contents = `
		const {fetch} = globalThis;
		let fetched = 0;
		globalThis.fetch = (...request) => (fetched++, fetch(...request));
		const {default: Yoga, EDGE_LEFT} = await import('yoga-layout');
		export default {isThere: typeof globalThis.fetch, fetched, width: Yoga.Node.create().getComputedWidth(), EDGE_LEFT};
	`;
	const stdin = {contents, resolveDir: import.meta.dirname};
	await build({stdin, outfile, bundle: true, format: 'esm', platform: 'node', plugins: [lighterPackages]});
	const {default: bundled} = await import(pathToFileURL(outfile).href);
	expect(bundled).toMatchObject({isThere: 'function', fetched: 0});
});
