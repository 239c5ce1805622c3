import type {Clock} from '../../system/clock.ts';
import type {BlindGuard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {isWaitedFor} from './retry.ts';
import {NotNow} from './turn.ts';

/**
 * Holds all attempts back while a service wants one of them to wait (`Retry-After`): they would be refused like the first,
 * and each refusal uses up an attempt.
 */
export function pause(clock: Pick<Clock, 'now' | 'sleep'>): BlindGuard {
	let untilMs = 0;

	return next => async (request, signal) => {
		const remainingMs = untilMs - clock.now();
		if (remainingMs > 0) throw new NotNow(within => clock.sleep(remainingMs, within));
		try {
			return await next(request, signal);
		} catch (error) {
			if (error instanceof ModelTrouble && isWaitedFor(error) && error.retryAfterMs !== null) {
				untilMs = Math.max(untilMs, clock.now() + error.retryAfterMs);
			}
			throw error;
		}
	};
}
