import type {Guard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * What cannot change during an asking is asked for once: after a wrong key, a missing model or a spent quota without an
 * end, further requests end with the same trouble and do not leave.
 */
export const giveUp: Guard = next => {
	let final: ModelTrouble | null = null;
	return async (request, signal) => {
		if (final) throw final;
		try {
			return await next(request, signal);
		} catch (error) {
			if (error instanceof ModelTrouble && isFinal(error)) final = error;
			throw error;
		}
	};
};

const isFinal = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isLasting && !traits.isPassing && retryAfterMs === null;
