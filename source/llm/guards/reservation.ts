import type {Guard} from '../guard.ts';
import type {Bill} from './bill.ts';
import type {Budget} from './budget.ts';

/** Reserves what an attempt can cost at most right before it leaves, and settles with what it has cost. */
export const reservation =
	({bill, budget}: {bill: Bill; budget: Budget}): Guard =>
	next =>
	async (request, signal) => {
		const held = await budget.reserve(bill.worst(request));
		let cost = 0;
		try {
			signal.throwIfAborted();
			const reply = await next(request, signal).catch((error: unknown) => {
				cost = bill.ofError(request, error);
				throw error;
			});
			cost = bill.ofReply(request, reply);
			return reply;
		} finally {
			// Before it is the turn of the next one, which may not leave if this has cost too much.
			await held.settle(cost);
		}
	};
