import type {Clock} from '../clock.ts';
import type {BlindGuard, Stop} from '../guard.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/** Nobody waits longer than this because a service asks for it. */
export const longestWaitMs = 60_000;

const firstWaitMs = 1000;

export type RetryOptions = {
	/** Attempts in all; 1 for no retries. */
	attempts: number;
	/** Whether a person wants to ask again after such a trouble; absent for after every one that passes. */
	isWanted?: (trouble: ModelTrouble) => boolean;
	clock: Clock;
	/** Told before each attempt, with which troubles of it are followed by another one. */
	onAttempt: (request: ModelRequest, isRepeated: (trouble: ModelTrouble) => boolean) => void;
	/** What would stop another attempt, so that nothing is waited for; null where it may be made. */
	stop: () => Stop | null;
	/** Told before every wait. */
	onWait: (trouble: ModelTrouble, ms: number) => void;
};

/** Whether the trouble passes within a time that is worth waiting for. */
export const isWaitedFor = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isPassing && (retryAfterMs ?? 0) <= longestWaitMs;

/** Whether the provider cannot be used for longer than that, whatever it is asked. */
export const isForLonger = (trouble: ModelTrouble) =>
	trouble.traits.isLasting || (trouble.traits.isPassing && !isWaitedFor(trouble));

/**
 * Asks again after a while where that may help: after the time that the service asks for, else after a second, then
 * two, four, ... of which up to a half is left out by chance, so that workers that failed together do not come back
 * together.
 * @throws {Stop} where a guard stops what would be asked again
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
	const ms = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
	return ms * (1 - random() / 2);
}
