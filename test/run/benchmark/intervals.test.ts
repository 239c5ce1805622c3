import fc from 'fast-check';
import {expect, test} from 'vitest';
import {percentile} from '../../../source/llm/percentiles.ts';
import {
	meanInterval,
	neededForPercentile,
	percentileInterval,
	shareInterval,
} from '../../../source/run/benchmark/intervals.ts';

test('shares by Wilson', () => {
	// Published example: 10 of 20.
	const {low, high} = shareInterval({hits: 10, of: 20});
	expect([low!.toFixed(3), high!.toFixed(3)]).toEqual(['0.299', '0.701']);
	expect(shareInterval({hits: 0, of: 0})).toEqual({low: null, high: null});
	expect(shareInterval({hits: 6, of: 6}).high).toBe(1);
});

test('percentiles have an upper bound from the number of values on that the binomial distribution requires', () => {
	const values = (count: number) => Array.from({length: count}, (_, index) => index);
	expect([71, 72].map(count => percentileInterval(values(count), 0.95).high !== null)).toEqual([false, true]);
	expect([367, 368].map(count => percentileInterval(values(count), 0.99).high !== null)).toEqual([false, true]);
	expect([0.5, 0.95, 0.99].map(neededForPercentile)).toEqual([6, 72, 368]);
	// Tables of the binomial distribution: the 40th and the 61st of 100 values enclose the median.
	expect(percentileInterval(values(100), 0.5)).toEqual({low: 39, high: 60});
});

test('bounds enclose the figure that they are for', () => {
	const times = fc.array(fc.double({min: 0.1, max: 10_000, noNaN: true}), {minLength: 1, maxLength: 400});
	fc.assert(
		fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (values, part) => {
			const {low, high} = percentileInterval(values, part);
			const value = percentile(values, part);
			expect(low ?? 0).toBeLessThanOrEqual(value);
			expect(high ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(value);
		}),
	);
	expect(meanInterval([1, 2])).toEqual({low: null, high: null});
});

test('no values give no bounds', () => {
	expect(percentileInterval([], 0.95)).toEqual({low: null, high: null});
});
