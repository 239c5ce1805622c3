/** Counts values in equal bins of a range; values outside count in the first or last bin. */
export function histogramOf(values: readonly number[], {from, to}: {from: number; to: number}, bins: number): number[] {
	const counts = new Array<number>(bins).fill(0);
	for (const value of values) {
		const bin = Math.floor(((value - from) / (to - from)) * bins);
		const place = Math.min(bins - 1, Math.max(0, bin));
		counts[place] = (counts[place] ?? 0) + 1;
	}
	return counts;
}
