import {type Guard, Stop} from '../guard.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/**
 * After a wrong key, a missing model, a used-up quota without a known end or a budget that cannot be looked at, further
 * requests fail with the same trouble without being sent: none of these can change during one asking.
 * @returns one guard for all places of a chain: what one place has seen, each of them refuses
 */
export function giveUp(): Guard {
	let final: ModelTrouble | Stop | null = null;
	return next => async (request, signal) => {
		if (final) throw final;
		try {
			return await next(request, signal);
		} catch (error) {
			if ((error instanceof Stop && error.isLasting) || (error instanceof ModelTrouble && isFinal(error)))
				final = error;
			throw error;
		}
	};
}

const isFinal = ({traits, retryAfterMs}: ModelTrouble) =>
	traits.isLasting && !traits.isPassing && retryAfterMs === null;
