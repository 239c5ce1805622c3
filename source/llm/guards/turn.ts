import type {BlindGuard} from '../guard.ts';

/** Thrown inside a turn by what would have to wait there: the turn is given back, and taken again after the wait. */
export class NotNow extends Error {
	override readonly name = 'NotNow';
	readonly wait: (signal: AbortSignal) => Promise<unknown>;

	constructor(wait: NotNow['wait']) {
		super('it has to wait');
		this.wait = wait;
	}
}

/**
 * Tries the turn of an attempt until it can leave: what it waits for meanwhile, it waits for without a slot or money.
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
