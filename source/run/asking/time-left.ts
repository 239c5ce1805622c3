/** How far questions, or other parts of a whole, are; times in milliseconds. */
export type Pace = {
	done: number;
	/** Null if it is not known. */
	total: number | null;
	/** What one part adds to the whole time, as expected; null if nobody knows. */
	partMs: number | null;
	startedAt: number;
	at: number;
};

/** Of questions that are sent at once, each adds only its part to the whole time. */
export const partMsOf = ({questionMs, workers}: {questionMs: number | null; workers: number}): number | null =>
	questionMs === null ? null : questionMs / workers;

/** Estimated milliseconds left, at the pace so far or as expected; null if too little is known. */
export function timeLeftMs({done, total, partMs, startedAt, at}: Pace): number | null {
	if (total === null || done >= total) return null;
	const elapsedMs = at - startedAt;
	const paceMs = done === 0 || elapsedMs < 1000 ? null : elapsedMs / done;
	if (paceMs === null && partMs === null) return null;
	// Answers from the cache make the pace look faster than it is.
	return Math.max(paceMs ?? 0, partMs ?? 0) * (total - done);
}
