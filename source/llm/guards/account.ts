import type {Sums} from './ledger.ts';

/** A budget in one period, as one of the runs that share it sees it. Money in billionths of a dollar. */
export type Account = {
	readonly limit: number;
	/** What this run settled and holds. */
	readonly own: Sums;
	/** What all other runs settled and hold, as of the last look. */
	readonly others: Sums;
	/** The last look is too old to refuse money because of it. */
	readonly isStale: boolean;
};

/** How far a budget is used up: `high` from 80%, `over` above the limit. */
export type BudgetLevel = 'low' | 'high' | 'over';

const highAt = 0.8;

export const openAccount = (limit: number, others: Sums): Account => ({
	limit,
	own: {settled: 0, reserved: 0},
	others,
	isStale: false,
});

/**
 * The account after more was held (to be written to the ledger before the next look, which shows whether it fits), less
 * (it did not fit, or could not be written down: nothing was sent), or an attempt has cost a part of what it held.
 *
 * Settled and reserved money together never exceed the limit, across all runs, if each of them
 * reserves only what {@link mayReserve}, keeps it only if {@link isWithinLimit} after a look, and settles no more than
 * it reserved.
 */
export function bookMoney(account: Account, {settled = 0, reserved}: {settled?: number; reserved: number}): Account {
	const {own} = account;
	return {...account, own: {settled: own.settled + settled, reserved: own.reserved + reserved}};
}

export const settledOf = ({own, others}: Pick<Account, 'own' | 'others'>): number => own.settled + others.settled;
export const reservedOf = ({own, others}: Pick<Account, 'own' | 'others'>): number => own.reserved + others.reserved;

/** Whether nothing that is known for sure forbids to reserve so much. */
export function mayReserve(account: Account, amount: number): boolean {
	const {limit, own, isStale} = account;
	if (own.settled + own.reserved + amount > limit) return false;
	return isStale || settledOf(account) + reservedOf(account) + amount <= limit;
}

/** Whether so much never fits any more, even if everything that is held is given back. */
export const neverFits = (account: Account, amount: number): boolean => settledOf(account) + amount > account.limit;

export const isWithinLimit = (account: Omit<Account, 'isStale'>): boolean =>
	settledOf(account) + reservedOf(account) <= account.limit;

export function alertLevelOf(account: Account): BudgetLevel {
	if (settledOf(account) > account.limit) return 'over';
	return settledOf(account) / account.limit >= highAt ? 'high' : 'low';
}
