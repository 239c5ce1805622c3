import {drawsOf} from '../../source/run/stats/share.ts';

/** Random numbers from 0 to 1, the same for the same seed. */
export type Random = {
	next: () => number;
	/** A whole number from 0 up to but not including `end`. */
	below: (end: number) => number;
	pick: <T>(from: readonly T[]) => T;
};

export function randomOf(seed: number): Random {
	const next = drawsOf(seed);
	const below = (end: number) => Math.floor(next() * end);
	return {next, below, pick: from => from[below(from.length)]!};
}
