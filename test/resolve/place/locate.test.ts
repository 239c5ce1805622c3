import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {locateSketch} from '../../../source/resolve/place/locate.ts';
import {searchable} from '../../../source/resolve/place/occurrences.ts';
import type {Sketch, SnippetHunk} from '../../../source/review/finding.ts';

type Near = Sketch['near'];

const sketch = (hunks: SnippetHunk[], near: Near = null): Sketch => ({
	id: 'c1',
	from: 'diff',
	path: 'a.ts',
	commit: null,
	near,
	hunks,
	confidence: 1,
	isOption: false,
	flaw: null,
});

const hunk = (old: string[], fresh: string[], line: number | null = null): SnippetHunk => ({old, new: fresh, line});

const at = (start: number, end = start) => ({start, end});

const find = (lines: string[], hunks: SnippetHunk[], near: Near = null) =>
	locateSketch(sketch(hunks, near), searchable(lines));

const found = (start: number, end: number, replacement: string[]) => ({kind: 'found', start, end, replacement});

describe('one hunk', () => {
	test('is at one place in the file', () => {
		expect(find(['a', 'b', 'c'], [hunk(['b'], ['x', 'y'])])).toEqual(found(2, 2, ['x', 'y']));
		expect(find(['a', 'b', 'c'], [hunk(['b', 'c'], ['c'])])).toEqual(found(2, 3, ['c']));
		expect(find(['a', 'b', 'c'], [hunk(['a'], [])])).toEqual(found(1, 1, []));
	});

	test('is not there, or nearly', () => {
		expect(find(['a', 'b'], [hunk(['x'], ['y'])])).toMatchObject({
			kind: 'none',
			reason: expect.stringContaining('"x"'),
		});
		expect(find(['let a = 1;'], [hunk(['let a = 1'], ['let a = 2'])]).kind).toBe('none');
		expect(find(['a ', 'b'], [hunk(['a'], ['y'])]).kind).toBe('none');
		expect(find([], [hunk(['a'], ['y'])]).kind).toBe('none');
	});

	test('is at several places', () => {
		const lines = ['a', 'b', 'a', 'b'];
		expect(find(lines, [hunk(['a'], ['x'])]).kind).toBe('several');
		expect(find(lines, [hunk(['a'], ['x'])], at(1, 4)).kind).toBe('several');
		expect(find(lines, [hunk(['a'], ['x'])], at(3))).toEqual(found(3, 3, ['x']));
		expect(find(lines, [hunk(['a'], ['x'])], at(2)).kind).toBe('several');
	});

	test('is elsewhere than the comment', () => {
		const lines = ['a', ...Array<string>(30).fill('b')];
		expect(find(lines, [hunk(['a'], ['x'])], at(30))).toMatchObject({
			kind: 'none',
			reason: expect.stringContaining('1-1'),
		});
		expect(find(lines, [hunk(['a'], ['x'])], at(8))).toEqual(found(1, 1, ['x']));
	});

	test('the stated line only chooses among places that hold the lines', () => {
		expect(find(['a', 'b', 'a'], [hunk(['a'], ['x'], 3)])).toEqual(found(3, 3, ['x']));
		expect(find(['a', 'b', 'a'], [hunk(['a'], ['x'], 2)]).kind).toBe('several');
		expect(find(['a', 'b', 'c'], [hunk(['a'], ['x'], 2)])).toEqual(found(1, 1, ['x']));
	});

	test('brackets and blank lines need the comment and to be there once', () => {
		expect(find(['a', '}'], [hunk(['}'], ['  b', '}'])]).kind).toBe('none');
		expect(find(['a', '}'], [hunk(['}'], ['b', '}'])], at(1))).toEqual(found(2, 2, ['b', '}']));
		expect(find(['a', '}', 'c', '}'], [hunk(['}'], ['b', '}'])], at(2)).kind).toBe('several');
		expect(find(['}', ...Array<string>(30).fill('b')], [hunk(['}'], ['x', '}'])], at(30)).kind).toBe('none');
	});

	test('is at several places with the same result: the last one, as git shows it', () => {
		expect(find(['a', 'b', 'b', 'c'], [hunk(['b'], [])])).toEqual(found(3, 3, []));
		expect(find(['a', 'b', 'b', 'b'], [hunk(['b', 'b'], ['b'])])).toEqual(found(3, 4, ['b']));
		expect(find(['a', 'b', '', 'b', ''], [hunk(['b', ''], [])])).toEqual(found(4, 5, []));
		expect(find(['}', '}', 'c'], [hunk(['}'], [])], at(3))).toEqual(found(2, 2, []));
	});

	test('is at several places with different results', () => {
		expect(find(['b', 'b', 'c'], [hunk(['b'], ['x'])]).kind).toBe('several');
		expect(find(['b', 'b', 'c'], [hunk(['b'], ['b', 'x'])]).kind).toBe('several');
		expect(find(['b', 'b', 'c', 'b'], [hunk(['b'], [])]).kind).toBe('several');
		expect(find(['b', 'b'], [hunk(['b'], []), hunk(['b'], ['x'])]).kind).toBe('found');
		expect(find(['b', 'b', 'c'], [hunk(['b'], []), hunk(['c'], ['x'])]).kind).toBe('several');
		expect(find(['x', 'x'], [hunk(['b'], ['x'])]).kind).toBe('several');
	});

	test('far from the comment it counts no more than a single one', () => {
		expect(find(['b', 'b', ...Array<string>(30).fill('c')], [hunk(['b'], [])], at(30)).kind).toBe('none');
	});

	test('adds lines without a place, or changes nothing', () => {
		expect(find(['a'], [hunk([], ['import a'])]).kind).toBe('none');
		expect(find(['a'], [hunk(['a'], ['a'])]).kind).toBe('none');
		expect(find(['a'], []).kind).toBe('none');
	});

	test('blank lines at its ends may be missing in the file', () => {
		expect(find(['a', 'b'], [hunk(['a', '', ''], ['x', '', ''])])).toEqual(found(1, 1, ['x']));
		expect(find(['a', 'b'], [hunk(['', 'a'], ['', 'x'])])).toEqual(found(1, 1, ['x']));
	});

	test('unchanged lines stay as the file has them', () => {
		expect(find(['a', '   ', 'b'], [hunk(['a', '', 'b'], ['a', '', 'x'])])).toEqual(found(1, 3, ['a', '   ', 'x']));
	});
});

