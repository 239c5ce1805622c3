import {setImmediate} from 'node:timers/promises';
import type {Steps} from '../review/steps.ts';

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

/** Runs a generator to its end; passes on what it yields and resolves with what it returns. */
export async function follow<Event, Result>(
	run: AsyncGenerator<Event, Result>,
	onEvent: (event: Event) => void = () => {},
): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
		onEvent(step.value);
	}
}

/** Runs long work in steps, so that signals and keys are handled in between. @throws the signal's reason */
export async function inSteps<Result>(steps: Steps<Result>, signal: AbortSignal | null): Promise<Result> {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		await setImmediate();
		signal?.throwIfAborted();
	}
}
