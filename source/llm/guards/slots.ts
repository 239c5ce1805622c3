import type {Guard} from '../guard.ts';

/** Lets so many requests through at a time, in the order in which they came, to whichever provider they go. */
export function slots(workers: number): Guard {
	const opened = openQueue(workers);
	return next => async (request, signal) => {
		const queue = await opened();
		return queue.add(() => next(request, signal), {signal});
	};
}

/** The library is loaded with the first request. */
function openQueue(concurrency: number) {
	const open = async () => {
		const {default: PQueue} = await import('p-queue');
		return new PQueue({concurrency});
	};
	let queue: ReturnType<typeof open> | null = null;
	return () => {
		queue ??= open();
		return queue;
	};
}
