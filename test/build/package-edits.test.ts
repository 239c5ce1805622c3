import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {decodeHTML} from 'entities';
import {build} from 'esbuild';
import fc from 'fast-check';
import meow from 'meow';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {packageEdits} from '../../build/package-edits.ts';
import {newFolder} from '../helpers/folders.ts';

const root = join(import.meta.dirname, '../..');
const folder = newFolder();

/** The package as the build bundles it. */
async function bundled(name: string, exported = `export * from '${name}'; export {default} from '${name}';`) {
	const outfile = join(folder, `${name}.mjs`);
	const banner = {js: "import {createRequire} from 'node:module';const require=createRequire(import.meta.url);"};
	await build({
		...{
			stdin: {contents: exported, resolveDir: root},
			outfile,
			banner,
		},
		...{bundle: true, minify: true, format: 'esm', platform: 'node', mainFields: ['module', 'main']},
		plugins: [packageEdits],
	});
	return import(pathToFileURL(outfile).href);
}

test('meow still normalizes the package.json that it finds', async () => {
	const place = join(folder, 'package');
	mkdirSync(place);
	const manifest = {
		name: 'tool',
		version: 'v1.2.3',
		license: 'MIT',
		description: 'A tool',
		bugs: 'https://example.com',
	};
	writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
	const importMeta = {url: pathToFileURL(join(place, 'cli.js')).href} as ImportMeta;
	const options = {importMeta, argv: ['one', '--two'], flags: {two: {type: 'boolean'}}} as const;
	const original = meow(options);
	const edited: typeof original = (await bundled('meow')).default(options);
	expect(original.pkg.version).toBe('1.2.3');
	expect([edited.pkg, edited.flags, edited.input]).toEqual([original.pkg, original.flags, original.input]);
});

test('string-width still measures every text', async () => {
	const {default: edited} = (await bundled('string-width')) as {default: typeof stringWidth};
	const signs = fc.constantFrom(
		'é',
		'e\u0301',
		'漢',
		'한',
		'👩‍🚀',
		'🇪🇺',
		'1\u20e3',
		'☺',
		'ﾞ',
		'\u200d',
		'\u001b[31m',
		'\t',
	);
	fc.assert(
		fc.property(fc.string({maxLength: 20, unit: fc.oneof(signs, fc.string({unit: 'binary', maxLength: 1}))}), text => {
			expect(edited(text)).toBe(stringWidth(text));
		}),
	);
});

test('string-width still measures every character, alone and as an emoji', async () => {
	const {default: edited} = (await bundled('string-width')) as {default: typeof stringWidth};
	const different = Array.from({length: 0x1_00_00}, (_, code) => String.fromCharCode(code))
		.flatMap(sign => [sign, `${sign}\ufe0f`])
		.filter(text => edited(text) !== stringWidth(text));
	expect(different).toEqual([]);
});

test('entities still decodes characters by name and number', async () => {
	const {decodeHTML: edited} = (await bundled('entities', "export * from 'entities';")) as {
		decodeHTML: typeof decodeHTML;
	};
	const parts = fc.constantFrom(
		'&',
		'&amp;',
		'&amp',
		'&notit;',
		'&ThickSpace;',
		'&#65;',
		'&#x1f4a9;',
		'&#0;',
		';',
		'a',
	);
	fc.assert(
		fc.property(fc.string({unit: parts, maxLength: 12}), text => {
			expect(edited(text)).toBe(decodeHTML(text));
		}),
	);
});

test('yoga still lays out', async () => {
	const {default: yoga} = await bundled('yoga-layout');
	const [node, child] = [yoga.Node.create(), yoga.Node.create()];
	node.setWidth(10);
	child.setFlexGrow(1);
	node.setFlexDirection(yoga.FLEX_DIRECTION_ROW);
	node.insertChild(child, 0);
	node.calculateLayout(undefined, undefined, yoga.DIRECTION_LTR);
	expect(child.getComputedWidth()).toBe(10);
});

test('the packages that are edited are pinned', async () => {
	const {devDependencies} = (await import('../../package.json', {with: {type: 'json'}})).default;
	for (const name of ['entities', 'ink', 'meow', 'string-width', 'yoga-layout'] as const) {
		expect([name, devDependencies[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
	}
});
