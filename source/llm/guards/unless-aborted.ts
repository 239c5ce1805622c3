/** Waits for a promise, but not longer than until the signal aborts. @throws the signal's reason */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
	// Nobody waits for it where the signal is faster.
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
