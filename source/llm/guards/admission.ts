import {unlessAborted} from '../../system/unless-aborted.ts';
import type {Guard} from '../guard.ts';
import type {Bill} from './bill.ts';
import type {Budget} from './budget.ts';

/** Refuses a request that can no longer fit into the budget, before anything else is done for it. */
export const admission =
	({bill, budget}: {bill: Bill; budget: Budget}): Guard =>
	next =>
	async (request, signal) => {
		await unlessAborted(budget.admit(bill.worst(request)), signal);
		return next(request, signal);
	};
