import {expect, test} from 'vitest';
import {type Figure, formatFigures, isOver, ms} from '../../bench/figure.ts';

const figure = (ratio: number, bound: number | null): Figure => ({name: 'a to b', ratio, bound, detail: '2 ms / 1 ms'});

test('a ratio is over its bound above it, and where there is none to compare', () => {
	expect(isOver(figure(1.5, 1.5))).toBe(false);
	expect(isOver(figure(1.51, 1.5))).toBe(true);
	expect(isOver(figure(Number.NaN, 1.5))).toBe(true);
	expect(isOver(figure(1000, null))).toBe(false);
});

test('the table names the ratio, its bound and how they compare', () => {
	expect(formatFigures([figure(1, 1.5), figure(12.345, 12), figure(3, null)])).toBe(
		[
			'figure  ratio  bound',
			'a to b   1.00    1.5  ok    2 ms / 1 ms',
			'a to b  12.35     12  over  2 ms / 1 ms',
			'a to b   3.00               2 ms / 1 ms',
			'',
		].join('\n'),
	);
});

test('short times have a decimal', () => {
	expect([ms(1.26), ms(99.96), ms(1234.5)]).toEqual(['1.3 ms', '100.0 ms', '1235 ms']);
});
