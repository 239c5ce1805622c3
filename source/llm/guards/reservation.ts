import type {Ask, Guard} from '../guard.ts';
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
		const leave: Ask = async (...asked) => {
			let cost = 0;
			try {
				const reply = await next(...asked);
				cost = bill.ofReply(request, reply);
				return reply;
			} catch (error) {
				cost = bill.ofError(request, error);
				throw error;
			} finally {
				// Before it is the turn of the next one, which may not leave if this has cost too much.
				await held.settle(cost);
			}
		};
		const attempt: {left?: Promise<unknown>} = {};
		const waiting = wait((...asked) => {
			held.use();
			const left = leave(...asked);
			attempt.left = left;
			return left;
		});
		try {
			return await waiting(request, signal);
		} finally {
			// An abort does not wait for what it ends.
			await (attempt.left?.catch(() => {}) ?? held.settle(0));
		}
	};
