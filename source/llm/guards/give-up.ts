import {type Guard, Stop} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * After a wrong key, a missing model, a used-up quota without a known end or a budget that cannot be looked at, further
 * requests fail with the same trouble without being sent: none of these can change during one asking.
 */
export const giveUp: Guard = next => {
	let final: ModelTrouble | Stop | null = null;
	return async (request, signal) => {
		if (final) throw final;
		try {
			return await next(request, signal);
		} catch (error) {
			if ((error instanceof Stop && error.isLasting) || (error instanceof ModelTrouble && isFinal(error)))
				final = error;
			throw error;
		}
	};
};

const isFinal = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isLasting && !traits.isPassing && retryAfterMs === null;
