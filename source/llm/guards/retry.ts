import type {Clock} from '../../system/clock.ts';
import type {BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/** The longest `Retry-After` that is honored. */
export const longestWaitMs = 60_000;

const firstRetryMs = 1000;

export type RetryOptions = {
	/** Attempts in all; 1 for no retries. */
	attempts: number;
	/** Whether the settings allow a retry after this trouble; absent: after every passing one. */
	isWanted?: (trouble: ModelTrouble) => boolean;
	clock: Clock;
	/** Called before each attempt, with the troubles after which another one follows. */
	onAttempt: (request: ModelRequest, isRepeated: (trouble: ModelTrouble) => boolean) => void;
	/** What would stop another attempt, so that there is no point in waiting; null if nothing would. */
	stop: () => Stop | null;
	onWait: (trouble: ModelTrouble, ms: number) => void;
};

/** Whether the trouble passes soon enough to wait for it. */
export const isWaitedFor = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isPassing && (retryAfterMs ?? 0) <= longestWaitMs;

/** Whether the provider is unavailable for longer than that, for any request. */
export const isForLonger = (trouble: ModelTrouble) =>
	trouble.traits.isLasting || (trouble.traits.isPassing && !isWaitedFor(trouble));

/**
 * Retries after `Retry-After`, or else after one second, then two, four, ..., each lengthened by up to a half at random, so
 * that workers that failed together do not return together, and none of them sooner than that.
 * @throws {Stop} if a guard would stop the next attempt
 */
export const retry =
	({attempts, isWanted = () => true, clock, onAttempt, stop, onWait}: RetryOptions): BlindGuard =>
	next =>
	async (request, signal) => {
		for (let attempt = 1; ; attempt++) {
			const isRepeated = (trouble: ModelTrouble) =>
				attempt < attempts && isWaitedFor(trouble) && !trouble.isTriedOut && isWanted(trouble);
			onAttempt(request, isRepeated);
			try {
				return await next(request, signal);
			} catch (error) {
				if (!(error instanceof ModelTrouble && isRepeated(error))) throw error;
				const stopped = stop();
				if (stopped) throw stopped;
				const ms = error.retryAfterMs ?? backOff(attempt, clock);
				onWait(error, ms);
				await clock.sleep(ms, signal);
				signal.throwIfAborted();
			}
		}
	};

function backOff(attempt: number, {random}: Clock): number {
	const ms = Math.min(longestWaitMs, firstRetryMs * 2 ** (attempt - 1));
	return ms * (1 + random() / 2);
}
