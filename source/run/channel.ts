/**
 * Turns what a piece of work tells through a callback into the events of a generator; returns what the work returns
 * and throws what it throws.
 */
export async function* withEvents<Event, Result>(
	work: (emit: (event: Event) => void) => Promise<Result>,
): AsyncGenerator<Event, Result> {
	const queue: Event[] = [];
	let wake = () => {};
	let isDone = false;
	const outcome = work(event => {
		queue.push(event);
		wake();
	}).finally(() => {
		isDone = true;
		wake();
	});
	// A failure is thrown below; meanwhile it must not count as unhandled.
	outcome.catch(() => {});
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
}
