import {expect, test} from 'vitest';
import type {Format} from '../../../source/resolve/structured/format.ts';
import {openReader} from '../../../source/resolve/structured/readers/open.ts';
import {readOnce, structureOf} from '../../../source/resolve/structured/structure.ts';
import {clashingPaths} from '../../../source/resolve/structured/touches.ts';
import {describePath} from '../../../source/resolve/structured/tree.ts';
import {parseText} from '../../../source/resolve/text.ts';

async function touches(format: Format, before: string, from: number, to: number, ...lines: string[]) {
	const structure = structureOf(readOnce(await openReader(format)), parseText(before));
	const found = structure.touches([{from, to, lines}]);
	return found?.map(({how, path}) => `${how} ${describePath(path)}`) ?? null;
}

const manifest = '{\n  "scripts": {\n    "test": "mocha"\n  },\n  "files": [\n    "a",\n    "b"\n  ]\n}';

test.each<[string, number, number, string[], string[] | null]>([
	['a value', 2, 3, ['    "test": "vitest"'], ['changed scripts.test']],
	['a new key', 2, 2, ['    "lint": "x",'], ['added scripts.lint']],
	['a new section', 1, 1, ['  "engines": {"node": "22"},'], ['added engines']],
	['a section', 1, 4, [], ['removed scripts']],
	['the kind of a value', 1, 4, ['  "scripts": null,'], ['changed scripts']],
	['another key', 2, 3, ['    "tests": "mocha"'], ['removed scripts.test', 'added scripts.tests']],
	['a first item', 5, 6, [], ['removed files[0]']],
	['a new item', 6, 6, ['    "c",'], ['added files[1]']],
	['an item', 6, 7, ['    "c"'], ['changed files[1]']],
	['spaces', 2, 3, ['"test":"mocha"'], []],
	['broken', 3, 4, [], null],
])('JSON: %s', async (_, from, to, lines, expected) => {
	expect(await touches('json', manifest, from, to, ...lines)).toEqual(expected);
});

test('YAML and TOML', async () => {
	expect(await touches('yaml', 'on: [push]\njobs:\n- a: 1', 2, 3, "- a: '1' # one")).toEqual(['changed jobs[0].a']);
	expect(await touches('yaml', 'a: "x" # why', 0, 1, "a: 'x'")).toEqual([]);
	expect(await touches('toml', '[a.b]\nc = 1\n[[d]]\n[[d]]\ne = [1, 2]', 4, 5, 'e = [1, 3]')).toEqual([
		'changed d[1].e[1]',
	]);
	expect(await touches('toml', '[a]\nb = "x"', 1, 2, "'b' = 'x'")).toEqual([]);
	expect(await touches('toml', '[[d]]\nx = 1\n[[d]]\nx = 2', 0, 2)).toEqual(['removed d[0]']);
});

test('clashes: the same value, and a value with one in it', () => {
	const touch = (how: 'added' | 'removed' | 'changed', path: (string | number)[], value: string | null = null) => [
		{how, path, value, isText: false},
	];
	const changed = touch('changed', ['a', 0, 'b'], '1');
	expect(clashingPaths(changed, touch('changed', ['a', 0, 'b'], '2'))).toEqual([['a', 0, 'b']]);
	expect(clashingPaths(changed, touch('changed', ['a', 0, 'b'], '1'))).toEqual([]);
	expect(clashingPaths(changed, touch('removed', ['a']))).toEqual([['a']]);
	expect(clashingPaths(touch('removed', ['a']), changed)).toEqual([['a', 0, 'b']]);
	expect(clashingPaths(changed, touch('added', ['a', 0], '3'))).toEqual([]);
	expect(clashingPaths(touch('added', ['a', 0], '2'), touch('added', ['a', 0], '3'))).toEqual([['a', 0]]);
	expect(clashingPaths(changed, touch('removed', ['a', 1]))).toEqual([]);
});
