import fc from 'fast-check';
import {expect, test} from 'vitest';
import {percentile, summarizeLatency} from '../../source/llm/percentiles.ts';

test('lies between the two nearest values', () => {
	const values = [40, 10, 30, 20];
	expect([0, 0.25, 0.5, 0.95, 1].map(part => percentile(values, part))).toEqual([10, 17.5, 25, 38.5, 40]);
	expect(percentile([7], 0.99)).toBe(7);
	expect(() => percentile([], 0.5)).toThrow(RangeError);
});

test('sums up durations', () => {
	const times = Array.from({length: 101}, (_, index) => index);
	expect(summarizeLatency(times)).toEqual({count: 101, meanMs: 50, p50Ms: 50, p95Ms: 95, p99Ms: 99});
	expect(summarizeLatency([])).toBeNull();
});

test('grows with the part, within the values', () => {
	const value = fc.integer({min: 0, max: 1e6});
	fc.assert(
		fc.property(fc.array(value, {minLength: 1}), fc.nat(100), fc.nat(100), (values, one, other) => {
			const [low, high] = [Math.min(one, other), Math.max(one, other)].map(part => percentile(values, part / 100));
			expect(low).toBeLessThanOrEqual(high! + 1e-6);
			expect(low).toBeGreaterThanOrEqual(Math.min(...values));
			expect(high).toBeLessThanOrEqual(Math.max(...values));
		}),
	);
});
