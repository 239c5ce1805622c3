/**
 * Turns the events that `work` emits by callback into those of a generator; returns and throws what `work` does.
 * Work gets a signal that aborts with `signal`, or if the consumer leaves before the end.
 */
export async function* withEvents<Event, Result>(
	work: (emit: (event: Event) => void, signal: AbortSignal) => Promise<Result>,
	signal: AbortSignal,
): AsyncGenerator<Event, Result> {
	const queue: Event[] = [];
	let wake = () => {};
	let isDone = false;
	const left = new AbortController();
	const emit = (event: Event) => {
		queue.push(event);
		wake();
	};
	const outcome = work(emit, AbortSignal.any([signal, left.signal])).finally(() => {
		isDone = true;
		wake();
	});
	// A failure is thrown below; meanwhile it must not count as unhandled.
	outcome.catch(() => {});
	try {
		while (!isDone || queue.length > 0) {
			const event = queue.shift();
			if (event !== undefined) yield event;
			else {
				await new Promise<void>(resolve => {
					wake = resolve;
					if (isDone || queue.length > 0) resolve();
				});
			}
		}
		return await outcome;
	} finally {
		if (!isDone) left.abort();
	}
}
