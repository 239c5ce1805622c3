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

/**
 * Does some work with a signal that aborts with another one, or with a `TimeoutError` after so many milliseconds. The timer
 * holds it: before Node 22.16, a signal of `AbortSignal.timeout` that only `AbortSignal.any` knew could be collected before
 * its time, and never aborted (nodejs/node#57736).
 */
export async function withinTime<Result>(
	ms: number,
	signal: AbortSignal,
	work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const over = new AbortController();
	const timer = setTimeout(() => over.abort(new DOMException(`no end after ${ms} ms`, 'TimeoutError')), ms);
	try {
		return await work(AbortSignal.any([signal, over.signal]));
	} finally {
		clearTimeout(timer);
	}
}
