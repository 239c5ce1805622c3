/** Time and randomness, replaceable in tests. */
export type Clock = {
	/** Milliseconds since the epoch. */
	now: () => number;
	/** Milliseconds that only ever pass, though `now` is set to another time. Default: `now`. */
	tick?: () => number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** From 0 to 1, without 1. */
	random: () => number;
};

/**
 * A clock for differences of times: where the one that it reads is set back, it goes on from where it was.
 * @param now in milliseconds
 */
export function forwardClock(now: () => number): () => number {
	let last = Number.NEGATIVE_INFINITY;
	let ahead = 0;
	return () => {
		const time = now() + ahead;
		if (time < last) ahead += last - time;
		last = Math.max(last, time);
		return last;
	};
}
