import {expect, test} from 'vitest';
import {minimalEdits} from '../../../source/resolve/edits.ts';
import type {Format} from '../../../source/resolve/structured/format.ts';
import {mergeStructured} from '../../../source/resolve/structured/merge.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import {formatText, type LineEdit, parseText} from '../../../source/resolve/text.ts';

/** Merges whole versions of a file: each is a change. */
async function merge(format: Format, before: string, ...versions: string[]) {
	const text = parseText(before);
	const changes = versions.map(version => minimalEdits(text.lines, parseText(version).lines));
	return mergeEdits(format, before, ...changes);
}

async function mergeEdits(format: Format, before: string, ...changes: LineEdit[][]) {
	const result = mergeStructured(await openReader(format), parseText(before), changes);
	return result.kind === 'merged' ? formatText(result.text) : result;
}

const manifest = `{
  "name": "shop",
  "scripts": {
    "build": "tsc",
    "test": "mocha"
  },
  "dependencies": {"left": "1.0.0", "right": "2.0.0"}
}
`;

test('two keys of package.json on touching lines', async () => {
	expect(await merge('json', manifest, manifest.replace('tsc', 'tsc -b'), manifest.replace('mocha', 'vitest'))).toBe(
		manifest.replace('tsc', 'tsc -b').replace('mocha', 'vitest'),
	);
});

test('each change repeats the lines of the other', async () => {
	const lines = (build: string, check: string) => [`    "build": "${build}",`, `    "test": "${check}"`];
	expect(
		await mergeEdits(
			'json',
			manifest,
			[{from: 3, to: 5, lines: lines('tsc -b', 'mocha')}],
			[{from: 3, to: 5, lines: lines('tsc', 'vitest')}],
		),
	).toBe(manifest.replace('tsc', 'tsc -b').replace('mocha', 'vitest'));
});

test('both add a comma to the last line, and a key behind it', async () => {
	const add = (line: string): LineEdit[] => [{from: 4, to: 5, lines: ['    "test": "mocha",', line]}];
	expect(await mergeEdits('json', manifest, add('    "lint": "biome"'), add('    "start": "node ."'))).toBe(
		manifest.replace('"mocha"\n', '"mocha",\n    "lint": "biome",\n    "start": "node ."\n'),
	);
});

test('one change adds the comma that the other needs', async () => {
	expect(
		await mergeEdits(
			'json',
			manifest,
			[{from: 4, to: 5, lines: ['    "test": "mocha",']}],
			[{from: 5, to: 5, lines: ['    "lint": "biome"']}],
		),
	).toBe(manifest.replace('"mocha"\n', '"mocha",\n    "lint": "biome"\n'));
});

test('two keys of one line', async () => {
	expect(await merge('json', manifest, manifest.replace('1.0.0', '1.0.1'), manifest.replace('2.0.0', '2.0.1'))).toBe(
		manifest.replace('1.0.0', '1.0.1').replace('2.0.0', '2.0.1'),
	);
});

test('the last key is removed and another one is changed', async () => {
	expect(
		await merge(
			'json',
			manifest,
			manifest.replace('"tsc",\n    "test": "mocha"', '"tsc"'),
			manifest.replace('tsc', 'tsc -b'),
		),
	).toBe(manifest.replace('"tsc",\n    "test": "mocha"', '"tsc -b"'));
});

test('two changes of the same key conflict, and are named', async () => {
	expect(
		await merge(
			'json',
			manifest,
			manifest.replace('mocha', 'vitest'),
			manifest.replace('tsc', 'tsc -b'),
			manifest.replace('mocha', 'node --test'),
		),
	).toEqual({kind: 'same-key', clashes: [{path: ['scripts', 'test'], changes: [0, 2]}]});
});

test('removing a key conflicts with a change in it', async () => {
	expect(
		await merge(
			'json',
			manifest,
			manifest.replace(/ {2}"scripts": \{[^}]*\},\n/, ''),
			manifest.replace('mocha', 'vitest'),
		),
	).toEqual({kind: 'same-key', clashes: [{path: ['scripts', 'test'], changes: [0, 1]}]});
});

