import type {Clock} from '../../system/clock.ts';
import type {BlindGuard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

export type TimeLimit = {
	ms: number;
	clock: Clock;
	/** The command's flags for the limit and the number of workers; those of `apply` by default. */
	flags?: TimeFlags;
};

export type TimeFlags = {time: string; workers: string};

const flagsOfRun: TimeFlags = {time: '--llm-timeout', workers: '--max-workers'};

/**
 * Ends work that takes too long.
 * @throws {ModelTrouble} `timeout`; what the work throws
 */
export async function withinTime<Result>(
	work: (signal: AbortSignal) => Promise<Result>,
	{ms, clock, flags = flagsOfRun}: TimeLimit,
	signal: AbortSignal,
): Promise<Result> {
	signal.throwIfAborted();
	const over = new AbortController();
	const both = AbortSignal.any([signal, over.signal]);
	const attempt = work(both);
	const limit = clock.sleep(ms, both).then(() => {
		throw new ModelTrouble('timeout', 'Worker timeout waiting for response', {
			remedy: `No response within ${ms / 1000} s: reduce ${flags.workers}, check the provider's health, or raise ${flags.time}.`,
			spent: 'unknown',
		});
	});
	// The loser of the race ends with the signal; its rejection must not go unhandled.
	for (const either of [attempt, limit]) either.catch(() => {});
	try {
		return await Promise.race([attempt, limit]);
	} finally {
		over.abort();
	}
}

/**
 * Ends an attempt that takes too long. The provider may have worked on it, so its cost is unknown.
 * @param limit starts here, so inside it only the provider may be waited for
 */
export const timeout =
	(limit: TimeLimit): BlindGuard =>
	next =>
	(request, signal) =>
		withinTime(within => next(request, within), limit, signal);
