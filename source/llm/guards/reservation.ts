import {unlessAborted} from '../../system/unless-aborted.ts';
import type {Guard} from '../guard.ts';
import {spentOf} from '../providers/trouble.ts';
import type {Spent} from '../providers/usage.ts';
import type {Bill} from './bill.ts';
import type {Budget} from './budget.ts';

/** Reserves the most that an attempt can cost right before it is sent, and settles its real cost afterwards. */
export const reservation =
	({bill, budget}: {bill: Bill; budget: Budget}): Guard =>
	next =>
	async (request, signal) => {
		const held = await budget.reserve(bill.worst(request));
		let spent: Spent = 'nothing';
		try {
			signal.throwIfAborted();
			const reply = await next(request, signal).catch((error: unknown) => {
				spent = spentOf(error);
				throw error;
			});
			spent = reply.usage ?? 'unknown';
			return reply;
		} finally {
			// Before the slot is passed on: the next attempt must not be sent if this one cost too much.
			await held.settle(bill.of(request, spent).usd);
		}
	};

/** Refuses a request that can no longer fit into the budget, before anything else is done for it. */
export const admission =
	({bill, budget}: {bill: Bill; budget: Budget}): Guard =>
	next =>
	async (request, signal) => {
		await unlessAborted(budget.admit(bill.worst(request)), signal);
		return next(request, signal);
	};
