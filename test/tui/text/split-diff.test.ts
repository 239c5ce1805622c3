import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseText} from '../../../source/resolve/text.ts';
import {safeCode} from '../../../source/text/safe.ts';
import {diffLines} from '../../../source/tui/text/diff-lines.ts';
import {type Line, lineWidth, textOf} from '../../../source/tui/text/line.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';

const symbols = symbolsFor(true);
const view = {symbols, highlight: null};
const width = 120;
const room = Math.floor((width - 3) / 2);

/** The two columns of each row, without the blanks at their ends. */
const columnsOf = (lines: readonly Line[]) =>
	lines.map(each => {
		const cells = textOf(each);
		return [cells.slice(0, room), cells.slice(room + 3)].map(column => column.trimEnd());
	});

test('a line is beside the one that it became', () => {
	const text = parseText('one\nlet total = 0;\nlet rest = 1;\nlast\n');
	const edits = [{from: 1, to: 3, lines: ['// The sum.', 'let total = 1;']}];
	expect(columnsOf(diffLines('a', text, edits, {...view, width}))).toEqual([
		['1   one', '1   one'],
		['', '2 + // The sum.'],
		['2 - let total = 0;', '3 + let total = 1;'],
		['3 - let rest = 1;', ''],
		['4   last', '4   last'],
	]);
});

test('a missing line end is shown on the side where it is missing', () => {
	const shown = diffLines('a', parseText('one\ntwo'), [{from: 1, to: 2, lines: ['2']}], {...view, width});
	expect(columnsOf(shown)).toEqual([
		['1   one', '1   one'],
		['2 - two', '2 + 2'],
		['     No newline at end of file', '     No newline at end of file'],
	]);
});

test.each([
	[{width: 118}, true],
	[{width: 100}, false],
	[{width: 100, split: true}, true],
	[{width: 59, split: true}, false],
	[{width: 118, split: false}, false],
	[{width: Number.POSITIVE_INFINITY, split: true}, false],
])('%j has two columns: %s', (wanted, isExpected) => {
	const shown = diffLines('a', parseText('one\n'), [{from: 0, to: 1, lines: ['two']}], {...view, ...wanted});
	expect(textOf(shown[0]!).includes(symbols.wall)).toBe(isExpected);
});

const piece = fc.constantFrom('let ', 'total', ' = ', '1', '漢字', '\t', '  ', 'é', '\x1b[31m', '🛠');
const code = fc.array(piece, {maxLength: 8}).map(pieces => pieces.join(''));
const change = fc.record({
	before: fc.array(code, {minLength: 1, maxLength: 10}),
	lines: fc.array(code, {maxLength: 6}),
	at: fc.nat(),
	many: fc.nat(4),
});

test('the left column has the old lines and the right one the new ones, each once and in order', () =>
	fc.assert(
		fc.property(change, ({before, lines, at, many}) => {
			const text = parseText(`${before.join('\n')}\n`);
			const from = at % (before.length + 1);
			const to = Math.min(before.length, from + many);
			fc.pre(to > from || lines.length > 0);
			const wide = 400;
			const shown = diffLines('a', text, [{from, to, lines}], {...view, width: wide, context: 100});
			const isNumbered = (column: Line) => /^ *\d/.test(textOf(column));
			const codeOf = (column: Line) =>
				textOf(column)
					.replace(/^ *\d+( [+-]? ?|$)/, '')
					.trimEnd();
			const [left, right] = [0, 1].map(side =>
				shown
					.map(each => halfOf(each, side))
					.filter(isNumbered)
					.map(codeOf),
			);
			const plain = (all: readonly string[]) => all.map(each => safeCode(each).trim());
			const after = [...before.slice(0, from), ...lines, ...before.slice(to)];
			const withoutMarks = (all: readonly string[]) => all.map(each => each.replaceAll(symbols.tab, ' ').trim());
			expect(withoutMarks(left!)).toEqual(plain(before));
			expect(withoutMarks(right!)).toEqual(plain(after));
			for (const each of shown) expect(lineWidth(each)).toBeLessThanOrEqual(wide);
		}),
	));

/** The spans of one column: those before the wall between the two, or those behind it. */
function halfOf(shown: Line, side: number): Line {
	const wall = shown.findIndex(({text}) => text === ` ${symbols.wall} `);
	return side === 0 ? shown.slice(0, wall) : shown.slice(wall + 1);
}
