/** A clock that only sleeps move. @param whenPassed called whenever they have */
export function virtualClock(start = Date.parse('2026-03-01T10:00:00Z'), whenPassed = () => {}) {
	let time = start;
	const sleep = async (ms: number, signal?: AbortSignal) => {
		signal?.throwIfAborted();
		time += ms;
		whenPassed();
	};
	return {now: () => time, sleep};
}
