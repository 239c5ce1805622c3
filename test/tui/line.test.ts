import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {widthOf} from '../../source/text/cells.ts';
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

test('a word after only blanks begins its own line', () => {
	expect(wrapLine([span('  '), span('a')], 2).map(textOf)).toEqual(['', 'a']);
});

test('a cut line fits its cells', () =>
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
