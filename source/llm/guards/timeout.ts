import type {Clock} from '../../system/clock.ts';
import {ModelTrouble} from '../providers/trouble.ts';

export type TimeLimit = {
	ms: number;
	clock: Clock;
	/** The flags of the command; those of `apply` by default. */
	flags?: TimeFlags;
};

/** The command's flags for the limit and the number of workers; without workers, it sends one request at a time. */
export type TimeFlags = {time: string; workers: string | null};

const flagsOfRun: TimeFlags = {time: 'llm.timeout with --set', workers: '--max-workers'};

export function silenceRemedy(ms: number, {time, workers}: TimeFlags = flagsOfRun): string {
	const fewer = workers === null ? '' : `reduce ${workers}, `;
	return `No response within ${ms / 1000} s: ${fewer}check the provider's health, or raise ${time}.`;
}

export const timeoutMessage = 'Worker timeout waiting for response';

/**
 * Ends work that takes too long. The provider may have worked on it, so its cost is unknown.
 * @param work starts its time, so in it only the provider may be waited for
 * @throws {ModelTrouble} `timeout`; what the work throws
 */
export const withinTime = <Result>(
	work: (signal: AbortSignal) => Promise<Result>,
	{ms, clock, flags}: TimeLimit,
	signal: AbortSignal,
): Promise<Result> =>
	unlessOver(
		work,
		async within => {
			await clock.sleep(ms, within);
			throw new ModelTrouble('timeout', timeoutMessage, {remedy: silenceRemedy(ms, flags), spent: 'unknown'});
		},
		signal,
	);

/** Does some work until it is done or `watch` throws; the signal of both aborts then. @throws what either throws */
export async function unlessOver<Result>(
	work: (signal: AbortSignal) => Promise<Result>,
	watch: (signal: AbortSignal) => Promise<never>,
	signal: AbortSignal,
): Promise<Result> {
	signal.throwIfAborted();
	const over = new AbortController();
	const both = AbortSignal.any([signal, over.signal]);
	const all = [work(both), watch(both)] as const;
	// The loser of the race ends with the signal; its rejection must not go unhandled.
	for (const each of all) each.catch(() => {});
	try {
		return await Promise.race(all);
	} finally {
		over.abort();
	}
}
