/** How long things took, in milliseconds. */
export type Latency = {count: number; meanMs: number; p50Ms: number; p95Ms: number; p99Ms: number};

/**
 * The value below which a part of all values lies, by linear interpolation between the two nearest: of n ascending
 * values x[0], ..., x[n - 1] it is the value at position `(n - 1) * part`, where a position between two values stands for
 * a value in the same proportion between them. So half is the median. This is type 7 of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages" (1996), the default of NumPy, R and spreadsheets.
 *
 * @param part from 0 to 1: 0.95 for P95
 * @throws {RangeError} of no values
 */
export function percentile(values: readonly number[], part: number): number {
	if (values.length === 0) throw new RangeError('no values have no percentile');
	const sorted = values.toSorted((a, b) => a - b);
	return quantile(sorted, part);
}

function quantile(sorted: readonly number[], part: number): number {
	const position = (sorted.length - 1) * part;
	const below = sorted[Math.floor(position)] ?? 0;
	const above = sorted[Math.ceil(position)] ?? 0;
	return below + (above - below) * (position - Math.floor(position));
}

/** The usual figures of some durations in milliseconds; null of none. */
export function summarizeLatency(timesMs: readonly number[]): Latency | null {
	if (timesMs.length === 0) return null;
	const sorted = timesMs.toSorted((a, b) => a - b);
	const meanMs = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
	return {
		count: sorted.length,
		meanMs,
		p50Ms: quantile(sorted, 0.5),
		p95Ms: quantile(sorted, 0.95),
		p99Ms: quantile(sorted, 0.99),
	};
}
