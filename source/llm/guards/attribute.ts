import {type Guard, Stop} from '../guard.ts';
import type {ModelChoice} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';

/** Notes on each failure which provider and model it is of. */
export const attribute =
	(choice: ModelChoice): Guard =>
	next =>
	async (request, signal) => {
		try {
			return await next(request, signal);
		} catch (error) {
			if (error instanceof Stop || error instanceof ModelTrouble) error.choice = choice;
			throw error;
		}
	};
