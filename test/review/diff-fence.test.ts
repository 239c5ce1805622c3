import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readDiffFence} from '../../source/review/diff-fence.ts';
import {readBlocks} from '../../source/review/markdown.ts';

const read = (...lines: string[]) =>
	readBlocks(['```diff', ...lines, '```'].join('\n')).flatMap(block =>
		block.kind === 'fence' ? readDiffFence(block) : [],
	);

const hunksOf = (...lines: string[]) => read(...lines).flatMap(({hunks}) => hunks);

const hunk = (old: string[], fresh: string[], line: number | null = null) => ({old, new: fresh, line});

describe('hunks', () => {
	test('without any header', () => {
		expect(hunksOf(' a', '-b', '+c', ' d')).toEqual([hunk(['a', 'b', 'd'], ['a', 'c', 'd'])]);
	});

	test('a bare @@ parts two', () => {
		expect(hunksOf('-a', '+b', '@@', ' c', '+d')).toEqual([hunk(['a'], ['b']), hunk(['c'], ['c', 'd'])]);
	});

	test.each<[string, number | null]>([
		['@@ -12,3 +12,4 @@ function total() {', 12],
		['@@ -12 +12 @@', 12],
		['@@ -0,0 +1 @@', null],
		['@@ ... @@', null],
		['@@ total @@', null],
	])('%s', (header, line) => {
		expect(hunksOf(header, '-a', '+b')).toEqual([hunk(['a'], ['b'], line)]);
	});

	test('counts are not believed', () => {
		expect(hunksOf('@@ -1,9 +1,1 @@', ' a', '-b', ' c')).toEqual([hunk(['a', 'b', 'c'], ['a', 'c'], 1)]);
	});

	test('left-out lines part two, and say nothing of the line', () => {
		for (const left of ['...', ' ...', '     # ... the rest ...', ' // existing code...', '…', ' /* ... */']) {
			expect(hunksOf('@@ -4,9 +4,9 @@', '-a', '+b', left, '-c')).toEqual([hunk(['a'], ['b'], 4), hunk(['c'], [])]);
		}
	});

	test('lines without a change are kept if they say something', () => {
		expect(hunksOf(' def total():', ' ...', '-a', '+b', ' ...', ' }')).toEqual([
			hunk(['def total():'], ['def total():']),
			hunk(['a'], ['b']),
		]);
	});

	test('a spread is no elision', () => {
		expect(hunksOf(' {', '   ...props,', '+  b,')).toEqual([hunk(['{', '  ...props,'], ['{', '  ...props,', '  b,'])]);
	});

	test('CRLF, blanks for empty lines, no final newline', () => {
		expect(hunksOf(' a\r', ' \r', '\r', '-b\r', '+c\r', '\\ No newline at end of file\r')).toEqual([
			hunk(['a', '', '', 'b'], ['a', '', '', 'c']),
		]);
	});

	test('only new lines have no place', () => {
		expect(hunksOf('+import x')).toEqual([hunk([], ['import x'])]);
	});

	test('nothing is asked for without marks', () => {
		expect(read(' a', ' b')).toEqual([]);
		expect(read()).toEqual([]);
	});
});

describe('the column of the marks', () => {
	test('missing where lines begin with a tab', () => {
		expect(hunksOf(' func a() {', '\tb()', '-\tc()', '+\td()', ' }')).toEqual([
			hunk(['func a() {', '\tb()', '\tc()', '}'], ['func a() {', '\tb()', '\td()', '}']),
		]);
	});

	test('missing on all unchanged lines', () => {
		expect(hunksOf('def a():', '    b()', '-    c()', '+    d()')).toEqual([
			hunk(['def a():', '    b()', '    c()'], ['def a():', '    b()', '    d()']),
		]);
	});

	test('missing, with the marks written over the indentation', () => {
		expect(hunksOf('def a():', '    b()', '-   c()', '+   d()')).toEqual([
			hunk(['def a():', '    b()', '    c()'], ['def a():', '    b()', '    d()']),
		]);
	});

	test('missing on the first line only', () => {
		expect(hunksOf('def a():', '     b()', '-    c()')).toEqual([
			hunk(['def a():', '    b()', '    c()'], ['def a():', '    b()']),
		]);
	});
});

