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
