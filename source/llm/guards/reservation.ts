import type {Guard} from '../guard.ts';
import type {Bill} from './bill.ts';
import type {Budget} from './budget.ts';

type ReservationOptions = {
	bill: Bill;
	budget: Budget;
	/** What an attempt still waits for once its money is reserved: while it does, it has cost nothing. */
	wait: Guard;
};

/** Reserves what an attempt can cost at most before it leaves, and settles with what it has cost. */
export const reservation =
	({bill, budget, wait}: ReservationOptions): Guard =>
	next =>
	async (request, signal) => {
		const held = await budget.reserve(bill.worst(request), signal);
		let hasLeft = false;
		const attempt = wait((...asked) => {
			hasLeft = true;
			return next(...asked);
		});
		let cost = 0;
		try {
			const reply = await attempt(request, signal);
			cost = bill.ofReply(request, reply);
			return reply;
		} catch (error) {
			if (hasLeft) cost = bill.ofError(request, error);
			throw error;
		} finally {
			await held.settle(cost);
		}
	};
