import fc from 'fast-check';
import {expect, test} from 'vitest';
import {asCost, asDollars, asLimit, formatExactly, formatUsed, withoutNoise} from '../../source/llm/money.ts';

const dollars = fc.integer({min: 0, max: 10_000_000_000_000}).map(billionths => billionths / 1e9);

test('costs are rounded up and limits down, to billionths, and neither by the noise of floating point', () => {
	expect([asCost(0.1), asCost(0.1 + 0.2), asCost(1e-12)]).toEqual([100_000_000, 300_000_000, 1]);
	expect([asCost(1.1e-9), asLimit(1.9e-9), asLimit(0.3)]).toEqual([2, 1, 300_000_000]);
	fc.assert(
		fc.property(dollars, usd => {
			expect(asDollars(asCost(usd))).toBe(usd);
			expect(asDollars(asLimit(usd))).toBe(usd);
		}),
	);
});

test.each([
	[5, '$5.00'],
	[0, '$0.00'],
	[0.125, '$0.125'],
	[1234.5, '$1234.50'],
])('%d dollars are %s', (usd, text) => expect(formatExactly(usd)).toBe(text));

test.each([
	[4, 5, '$4.00'],
	[5.25, 5, '$5.25'],
	[5.0004, 5, '$5.0004'],
	[0.00123, 5, '$0.0012'],
	[0, 5, '$0.00'],
])('%d used of %d is %s', (usd, limitUsd, text) => expect(formatUsed(usd, limitUsd)).toBe(text));

test('an amount has no more digits than prices of tokens give it', () => {
	expect([0.1 + 0.2, 0.00010290000000000001, 3 * 1.1e-7].map(withoutNoise)).toEqual([0.3, 0.0001029, 3.3e-7]);
	fc.assert(
		fc.property(fc.array(fc.integer({min: 0, max: 1e9}), {maxLength: 50}), billionths => {
			const sum = billionths.reduce((total, each) => total + each / 1e9, 0);
			expect(withoutNoise(sum)).toBe(billionths.reduce((total, each) => total + each, 0) / 1e9);
		}),
	);
});

test('what is above a limit reads so, and what is not does not', () => {
	fc.assert(
		fc.property(dollars, fc.integer({min: 1, max: 1e6}), (limitUsd, billionths) => {
			const above = asDollars(asLimit(limitUsd) + billionths);
			const read = (text: string) => Number(text.slice(1));
			expect(read(formatUsed(above, limitUsd))).toBeGreaterThan(read(formatExactly(limitUsd)));
			expect(read(formatUsed(limitUsd, above))).toBeLessThanOrEqual(read(formatExactly(above)));
		}),
	);
});