describe('files', () => {
	test('from the headers', () => {
		const files = read(
			'diff --git a/src/a.ts b/src/a.ts',
			'index 111..222 100644',
			'--- a/src/a.ts',
			'+++ b/src/a.ts\t2024-01-01',
			'@@ -3 +3 @@',
			'-a',
			'+b',
			'--- a/src/b.ts',
			'+++ b/src/b.ts',
			'-c',
		);
		expect(files).toEqual([
			{path: 'src/a.ts', hunks: [hunk(['a'], ['b'], 3)], flaw: null},
			{path: 'src/b.ts', hunks: [hunk(['c'], [])], flaw: null},
		]);
	});

	test('from the line of git alone', () => {
		expect(read('diff --git a/x.go b/y.go', '@@', '-a', '+b')[0]?.path).toBe('y.go');
	});

	test('deleted and added comments are no headers', () => {
		expect(hunksOf('--- drop the rows', '+++ keep the rows')).toEqual([
			hunk(['-- drop the rows'], ['++ keep the rows']),
		]);
		expect(hunksOf('--- a.sql', '+-- b.sql')).toEqual([hunk(['-- a.sql'], ['-- b.sql'])]);
	});

	test('a file that is removed is not a change of lines', () => {
		expect(read('--- a/x.ts', '+++ /dev/null', '-a')).toMatchObject([{path: 'x.ts', flaw: expect.any(String)}]);
	});
});

describe('flaws', () => {
	test.each(['+...', '+\t// ... the rest', '+void a() { /* ... */ }', '+void a() { ... }'])('%s', line => {
		expect(read('-a', line)[0]?.flaw).toContain('abbreviates');
	});

	test('a fence that is not closed', () => {
		const [fence] = readBlocks('```diff\n-a\n+b');
		expect(fence?.kind === 'fence' && readDiffFence(fence)[0]?.flaw).toContain('not closed');
	});

	test('a mention is quoted: known where the file has it', () => {
		expect(read(' `@wraps`(f)', '-`@old`', '+`@new`')).toEqual([
			{path: null, hunks: [hunk(['@wraps(f)', '@old'], ['@wraps(f)', '@new'])], flaw: null},
		]);
		expect(read('-a', '+`@new`')[0]?.flaw).toContain('mention');
		expect(hunksOf(' `@wraps`', '-a(`@b` c)', '+d(`@b`, `@e`)')).toEqual([
			hunk(['@wraps', 'a(@b c)'], ['@wraps', 'd(@b, `@e`)']),
		]);
	});
});

test('nothing throws, and every old line is one of the fence', () => {
	const line = fc
		.tuple(fc.constantFrom('', ' ', '-', '+', '@@', '--- ', '+++ ', 'diff --git ', '\\ '), fc.string())
		.map(([mark, text]) => mark + text.replace(/[\r\n]/g, ''));
	fc.assert(
		fc.property(fc.array(line), fc.boolean(), (lines, closed) => {
			const files = readDiffFence({kind: 'fence', info: 'diff', lines, closed, sections: []});
			const old = files.flatMap(({hunks}) => hunks.flatMap(part => part.old));
			expect(old.length).toBeLessThanOrEqual(lines.length);
		}),
	);
});

test.each<[string, string[]]>([
	['the new path ends', ['--- a/a.txt', '+++ b/a.txt ']],
	['both paths end', ['--- a/a.txt ', '+++ b/a.txt ']],
	['the old path ends', ['--- a/a.txt ', '+++ b/a.txt']],
	['a path begins', ['---  a/a.txt', '+++ b/a.txt']],
	['a path ends, before a time', ['--- a/a.txt \t2026-01-01', '+++ b/a.txt \t2026-01-02']],
	['a path ends, without ---', ['diff --git a/a.txt b/a.txt ']],
])('a diff is refused if %s with a blank: that is another file', (_, header) => {
	const [diff] = read(...header, '@@ -1 +1 @@', '-a', '+b');
	expect(diff).toMatchObject({path: 'a.txt', flaw: 'a path in the diff begins or ends with a blank'});
});

test('a time or CRLF after a path is no blank in it', () => {
	for (const header of [
		['--- a/a.txt\t2026-01-01 10:00', '+++ b/a.txt\t'],
		['--- a/a.txt\r', '+++ b/a.txt\r'],
	]) {
		expect(read(...header, '@@ -1 +1 @@', '-a', '+b')).toMatchObject([{path: 'a.txt', flaw: null}]);
	}
});
