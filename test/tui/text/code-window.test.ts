import fc from 'fast-check';
import {expect, test} from 'vitest';
import {codeLines, goesOnRight} from '../../../source/tui/text/code-window.ts';
import {lineWidth, span, textOf} from '../../../source/tui/text/line.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';

const symbols = symbolsFor(true);
const {fromLeft, toRight} = symbols;

const windowOf = (texts: readonly string[], sideways: number, width: number) => {
	const lines = codeLines(
		texts.map(text => span(text)),
		width,
		{symbols, sideways},
	);
	expect(lines).toHaveLength(1);
	return lines[0]!;
};

const widths = fc.integer({min: 4, max: 30});

test('a window shows its part of a line, with a mark where the line goes on', () =>
	fc.assert(
		fc.property(fc.array(fc.string(), {maxLength: 8}), fc.nat(60), widths, (texts, from, width) => {
			const plain = texts.map(text => text.replace(/[^ -~]/g, 'x')).filter(text => text !== '');
			const whole = plain.join('');
			const shown = windowOf(plain, from, width);
			const left = from > 0 && whole !== '' ? fromLeft : '';
			const isCut = whole.length > from + width;
			const part = whole.slice(from + left.length, from + width - (isCut ? 1 : 0));
			expect(textOf(shown)).toBe(`${left}${part}${isCut ? toRight : ''}`);
			expect(goesOnRight(shown, symbols)).toBe(isCut);
		}),
	));

test('characters of any width stay in their cells', () =>
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('漢', 'é', 'a', '漢字', 'e\u0301', ' '), {maxLength: 30}),
			fc.nat(60),
			widths,
			(texts, from, width) => {
				const whole = lineWidth(texts.map(text => span(text)));
				const shown = windowOf(texts, from, width);
				const isCut = goesOnRight(shown, symbols);
				expect(isCut).toBe(whole > from + width);
				if (isCut) expect(lineWidth(shown)).toBe(width);
				else expect(lineWidth(shown)).toBe(Math.max(whole === 0 || from === 0 ? 0 : 1, whole - from));
			},
		),
	));

test('a minified line is cut at once', () => {
	const long = 'a=漢+c;'.repeat(200_000);
	expect(textOf(windowOf([long], 0, 8))).toBe(`a=漢+c;${toRight}`);
});
