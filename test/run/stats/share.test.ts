import fc from 'fast-check';
import {expect, test} from 'vitest';
import {intervalWords, type Portion, shareOf} from '../../../source/run/stats/share.ts';

const portions = (most: number) =>
	fc.array(
		fc.nat({max: 5}).chain(of => fc.record({hits: fc.nat({max: of + 1}), of: fc.constant(of + 1)})),
		{minLength: 1, maxLength: most},
	);

const same = (count: number, portion: Portion) => Array.from({length: count}, () => portion);

test('a share has bounds from 20 findings in 10 pull requests on', () => {
	const hasBounds = (given: readonly Portion[]) => shareOf(given).interval !== null;
	expect(hasBounds(same(10, {hits: 1, of: 2}))).toBe(true);
	expect(hasBounds(same(9, {hits: 1, of: 20}))).toBe(false);
	expect(hasBounds([...same(9, {hits: 1, of: 2}), {hits: 0, of: 1}])).toBe(false);
	expect(shareOf([])).toEqual({hits: 0, of: 0, pullRequests: 0, interval: null});
});

test('where none or all are hits, the bound is the share at which that happens in one of 20 cases', () => {
	const none = shareOf(same(30, {hits: 0, of: 3})).interval;
	const all = shareOf(same(30, {hits: 3, of: 3})).interval;
	expect(none).toEqual({low: 0, high: 1 - 0.05 ** (1 / 30)});
	expect(all).toEqual({low: 0.05 ** (1 / 30), high: 1});
	expect((1 - (none?.high ?? 0)) ** 30).toBeCloseTo(0.05, 10);
});

test('bounds enclose the share, are the same in any order, and widen where a pull request has many findings', () => {
	fc.assert(
		fc.property(portions(40), given => {
			const {interval, hits, of} = shareOf(given);
			expect(shareOf(given.toReversed()).interval).toEqual(interval);
			if (interval === null) return;
			expect(interval.low).toBeLessThanOrEqual(hits / of);
			expect(interval.high).toBeGreaterThanOrEqual(hits / of);
			expect(interval.low).toBeGreaterThanOrEqual(0);
			expect(interval.high).toBeLessThanOrEqual(1);
		}),
		{numRuns: 40},
	);
	const apart = shareOf([...same(50, {hits: 1, of: 1}), ...same(50, {hits: 0, of: 1})]).interval;
	const together = shareOf([...same(5, {hits: 10, of: 10}), ...same(5, {hits: 0, of: 10})]).interval;
	expect(apart).toEqual({low: expect.closeTo(0.4, 1), high: expect.closeTo(0.6, 1)});
	expect((together?.high ?? 0) - (together?.low ?? 0)).toBeGreaterThan(0.5);
});

test('of 400 samples of pull requests, about 95% have the true share within their bounds', () => {
	let state = 7;
	const next = () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
	const samples = Array.from({length: 400}, () =>
		Array.from({length: 40}, () => {
			// Findings of one pull request share their fate: half of the pull requests take much, half little.
			const part = next() < 0.5 ? 0.1 : 0.5;
			return {hits: Array.from({length: 4}, next).filter(drawn => drawn < part).length, of: 4};
		}),
	);
	const within = samples.filter(sample => {
		const {interval} = shareOf(sample);
		return interval !== null && interval.low <= 0.3 && interval.high >= 0.3;
	});
	expect(within.length / 400).toBeGreaterThan(0.91);
	expect(within.length / 400).toBeLessThan(0.98);
});

test('bounds are shown rounded outward', () => {
	expect(intervalWords({hits: 4, of: 71, interval: {low: 0.019, high: 0.121}})).toBe('6% (1% to 13%)');
	expect(intervalWords({hits: 4, of: 5, interval: null})).toBe('');
});
