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