test('the same key added twice: once where it is equal, else a conflict', async () => {
	const add = (value: string, more = '') => manifest.replace('"mocha"', `"mocha",${more}\n    "lint": "${value}"`);
	expect(await merge('json', manifest, add('biome'), add('biome', '\n    "fix": "x",'))).toBe(
		manifest.replace('"mocha"', '"mocha",\n    "lint": "biome",\n    "fix": "x"'),
	);
	expect(await merge('json', manifest, add('biome'), add('eslint'))).toEqual({
		kind: 'same-key',
		clashes: [{path: ['scripts', 'lint'], changes: [0, 1]}],
	});
});

test('a key that a change has twice is refused', async () => {
	const result = await merge('json', manifest, manifest.replace('"tsc",', '"tsc",\n    "test": "x",'));
	expect(result).toEqual({kind: 'unable', reason: 'the result would have duplicate key scripts.test (line 6)'});
});

test('a change that breaks the file is refused', async () => {
	const result = await merge('json', manifest, manifest.replace('{\n    "build"', '\n    "build"'), manifest);
	expect(result).toEqual({kind: 'unable', reason: 'the file cannot be parsed with change 1 alone'});
});

test('line ends, byte order mark and an open last line stay', async () => {
	const before = `\uFEFF${manifest.trimEnd().replaceAll('\n', '\r\n')}`;
	const add = (line: string): LineEdit[] => [{from: 4, to: 5, lines: ['    "test": "mocha",', line]}];
	expect(await mergeEdits('json', before, add('    "lint": "biome"'), add('    "start": "node ."'))).toBe(
		before.replace('"mocha"\r\n', '"mocha",\r\n    "lint": "biome",\r\n    "start": "node ."\r\n'),
	);
});

const settings = `// for the editor
{
  "compilerOptions": {
    "strict": true, // always
    /* what runs it */
    "target": "es2022",
    "lib": ["es2022"], // no DOM
  },
}
`;

test('JSONC keeps comments and trailing commas', async () => {
	const edits: [string, string][] = [
		['true, // always', 'false, // for now'],
		['"es2022",\n', '"es2024",\n'],
		['// no DOM', '// no DOM\n    "noEmit": true,'],
	];
	const made = edits.map(([from, to]) => settings.replace(from, to));
	const all = edits.reduce((text, [from, to]) => text.replace(from, to), settings);
	expect(await merge('jsonc', settings, ...made)).toBe(all);
});

test('a key is added behind one that goes', async () => {
	const line = '    "lib": ["es2022"], // no DOM\n';
	expect(
		await merge('jsonc', settings, settings.replace(line, ''), settings.replace(line, `${line}    "noEmit": true,\n`)),
	).toBe(settings.replace(line, '    "noEmit": true,\n'));
});

test('two comments on one line are left to the lines', async () => {
	expect(
		await merge('jsonc', settings, settings.replace('always', 'ever'), settings.replace('always', 'of course')),
	).toEqual({kind: 'unable', reason: 'the changes rewrite the same text around different keys'});
});

test('a file that has comments although its name does not say so', async () => {
	const before = '{\n  // one\n  "a": 1,\n  "b": 2\n}\n';
	expect(await merge('json', before, before.replace('1', '3'), before.replace('2', '4 // four'))).toBe(
		before.replace('1', '3').replace('2', '4 // four'),
	);
});

const workflow = `# checks
on: push
jobs:
  test:
    runs-on: ubuntu-latest # cheap
    env: {CI: "1", DEBUG: ""}
    steps:
      - uses: actions/checkout@v3

      # the real thing
      - name: Test
        run: |
          npm ci
          npm test
      - run: npm run lint
`;

