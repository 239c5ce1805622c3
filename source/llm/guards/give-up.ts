import type {Guard} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * After a wrong key, a missing model or a used-up quota without a known end, further requests fail with the same trouble
 * without being sent: none of these can change during one asking.
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
