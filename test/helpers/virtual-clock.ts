/** A clock that only sleeps move. */
export function virtualClock(start = Date.parse('2026-03-01T10:00:00Z')) {
	let time = start;
	const sleep = async (ms: number, signal?: AbortSignal) => {
		signal?.throwIfAborted();
		time += ms;
	};
	return {now: () => time, sleep};
}
