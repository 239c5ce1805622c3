import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {widthOf} from '../../source/text/cells.ts';
import {commentLines} from '../../source/tui/text/comment-lines.ts';
import {cutLine, lineWidth, span, textOf, wrapLine} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';

const text = fc.string({unit: fc.constantFrom('a', 'b', ' ', '漢', 'é', '-', '.', 'x'), maxLength: 60});
const spans = fc.array(
	text.map(each => span(each)),
	{maxLength: 5},
);
const room = fc.integer({min: 2, max: 40});

test('wrapped lines fit and keep every character but blanks', () =>
	fc.assert(
		fc.property(spans, room, (line, width) => {
			const wrapped = wrapLine(line, width);
			for (const each of wrapped) expect(lineWidth(each)).toBeLessThanOrEqual(width);
			const letters = (all: string) => all.replace(/ /g, '');
			expect(letters(wrapped.map(textOf).join(''))).toBe(letters(textOf(line)));
		}),
	));

test('a word after nothing but blanks opens a line of its own', () => {
	expect(wrapLine([span('  '), span('a')], 2).map(textOf)).toEqual(['', 'a']);
});

test('a line that is cut has the cells that it is given', () =>
	fc.assert(
		fc.property(spans, room, (line, width) => {
			expect(lineWidth(cutLine(line, width, '…'))).toBeLessThanOrEqual(width);
		}),
	));

test('each character of a sign takes one cell', () => {
	for (const sign of Object.values(symbolsFor(true))) {
		expect([sign, widthOf(sign), stringWidth(sign)]).toEqual([sign, sign.length, sign.length]);
	}
});

const view = {width: 40, symbols: symbolsFor(true), isUnfolded: false, shownAs: ['the change below']};
const show = (body: string, fields = {}) => commentLines(readBlocks(body), {...view, ...fields}).map(textOf);

test('a comment is words and code, wrapped', () => {
	const body =
		'# Head\n\nUse `const` here, **please**, it is\nnever [changed](https://example.com).\n\n```ts\nconst a = 1;\n```';
	expect(show(body)).toEqual(['Head', '', 'Use const here, please, it is never', 'changed.', '', '│ const a = 1;']);
});

test.each([
	['⚠️ **Careful** with `x`', 'Careful with x'],
	['🎉 👍', '🎉 👍'],
	['fails when i < n and j > m; 2 * 3 * 4 &lt;tag&gt; &amp;', 'fails when i < n and j > m; 2 * 3 * 4'],
	['a `b` **c** d', 'a b c d'],
])('%j is shown whole', (body, line) => expect(show(body)[0]).toBe(line));

test('what is folded is shown by its summary, and unfolded on request', () => {
	const body = 'See.\n\n<details><summary>More</summary>\n\nHidden words.\n\n</details>';
	expect(show(body)).toEqual(['See.', '', '> More']);
	expect(show(body, {isUnfolded: true})).toEqual(['See.', '', 'v More', '', 'Hidden words.']);
});

test('a suggestion is not shown twice', () => {
	const body = 'So:\n\n```suggestion\nsame\n```';
	expect(show(body)).toEqual(['So:', '', '(its suggestion is the change below)']);
	expect(show(body, {shownAs: []})).toEqual(['So:', '', '│ same']);
});

test.each(['`'.repeat(60_000), '**'.repeat(30_000), '`` '.repeat(20_000)])(
	'a hostile comment is shown to its end',
	body => {
		expect(show(`Start ${body}\n\nThe end.`).at(-1)).toBe('The end.');
	},
);
