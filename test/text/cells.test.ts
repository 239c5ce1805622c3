import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {cut, isWider, pad, padEnd, padStart, take, widestOf, widthOf} from '../../source/text/cells.ts';
import {safe} from '../../source/text/safe.ts';
import {words} from './words.ts';

const room = fc.integer({min: 0, max: 40});

test('what is cut or padded has the cells that it is given', () =>
	fc.assert(
		fc.property(words.map(safe), room, (text, width) => {
			expect(widthOf(take(text, width))).toBeLessThanOrEqual(width);
			expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width);
			expect(widthOf(pad(text, width))).toBe(width);
			expect(widthOf(padStart(text, width))).toBe(Math.max(width, widthOf(text)));
			expect(widthOf(padEnd(text, width))).toBe(Math.max(width, widthOf(text)));
		}),
	));

test('what fits is not cut', () =>
	fc.assert(
		fc.property(words, text => {
			// Unless there is next to nothing but marks.
			fc.pre(text.length <= 16 * widthOf(text));
			expect(cut(text, widthOf(text))).toBe(text);
		}),
	));

test.each([
	['漢字', 4],
	['e\u0301', 1],
	['🇯🇵', 2],
	['👨\u200d👩\u200d👧', 2],
	['שָׁלוֹם', 4],
	['مرحبا', 5],
	['한', 2],
	['ｶﾞ', 2],
	['', 0],
])('%s takes %i cells', (text, cells) => expect(widthOf(text)).toBe(cells));

test('a character of Latin-1 that is shown takes one cell', () => {
	const latin = Array.from({length: 0x60}, (_, index) => String.fromCharCode(0xa0 + index)).filter(a => a !== '\u00ad');
	expect(latin.filter(a => stringWidth(a) !== 1 || widthOf(a) !== 1)).toEqual([]);
	expect([widthOf('\u00ad'), widthOf('Größe')]).toEqual([0, 5]);
});

test('a wide character is not cut in two', () => {
	expect([take('漢字', 3), cut('漢字だ', 4), pad('漢字だ', 4), cut('漢字', 1)]).toEqual(['漢', '漢…', '漢… ', '']);
});

test('the widest of some texts', () => expect([widestOf([]), widestOf(['abc', '漢字'])]).toEqual([0, 4]));

test('a character with very many marks ends in time', () => {
	const text = `a${'\u0301'.repeat(1_000_000)}`;
	expect(isWider(text, 80)).toBe(true);
	expect(widthOf(cut(text, 80))).toBeLessThanOrEqual(80);
});