describe('indentation', () => {
	test('relative to the snippet', () => {
		const hunks = [hunk(['if a:', '    b()'], ['if a:', '    c()', '', '    d()'])];
		expect(find(['x', '        if a:', '            b()'], hunks)).toEqual(
			found(2, 3, ['        if a:', '            c()', '', '            d()']),
		);
	});

	test('deeper in the snippet', () => {
		expect(find(['a', '\tb'], [hunk(['  a', '  \tb'], ['  a', '  \tc'])])).toEqual(found(1, 2, ['a', '\tc']));
	});

	test('of tabs in the file', () => {
		expect(find(['\t\ta', '\t\t\tb'], [hunk(['a', '\tb'], ['a', '\tc'])])).toEqual(found(1, 2, ['\t\ta', '\t\t\tc']));
		expect(find(['\t\ta'], [hunk(['a'], ['if b:', '    a'])]).kind).not.toBe('found');
	});

	test('not the same on all lines is another text', () => {
		expect(find(['  a', '   b'], [hunk(['a', 'b'], ['x'])]).kind).toBe('none');
	});

	test('as written comes first', () => {
		expect(find(['a', '  a'], [hunk(['a'], ['x'])])).toEqual(found(1, 1, ['x']));
		expect(find(['a', ...Array<string>(20).fill(''), '  a'], [hunk(['a'], ['x'])], at(22))).toEqual(
			found(22, 22, ['  x']),
		);
	});
});

describe('several hunks', () => {
	const lines = ['import a', '', 'a()', 'b()', 'a()', 'c()', 'a()'];

	test('make one span with what lies between', () => {
		expect(find(lines, [hunk(['import a'], ['import x']), hunk(['c()'], ['d()'])])).toEqual(
			found(1, 6, ['import x', '', 'a()', 'b()', 'a()', 'd()']),
		);
	});

	test('one near the comment is enough if the others occur once', () => {
		const far = ['import a', ...Array<string>(40).fill(''), 'c()'];
		const result = find(far, [hunk(['import a'], ['import x']), hunk(['c()'], ['d()'])], at(42));
		expect(result).toMatchObject({kind: 'found', start: 1, end: 42});
	});

	test('keep their order, which can prove a place', () => {
		expect(find(lines, [hunk(['c()'], ['d()']), hunk(['a()'], ['x()'])])).toEqual(found(6, 7, ['d()', 'x()']));
		expect(find(lines, [hunk(['b()'], ['d()']), hunk(['a()'], ['x()'])]).kind).toBe('several');
		expect(find(lines, [hunk(['c()'], ['d()']), hunk(['b()'], ['x()'])]).kind).toBe('none');
	});

	test('do not overlap', () => {
		expect(find(['a', 'b', 'c'], [hunk(['a', 'b'], ['x', 'b']), hunk(['b', 'c'], ['b', 'y'])]).kind).toBe('none');
	});

	test('lines without a change show what is between, and are not part of the span', () => {
		const between = hunk(['c()'], ['c()']);
		expect(find(lines, [between, hunk(['a()'], ['x()'])])).toEqual(found(7, 7, ['x()']));
		expect(find(lines, [hunk(['z()'], ['z()']), hunk(['b()'], ['x()'])]).kind).toBe('none');
	});

	test('all or none', () => {
		expect(find(lines, [hunk(['b()'], ['d()']), hunk(['z()'], ['y()'])]).kind).toBe('none');
	});
});

