import type {BlindGuard} from '../guard.ts';

/** Thrown instead of waiting inside a turn: the turn is given back and taken again after the wait. */
export class NotNow extends Error {
	override readonly name = 'NotNow';
	readonly wait: (signal: AbortSignal) => Promise<unknown>;

	constructor(wait: NotNow['wait']) {
		super('it has to wait');
		this.wait = wait;
	}
}

/**
 * Repeats the turn of an attempt until it can be sent. It waits outside the turn, so it holds no slot and no money meanwhile.
 * @throws what the turn throws, except `NotNow`; the signal's reason
 */
export const inTurn: BlindGuard = next => async (request, signal) => {
	for (;;) {
		signal.throwIfAborted();
		try {
			return await next(request, signal);
		} catch (error) {
			if (!(error instanceof NotNow)) throw error;
			await error.wait(signal);
		}
	}
};
