import {expect, test} from 'vitest';
import {checkStructured} from '../../../source/resolve/structured/check.ts';
import {type Format, formatOf} from '../../../source/resolve/structured/format.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';

test.each([
	['package.json', 'json'],
	['a/b/config.JSON', 'json'],
	['tsconfig.json', 'jsonc'],
	['packages/a/tsconfig.build.json', 'jsonc'],
	['jsconfig.json', 'jsonc'],
	['.vscode/settings.json', 'jsonc'],
	['app/.devcontainer/devcontainer.json', 'jsonc'],
	['wrangler.jsonc', 'jsonc'],
	['.github/workflows/ci.yml', 'yaml'],
	['a.yaml', 'yaml'],
	['Cargo.toml', 'toml'],
	['a.json5', null],
	['json', null],
	['src/json.ts', null],
])('%s is %s', (path, format) => expect(formatOf(path)).toBe(format));

test.each<[Format, string, string, string | null]>([
	['json', '{"a": 1}', '{"a": 2}', null],
	['json', '{"a": 1}', '{"a": 1', 'close brace expected (line 1)'],
	['json', '{"a": 1}', '\n{"a": 1,}', 'a trailing comma (line 2)'],
	['json', '{"a": 1}', '{"a": 1} // one', 'a comment (line 1)'],
	['json', '// one\n{"a": 1}', '// one\n// two\n{"a": 1}', null],
	['json', '{"a": 1}', '{"a": 1, "a": 2}', 'duplicate key a (line 1)'],
	['json', '{"a": 1, "a": 2}', '{"a": 1, "a": 3}', null],
	['json', '{"a": 1, "a": 2}', '{"a": 1, "a": 3, "a": 4}', 'duplicate key a (line 1)'],
	['json', '\uFEFF{"a": 1}', '\uFEFF{"a": 2}', null],
	['json', '{"a": 1', '{"a": 2', null],
	['jsonc', '{"a": 1}', '{"a": 1,} // one', null],
	['yaml', 'a: 1\n', 'a: 1\nb:\n  c: 1\n  c: 2\n', 'duplicate key b.c (line 4)'],
	['yaml', 'a: {{ b }}\n', 'a: {{ c }}\n', null],
	['yaml', 'a: [\n', 'a: [\nb: 1\n', null],
	['toml', 'a = 1\n', 'a = 2\n', null],
])('%s: %j to %j', async (format, before, after, reason) => {
	expect(checkStructured(await openReader(format), before, after)).toEqual(
		reason === null ? {ok: true} : {ok: false, reason},
	);
});

test.each<[Format, string, string]>([
	['yaml', 'a: 1\n', 'a: 1\n\tb: 2\n'],
	['yaml', 'a:\n  b: 1\n', 'a:\n  b: 1\n c: 2\n'],
	['toml', 'a = 1\n', 'a = 1\na = 2\n'],
	['toml', '[a]\n', '[a]\nb =\n'],
])('%s: %j does not become %j', async (format, before, after) => {
	expect(checkStructured(await openReader(format), before, after)).toMatchObject({ok: false});
});

test.each(['json', 'jsonc', 'yaml', 'toml'] as const)('%s: nothing throws, however deep or odd', async format => {
	const read = await openReader(format);
	const deep = 20_000;
	const sources = [
		'',
		'\0',
		'[',
		'{',
		'"',
		'"""',
		"'''",
		'/*',
		'#',
		'&a *a',
		'? ',
		'- - -',
		'[[',
		'[a',
		'a=',
		'a.',
		'\r',
		'---\n...\n---',
	];
	const nests = [
		'['.repeat(deep),
		'{"a":'.repeat(deep),
		`a = ${'['.repeat(deep)}${']'.repeat(deep)}`,
		'- '.repeat(300),
	];
	const odd = [`${'['.repeat(250)}${']'.repeat(250)}`, '{"a": '.repeat(250) + 1 + '}'.repeat(250)];
	for (const source of [...sources, ...nests, ...odd]) expect(read(source).faults).toBeInstanceOf(Array);
});
