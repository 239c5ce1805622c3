import type {Clock} from '../clock.ts';
import type {BlindGuard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

export type TimeLimit = {
	ms: number;
	clock: Clock;
	/** What the command calls the limit, and how many are asked at the same time; as a run does by default. */
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
	// The one that comes second ends with the signal, and nobody waits for it.
	for (const either of [attempt, limit]) either.catch(() => {});
	try {
		return await Promise.race([attempt, limit]);
	} finally {
		over.abort();
	}
}

/**
 * Ends an attempt that takes too long. It may have been worked on, so what it cost is unknown.
 * @param limit counted from here: outside of it nothing may be waited for that is not the provider's
 */
export const timeout =
	(limit: TimeLimit): BlindGuard =>
	next =>
	(request, signal) =>
		withinTime(within => next(request, within), limit, signal);
