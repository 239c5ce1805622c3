import type {Guard} from '../guard.ts';
import type {Bill} from './bill.ts';
import type {Budget} from './budget.ts';

/** Lets no request in that the budget has no room for any more, before anything else is done about it. */
export const admission =
	({bill, budget}: {bill: Bill; budget: Budget}): Guard =>
	next =>
	async (request, signal) => {
		await budget.admit(bill.worst(request));
		return next(request, signal);
	};
