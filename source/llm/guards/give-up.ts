import type {Guard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * What does not change during a run is asked for once: after a wrong key, a missing model or a spent quota without an
 * end, further requests end with the same trouble and do not leave. Who asks again under another signal may have mended it.
 */
export const giveUp = (): Guard => next => {
	const final = new WeakMap<AbortSignal, ModelTrouble>();
	return async (request, signal) => {
		const known = final.get(signal);
		if (known) throw known;
		try {
			return await next(request, signal);
		} catch (error) {
			if (error instanceof ModelTrouble && isFinal(error)) final.set(signal, error);
			throw error;
		}
	};
};

const isFinal = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isLasting && !traits.isPassing && retryAfterMs === null;
