/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = {
	next: () => number;
	/** A whole number from 0 up to but not including `end`. */
	below: (end: number) => number;
	pick: <T>(from: readonly T[]) => T;
};

export function randomOf(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (end: number) => Math.floor(next() * end);
	return {next, below, pick: from => from[below(from.length)]!};
}