test('YAML: keys, list items and flow maps', async () => {
	const edits: [string, string][] = [
		['ubuntu-latest', 'ubuntu-24.04'],
		['CI: "1"', 'CI: "true"'],
		['DEBUG: ""', 'DEBUG: "*"'],
		['checkout@v3', 'checkout@v4\n        with: {fetch-depth: 0}'],
		['name: Test', 'name: All tests'],
		['npm test', 'npm test -- --coverage'],
		['npm run lint', 'npm run check'],
	];
	const made = edits.map(([from, to]) => workflow.replace(from, to));
	const all = edits.reduce((text, [from, to]) => text.replace(from, to), workflow);
	expect(await merge('yaml', workflow, ...made)).toBe(all);
});

test('YAML: two keys added behind the last line, which is open', async () => {
	const before = 'a: 1\nb: 2';
	expect(await merge('yaml', before, `${before}\nc: 3`, `${before}\nd: 4 # four`)).toBe(
		'a: 1\nb: 2\nc: 3\nd: 4 # four',
	);
});

test('YAML: several documents', async () => {
	const before = 'kind: A\nsize: 1\n---\nkind: B\nsize: 1\nlist:\n- 1\n- 2\n';
	expect(
		await merge('yaml', before, before.replace('kind: B', 'kind: C'), before.replace('B\nsize: 1', 'B\nsize: 2')),
	).toBe(before.replace('B\nsize: 1', 'C\nsize: 2'));
	expect(await merge('yaml', before, before.replace('- 1', '- 3'), before.replace('- 1', '- 4'))).toEqual({
		kind: 'same-key',
		clashes: [{path: [1, 'list', 0], changes: [0, 1]}],
	});
});

test('YAML: two items put at one place of a list conflict', async () => {
	const before = 'list:\n  - a\n  - b\n';
	expect(await merge('yaml', before, `${before}  - c\n`, `${before}  - d\n`)).toEqual({
		kind: 'same-key',
		clashes: [{path: ['list', 2], changes: [0, 1]}],
	});
	expect(await merge('yaml', before, `${before}  - c\n`, `list:\n  - d\n  - a\n  - b\n`)).toBe(
		'list:\n  - d\n  - a\n  - b\n  - c\n',
	);
});

const cargo = `# a crate
[package]
name = "shop" # short
version = "0.1.0"

[dependencies]
serde = {version = "1.0.1", features = ["derive"]}
log.version = "0.4"

[[bin]]
name = "one"
path = """
one"quoted\\"
"""

[[bin]]
name = 'two'
tags = [
  "a", # first
  "b"
]
`;

test('TOML: tables, inline tables, lists of tables, arrays', async () => {
	const edits: [string, string][] = [
		['"0.1.0"', '"0.2.0"\nedition = "2024"'],
		['"shop" # short', '"shop-front" # long'],
		['1.0.1', '1.0.2'],
		['["derive"]', '["derive", "rc"]'],
		['log.version = "0.4"', 'log.version = "0.5"\nrand = "0.9"'],
		['name = "one"', 'name = "three"'],
		["name = 'two'", 'name = "four"'],
		['"b"', '"b",\n  "c", # third'],
	];
	const made = edits.map(([from, to]) => cargo.replace(from, to));
	const all = edits.reduce((text, [from, to]) => text.replace(from, to), cargo);
	expect(await merge('toml', cargo, ...made)).toBe(all);
});

test('TOML: the same key, and a key that is there already', async () => {
	expect(await merge('toml', cargo, cargo.replace('1.0.1', '1.1'), cargo.replace('1.0.1', '1.2'))).toEqual({
		kind: 'same-key',
		clashes: [{path: ['dependencies', 'serde', 'version'], changes: [0, 1]}],
	});
	expect(await merge('toml', cargo, cargo.replace('"0.1.0"', '"0.1.0"\nname = "x"'))).toMatchObject({kind: 'unable'});
});

test.each(['json', 'jsonc', 'yaml', 'toml'] as const)('%s: nothing to do, and an empty file', async format => {
	const text = {json: manifest, jsonc: settings, yaml: workflow, toml: cargo}[format];
	expect(await merge(format, text, text, text)).toBe(text);
	expect(await merge(format, text)).toBe(text);
});
