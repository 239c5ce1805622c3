import {percentile} from '../../llm/percentiles.ts';

/** Bounds of the true value with 95% confidence; null if there are too few values. */
export type Interval = {low: number | null; high: number | null};

/** Two-sided 95%: the tail on each side, and its normal quantile. */
const tail = 0.025;
const z = 1.959963984540054;

/**
 * For a share, by Wilson's score method: unlike the usual approximation it stays right near 0 and 1. Source: Wilson,
 * "Probable Inference, the Law of Succession, and Statistical Inference" (1927).
 */
export function shareInterval({hits, of}: {hits: number; of: number}): Interval {
	if (of === 0) return {low: null, high: null};
	const part = hits / of;
	const scale = 1 + z ** 2 / of;
	const centre = (part + z ** 2 / (2 * of)) / scale;
	const reach = (z / scale) * Math.sqrt((part * (1 - part)) / of + z ** 2 / (4 * of ** 2));
	return {low: Math.max(0, centre - reach), high: Math.min(1, centre + reach)};
}

/** Minimum values for the interval of a mean. */
export const neededForMean = 30;

/** For a mean, by the normal approximation; null for fewer than 30 values, for which it does not hold. */
export function meanInterval(values: readonly number[]): Interval {
	if (values.length < neededForMean) return {low: null, high: null};
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
	const reach = z * Math.sqrt(variance / values.length);
	return {low: mean - reach, high: mean + reach};
}

/**
 * For a percentile, by order statistics: the number of values below the true percentile is binomial, so that two of the
 * sorted values enclose it with at least this confidence, whatever the distribution. A bound is null where no value is
 * far enough out: see `neededForPercentile`.
 *
 * @param part from 0 to 1: 0.95 for P95
 */
export function percentileInterval(values: readonly number[], part: number): Interval {
	const sorted = values.toSorted((a, b) => a - b);
	const count = sorted.length;
	if (count === 0) return {low: null, high: null};
	let below = 0;
	let low: number | null = null;
	for (let rank = 0; rank <= count; rank++) {
		// The probability that this many values are below the true percentile.
		const chance = Math.exp(logBinomial(count, rank, part));
		if (below + chance > tail && low === null) low = rank;
		below += chance;
		if (below >= 1 - tail) {
			// With very few values, the interpolated figure can be outside the two.
			const figure = percentile(sorted, part);
			return {
				low: low ? Math.min(figure, sorted[low - 1] ?? figure) : null,
				high: rank < count ? Math.max(figure, sorted[rank] ?? figure) : null,
			};
		}
	}
	return {low: null, high: null};
}

/**
 * Minimum values for the upper bound of a percentile, so that the largest is below it in few enough cases: 72 for P95,
 * 368 for P99.
 * @param part from 0 to 1: 0.95 for P95
 */
export const neededForPercentile = (part: number) => Math.ceil(Math.log(tail) / Math.log(part));

/**
 * Natural logarithm of the probability that `hits` of `count` independent trials succeed: as a logarithm, it also holds
 * for counts whose factorials have no number.
 * @param part the probability of each, from 0 to 1, exclusive
 */
export const logBinomial = (count: number, hits: number, part: number) =>
	logFactorial(count) -
	logFactorial(hits) -
	logFactorial(count - hits) +
	hits * Math.log(part) +
	(count - hits) * Math.log1p(-part);

const logFactorials = [0];

function logFactorial(of: number): number {
	for (let next = logFactorials.length; next <= of; next++) {
		logFactorials.push((logFactorials.at(-1) ?? 0) + Math.log(next));
	}
	return logFactorials[of] ?? 0;
}
