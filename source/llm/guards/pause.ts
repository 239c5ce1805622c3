import type {Clock} from '../clock.ts';
import type {BlindGuard} from '../guard.ts';
import {ModelTrouble} from '../trouble.ts';
import {isWaitedFor} from './retry.ts';

export type Pause = {
	/** Stands before what an attempt waits for. */
	guard: BlindGuard;
	/** Stands where an attempt leaves, inside of its turn: one that waited for it while the service called a pause goes back. */
	door: BlindGuard;
};

/** Thrown at the door, caught at the entrance: the service called a pause meanwhile. */
const isPaused = new Error('the service asks to wait');

/**
 * Until the time is over that a service asked one attempt to wait, no other leaves either: it would be refused like the
 * first, and each refusal is one attempt less. Who waits holds no slot and no money.
 */
export function createPause(clock: Pick<Clock, 'now' | 'sleep'>): Pause {
	let untilMs = 0;
	const remainingMs = () => untilMs - clock.now();

	return {
		guard: next => async (request, signal) => {
			for (;;) {
				while (remainingMs() > 0) await clock.sleep(remainingMs(), signal);
				try {
					return await next(request, signal);
				} catch (error) {
					if (error !== isPaused) throw error;
				}
			}
		},
		door: next => async (request, signal) => {
			if (remainingMs() > 0) throw isPaused;
			try {
				return await next(request, signal);
			} catch (error) {
				if (error instanceof ModelTrouble && isWaitedFor(error) && error.retryAfterMs !== null) {
					untilMs = Math.max(untilMs, clock.now() + error.retryAfterMs);
				}
				throw error;
			}
		},
	};
}