describe('made before', () => {
	test('the new lines are there and the old ones are not', () => {
		expect(find(['a', 'x', 'c'], [hunk(['a', 'b', 'c'], ['a', 'x', 'c'])])).toEqual({
			kind: 'applied',
			start: 1,
			end: 3,
		});
	});

	test('the new lines hold the old ones', () => {
		expect(find(['a', 'x', 'b'], [hunk(['a'], ['a', 'x'])])).toEqual({kind: 'applied', start: 1, end: 2});
	});

	test('some of the hunks only', () => {
		const hunks = [hunk(['a'], ['x']), hunk(['c'], ['y'])];
		expect(find(['x', 'b', 'c'], hunks)).toEqual(found(3, 3, ['y']));
	});

	test('deleted lines leave nothing that proves it', () => {
		expect(find(['a'], [hunk(['b'], [])]).kind).toBe('none');
	});
});

describe('whatever the file', () => {
	const line = fc.constantFrom('a', 'b', 'c', '  a', '\ta', '', '}', '  }');
	const lines = fc.array(line, {maxLength: 25});
	const anyHunk = fc.record({
		old: fc.array(line, {maxLength: 4}),
		new: fc.array(line, {maxLength: 4}),
		line: fc.option(fc.integer({min: 1, max: 25}), {nil: null}),
	});
	const anyNear = fc.option(
		fc
			.tuple(fc.integer({min: 1, max: 25}), fc.integer({min: 0, max: 5}))
			.map(([start, more]) => at(start, start + more)),
		{nil: null},
	);

	test('one of several equal lines is deleted, wherever they are', () => {
		fc.assert(
			fc.property(lines, lines, fc.integer({min: 1, max: 5}), (above, below, count) => {
				const file = [...above, ...Array<string>(count).fill('z'), ...below];
				const result = find(file, [hunk(['z'], [])]);
				expect(result).toMatchObject({kind: 'found', replacement: []});
				expect('start' in result && file.toSpliced(result.start - 1, 1)).toEqual([
					...above,
					...Array<string>(count - 1).fill('z'),
					...below,
				]);
			}),
		);
	});

	test('what is found lies in it, and one hunk replaces the lines it quotes', () => {
		fc.assert(
			fc.property(lines, fc.array(anyHunk, {maxLength: 3}), anyNear, (file, hunks, near) => {
				const result = find(file, hunks, near);
				if (result.kind !== 'found' && result.kind !== 'applied') return;
				expect(result.start).toBeGreaterThan(0);
				expect(result.end).toBeLessThanOrEqual(file.length);
				if (result.kind === 'applied' || hunks.length > 1) return;
				const trimmed = (text: readonly string[]) =>
					text
						.map(each => each.trim())
						.join('\n')
						.trim();
				expect(trimmed(file.slice(result.start - 1, result.end))).toBe(trimmed(hunks[0]!.old));
			}),
			{numRuns: 500},
		);
	});

	test('lines that occur once are found with any indentation of the snippet', () => {
		const file = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), {minLength: 3, maxLength: 30});
		const blanks = fc.constantFrom('', '  ', '\t');
		fc.assert(
			fc.property(file, fc.nat(), fc.nat(), blanks, blanks, (words, first, size, inFile, inSnippet) => {
				const start = first % words.length;
				const end = Math.min(words.length, start + 1 + (size % 4));
				const old = words.slice(start, end);
				const hunks = [
					hunk(
						old.map(word => inSnippet + word),
						[...old, 'NEW'].map(word => inSnippet + word),
					),
				];
				const text = words.map(word => inFile + word);
				expect(find(text, hunks)).toEqual(found(start + 1, end, [...text.slice(start, end), `${inFile}NEW`]));
			}),
		);
	});

	test('a hostile snippet takes no time to speak of', () => {
		const many = Array<string>(20_000).fill('a');
		expect(find(many, [hunk(many.slice(0, 10_000), ['x'])]).kind).toBe('several');
	});
});
