import type {Clock} from './clock.ts';

/** Calls `act` at once, and for all that ask while `pauseMs` milliseconds pass after it, once more at their end. */
export function throttle(act: () => void, pauseMs: number, {sleep}: Pick<Clock, 'sleep'>) {
	const over = new AbortController();
	let isAskedFor = false;
	let pausing: Promise<void> | null = null;
	async function run(): Promise<void> {
		do {
			isAskedFor = false;
			act();
			await sleep(pauseMs, over.signal).catch(() => {});
		} while (isAskedFor && !over.signal.aborted);
		pausing = null;
	}
	return {
		call() {
			isAskedFor = true;
			if (!over.signal.aborted) pausing ??= run();
		},
		/** No more calls are made; resolves when nothing waits any more. */
		async end() {
			over.abort();
			await pausing;
		},
	};
}
