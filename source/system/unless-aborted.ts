import type {Clock} from './clock.ts';

/** Waits for a promise until the signal aborts. @throws the signal's reason */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
	// If the signal is faster, its rejection must not go unhandled.
	promise.catch(() => {});
	signal.throwIfAborted();
	const aborted = Promise.withResolvers<never>();
	const abort = () => aborted.reject(signal.reason);
	signal.addEventListener('abort', abort, {once: true});
	try {
		return await Promise.race([promise, aborted.promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}

/** Waits for a promise, but no longer than so many milliseconds. @throws what the promise rejects with until then */
export async function waitAtMost(ms: number, promise: Promise<unknown>, {sleep}: Pick<Clock, 'sleep'>): Promise<void> {
	const enough = new AbortController();
	try {
		await Promise.race([promise, sleep(ms, enough.signal).catch(() => {})]);
	} finally {
		enough.abort();
	}
}
