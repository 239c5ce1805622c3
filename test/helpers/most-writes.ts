/** The most of these moments, in order, that are in any time of this length. */
export function mostWithin(times: readonly number[], ms: number): number {
	let first = 0;
	return times.reduce((most, time, index) => {
		while (times[first]! <= time - ms) first += 1;
		return Math.max(most, index - first + 1);
	}, 0);
}
