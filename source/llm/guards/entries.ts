import {isWithinLimit} from './account.ts';
import type {LedgerAnswer, LedgerPage, Sums} from './ledger.ts';

/** A page on which each run writes only its own sums. */
export type Entries = {
	/** Records the sums of this run durably, for all others. Calls take effect in order. */
	write: (own: Sums, isClosed: boolean) => Promise<void>;
	/** The sums of all other runs, as they are now. */
	others: () => Promise<Sums>;
};

export type OwnEntry = LedgerPage & {
	/** The sums of this run are final. */
	close: () => Promise<void>;
};

/**
 * Writes a reservation first and only then reads the others: of two runs that reserve at the same time, at least the
 * second one to write sees both sums, and sums only shrink by what is given back. So what all of them hold is never more
 * than what one of them has seen and found to fit.
 */
export function openEntries({write, others}: Entries): OwnEntry {
	const held = new Map<string, number>();
	const own: Sums = {settled: 0, reserved: 0};
	let last: Promise<unknown> = Promise.resolve();
	const record = () => write({...own}, false);

	function take(id: string, amount: number): void {
		held.set(id, amount);
		own.reserved += amount;
	}

	function release(id: string): void {
		own.reserved -= held.get(id) ?? 0;
		held.delete(id);
	}

	async function reserve(id: string, amount: number, limit: number): Promise<LedgerAnswer> {
		take(id, amount);
		try {
			await record();
			const found = await others();
			if (isWithinLimit({limit, own, others: found})) return {isHeld: true, others: found};
			release(id);
			await record();
			return {isHeld: false, others: found};
		} catch (error) {
			release(id);
			throw error;
		}
	}

	return {
		others,
		reserve(id, amount, limit) {
			const turn = last.then(() => reserve(id, amount, limit));
			last = turn.catch(() => {});
			return turn;
		},
		settle(id, cost) {
			release(id);
			own.settled += cost;
			return record();
		},
		close: () => write({...own}, true),
	};
}
