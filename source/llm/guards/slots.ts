import {onFirstUse} from '../../system/on-first-use.ts';
import type {Guard} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * Limits how many requests run at a time, across all providers: in order of arrival, but retries first, so that what was
 * begun gets finished.
 */
export function slots(workers: number): Guard {
	// The library is loaded with the first request.
	const opened = onFirstUse(async () => {
		const {default: PQueue} = await import('p-queue');
		return new PQueue({concurrency: workers});
	});
	const failures = new WeakMap<ModelRequest, number>();
	return next => async (request, signal) => {
		const queue = await opened();
		const priority = failures.get(request) ?? 0;
		try {
			return await queue.add(() => next(request, signal), {signal, priority});
		} catch (error) {
			if (error instanceof ModelTrouble) failures.set(request, priority + 1);
			throw error;
		}
	};
}
