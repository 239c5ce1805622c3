import {type Guard, Stop} from '../guard.ts';
import type {ModelChoice} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/** Notes on each failure, and on the one that led to it, which provider and model it is of. */
export const attribute =
	(choice: ModelChoice): Guard =>
	next =>
	async (request, signal) => {
		try {
			return await next(request, signal);
		} catch (error) {
			for (const failure of [error, error instanceof Stop ? error.cause : null]) {
				if (failure instanceof Stop || failure instanceof ModelTrouble) failure.choice = choice;
			}
			throw error;
		}
	};
