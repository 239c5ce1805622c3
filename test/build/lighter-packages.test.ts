import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {lighterPackages} from '../../build/lighter-packages.ts';
import {codePoint} from '../helpers/code-point.ts';
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
		fc.property(fc.string({maxLength: 20, unit: fc.oneof(signs, fc.string({unit: codePoint, maxLength: 1}))}), text => {
			for (const options of [undefined, {ambiguousIsNarrow: false}, {countAnsiEscapeCodes: true}]) {
				expect(bundled(text, options)).toBe(stringWidth(text, options));
			}
		}),
	);
});

test('the tables of string-width are not loaded for simple characters, also where escape sequences count', async () => {
	const outfile = join(newFolder(), 'tables.mjs');
	const contents = `
		import width from 'string-width';
		const {Segmenter} = Intl;
		let loaded = 0;
		Intl.Segmenter = class extends Segmenter {
			constructor(...of) {
				super(...of);
				loaded++;
			}
		};
		const after = (...call) => [width(...call), loaded];
		export default [after('── …'), after('── …', {countAnsiEscapeCodes: true}), after('漢')];
		Intl.Segmenter = Segmenter;
	`;
	const stdin = {contents, resolveDir: import.meta.dirname};
	await build({stdin, outfile, bundle: true, format: 'esm', platform: 'node', plugins: [lighterPackages]});
	const {default: measured} = await import(pathToFileURL(outfile).href);
	expect(measured).toEqual([
		[4, 0],
		[4, 0],
		[2, 1],
	]);
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
