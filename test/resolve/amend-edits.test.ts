import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {amendEdits} from '../../source/resolve/amend-edits.ts';
import {formatText, inOrder, type LineEdit, parseText, spliceText} from '../../source/resolve/text.ts';
import {undoEdits} from '../../source/resolve/undo-edits.ts';

const numbered = Array.from({length: 12}, (_, index) => `line ${index + 1}`);
const text = (lines: readonly string[]) => parseText(lines.map(line => `${line}\n`).join(''));
const before = text(numbered);

/** Parts that replace these lines (1-based), or insert before one, or delete. */
const part = (from: number, to: number, ...lines: string[]) => ({edits: [{from: from - 1, to, lines}]});

type Part = {edits: LineEdit[]};

function amended(parts: Part[], change: (lines: string[]) => string[], fixed: LineEdit[] = []) {
	const from = spliceText(before, inOrder([...fixed, ...parts.flatMap(({edits}) => edits)]));
	return {from, ...amendEdits({before, from, to: text(change([...from.lines]))}, parts, fixed)};
}

const two = part(2, 2, 'two');
const five = part(5, 5, 'five', 'and a half');

describe('takes along', () => {
	test.each<[string, (lines: string[]) => string[], Part[][], Part[]]>([
		['a line of an edit', lines => lines.with(1, 'TWO'), [[two]], [two]],
		['a line next to it', lines => lines.with(2, 'THREE'), [[two]], []],
		['a line before it', lines => lines.toSpliced(1, 0, ''), [[two]], []],
		['lines of two edits as one', lines => lines.toSpliced(1, 5, 'all'), [[two, five]], [two, five]],
		['lines of each by itself', lines => lines.with(1, 'TWO').toSpliced(5, 1), [[two], [five]], [two, five]],
	])('%s', (_, change, groups, altered) => {
		const found = amended([two, five], change);
		expect(found.isWhole).toBe(true);
		expect(found.parts.map(({members}) => members)).toEqual(groups);
		expect(found.parts.flatMap(one => one.altered)).toEqual(altered);
		expect(found.text.lines).toEqual(change([...found.from.lines]));
	});
});

describe('is not whole', () => {
	test.each<[string, (lines: string[]) => string[]]>([
		['lines elsewhere', lines => lines.with(1, 'TWO').with(9, 'elsewhere')],
		['a blank line between', lines => lines.with(3, 'FOUR').with(11, 'TWELVE')],
		['an edit that is taken back', lines => lines.with(1, 'line 2')],
	])('%s', (_, change) => {
		expect(amended([two], change).isWhole).toBe(false);
	});

	test('line ends alone', () => {
		const from = spliceText(before, two.edits);
		const to = parseText(formatText(from).replace('two\n', 'two\r\n'));
		expect(amendEdits({before, from, to}, [two])).toMatchObject({parts: [], isWhole: false});
	});

	test('lines that may not be amended', () => {
		const found = amended([two], lines => lines.with(1, 'TWO').with(4, 'FIVE'), five.edits);
		expect([found.isWhole, found.parts.length, found.text.lines[4]]).toEqual([false, 1, 'five']);
	});
});

/** Edits of some lines, apart or next to each other. */
const anyParts = fc.uniqueArray(fc.integer({min: 0, max: 11}), {minLength: 1, maxLength: 4}).chain(lines =>
	fc.tuple(
		...lines
			.toSorted((a, b) => a - b)
			.map(line =>
				fc.array(fc.constantFrom('x', 'y', '', '}'), {maxLength: 3}).map(
					(added): Part => ({
						edits: [{from: line, to: line + 1, lines: added.map((word, at) => `${word} ${line}.${at}`)}],
					}),
				),
			),
	),
);

const anyChanges = fc.array(
	fc.record({at: fc.nat(30), remove: fc.nat(2), add: fc.array(fc.constantFrom('p', 'q', '', '}'), {maxLength: 2})}),
	{maxLength: 3},
);

test('what is taken along leads to the changed file, and back to the file before the run', () => {
	fc.assert(
		fc.property(anyParts, anyChanges, (parts, changes) => {
			const change = (lines: string[]) =>
				changes.reduce((now, {at, remove, add}) => now.toSpliced(at % (now.length + 1), remove, ...add), lines);
			const {from, text: made, isWhole, parts: found} = amended(parts, change);
			const to = text(change([...from.lines]));
			if (isWhole) expect(formatText(made)).toBe(formatText(to));
			const members = found.flatMap(one => one.members);
			expect(new Set(members).size).toBe(members.length);
			expect(found.flatMap(one => one.altered).every(one => members.includes(one))).toBe(true);
			// The edits fit the file before the run, and nothing of the run is lost in their place.
			const rest = parts.filter(one => !members.includes(one)).flatMap(({edits}) => edits);
			expect(formatText(spliceText(before, inOrder([...rest, ...found.flatMap(({edits}) => edits)])))).toBe(
				formatText(made),
			);
			expect(formatText(undoEdits(before, made, made).text)).toBe(formatText(before));
		}),
		{numRuns: 2000},
	);
});
