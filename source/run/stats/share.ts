import {percentile} from '../../llm/percentiles.ts';

/** A part of the findings that can be decided. With too few of them, only the counts are known. */
export type Share = {
	hits: number;
	of: number;
	/** Pull requests that have one of these findings. */
	pullRequests: number;
	/** Bounds of the true share with 95% confidence, from 0 to 1; null with too few. */
	interval: {low: number; high: number} | null;
};

/** What one pull request adds; `of` is at least 1. */
export type Portion = {hits: number; of: number};

/** With fewer, there are only counts. */
export const leastFor = {pullRequests: 10, findings: 20};

const draws = 2000;
const seed = 35;

/** More than all findings of a report card. */
const ofUnit = 2 ** 26;

/**
 * The findings of a pull request depend on each other, so whole pull requests are drawn. The same portions in any order have
 * the same interval.
 */
export function shareOf(portions: readonly Portion[]): Share {
	const hits = portions.reduce((sum, portion) => sum + portion.hits, 0);
	const of = portions.reduce((sum, portion) => sum + portion.of, 0);
	const isEnough = portions.length >= leastFor.pullRequests && of >= leastFor.findings;
	return {hits, of, pullRequests: portions.length, interval: isEnough ? intervalOf(portions, {hits, of}) : null};
}

/** Where none or all are hits, every draw is the same: the bound is the share at which that happens in one of 20 cases. */
function intervalOf(portions: readonly Portion[], {hits, of}: Portion): {low: number; high: number} {
	const bound = 0.05 ** (1 / portions.length);
	if (hits === 0) return {low: 0, high: 1 - bound};
	if (hits === of) return {low: bound, high: 1};
	const shares = drawShares(portions);
	const share = hits / of;
	return {low: Math.min(share, percentile(shares, 0.025)), high: Math.max(share, percentile(shares, 0.975))};
}

function drawShares(portions: readonly Portion[]): number[] {
	const sorted = portions.toSorted((one, other) => one.of - other.of || one.hits - other.hits);
	// Both sums in one number: the loop runs millions of times.
	const both = Float64Array.from(sorted, ({hits, of}) => of * ofUnit + hits);
	const next = drawsOf(seed);
	return Array.from({length: draws}, () => {
		let sum = 0;
		for (let drawn = 0; drawn < both.length; drawn++) sum += both[Math.floor(next() * both.length)] ?? 0;
		return (sum % ofUnit) / Math.floor(sum / ofUnit);
	});
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function drawsOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** `6% (2% to 13%)`, of which the bounds are rounded outward; empty with too few. */
export function intervalWords({hits, of, interval}: Pick<Share, 'hits' | 'of' | 'interval'>): string {
	if (interval === null) return '';
	const [low, high] = [Math.floor(100 * interval.low), Math.ceil(100 * interval.high)];
	return `${Math.round((100 * hits) / of)}% (${low}% to ${high}%)`;
}
