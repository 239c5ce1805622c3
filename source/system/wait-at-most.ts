import type {Clock} from './clock.ts';

/** Waits for a promise, but no longer than so many milliseconds. @throws what the promise rejects with until then */
export async function waitAtMost(ms: number, promise: Promise<unknown>, {sleep}: Pick<Clock, 'sleep'>): Promise<void> {
	const enough = new AbortController();
	try {
		await Promise.race([promise, sleep(ms, enough.signal).catch(() => {})]);
	} finally {
		enough.abort();
	}
}
