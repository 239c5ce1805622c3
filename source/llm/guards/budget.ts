import type {LogLevel} from '../../settings/log-levels.ts';
import type {Clock} from '../clock.ts';
import {Stop} from '../guard.ts';
import {asCost, asDollars, asLimit, formatExactly, formatUsed} from '../money.ts';
import type {Ledger, Page, Sums} from './ledger.ts';
import {unlessAborted} from './unless-aborted.ts';

/** US dollars, those of other runs of the same period included. */
export type BudgetState = {limitUsd: number; settledUsd: number; reservedUsd: number};

/** Money that is kept for one attempt. */
export type Reservation = {
	/** The attempt is about to leave. @throws {Stop} where others have cost more meanwhile than was reserved for them */
	use: () => void;
	/** Ends the reservation: the attempt has cost so many US dollars. */
	settle: (usd: number) => Promise<void>;
};

export type Budget = {
	/** @throws {Stop} where so much can never be reserved any more; {Failure} where the ledger cannot be used */
	admit: (usd: number) => Promise<void>;
	/**
	 * Keeps so many US dollars; waits, in the order of arrival, while they do not fit and others may still give back.
	 * @throws {Stop} where they cannot fit any more; {Failure}; the signal's reason
	 */
	reserve: (usd: number, signal: AbortSignal) => Promise<Reservation>;
	readonly state: BudgetState;
	/** The run is over. */
	close: () => Promise<void>;
};

export type BudgetOptions = {
	limitUsd: number;
	ledger: Ledger;
	clock: Clock;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

/** Money in billionths of a dollar. */
type Account = {page: Page; own: Sums; others: Sums; isWarned: boolean};

const warnAt = 0.8;
const firstLookMs = 100;
const remedy = 'Raise CR_LLM_COST_BUDGET (--cost-budget), use a cheaper model, or enable caching.';

/**
 * Spends at most `limitUsd`: what is settled and reserved together is never more, across all workers, and with a shared
 * ledger across all runs of the period.
 */
export function createBudget({limitUsd, ledger, clock, log, onChange}: BudgetOptions): Budget {
	const limit = asLimit(limitUsd);
	const accounts = new Map<string, Promise<Account>>();
	let current: Account | null = null;
	let settlement = Promise.withResolvers<void>();
	let last: Promise<unknown> = Promise.resolve();
	let isTold = false;

	async function open(period: string): Promise<Account> {
		const page = await ledger.open(period);
		return {page, own: {settled: 0, reserved: 0}, others: await page.others(), isWarned: false};
	}

	async function accountNow(): Promise<Account> {
		const period = ledger.periodAt(clock.now());
		let account = accounts.get(period);
		if (!account) {
			account = open(period);
			accounts.set(period, account);
		}
		current = await account;
		return current;
	}

	const usedOf = ({own, others}: Account) => own.settled + own.reserved + others.settled + others.reserved;

	/** @param used what is used by others than the one that wants the amount */
	function refuseIfNever({own, others}: Account, amount: number, used: number): void {
		if (own.settled + others.settled + amount <= limit) return;
		const message = tellOfEnd(used + amount);
		const price = `can cost up to ${formatUsed(asDollars(amount), limitUsd)}`;
		if (used > 0) throw new Stop('budget', message, `The next request ${price} and was not sent. ${remedy}`);
		throw new Stop(
			'budget',
			`${message}; it is too small for one request`,
			`One request ${price}, and nothing was sent. ${remedy}`,
		);
	}

	function tellOfEnd(used: number): string {
		const message = `LLM cost budget exceeded: ${ofLimit(used)} used`;
		if (!isTold) log('ERROR', message);
		isTold = true;
		return message;
	}

	const ofLimit = (used: number) => `${formatUsed(asDollars(used), limitUsd)} of ${formatExactly(limitUsd)}`;

	function warn(account: Account): void {
		const part = usedOf(account) / limit;
		if (account.isWarned || !(part >= warnAt)) return;
		account.isWarned = true;
		log('WARNING', `LLM cost budget warning: ${ofLimit(usedOf(account))} used (${Math.floor(part * 100)}%)`);
	}

	/** Writes the reservation down first and then looks whether all fit together; takes it back where they do not. */
	async function take(account: Account, amount: number): Promise<boolean> {
		const {page, own} = account;
		if (own.settled + own.reserved + amount > limit) return false;
		own.reserved += amount;
		try {
			await page.write(own);
			account.others = await page.others();
			if (usedOf(account) <= limit) return true;
		} catch (error) {
			own.reserved -= amount;
			throw error;
		}
		own.reserved -= amount;
		await page.write(own);
		return false;
	}

	async function settle(account: Account, amount: number, usd: number): Promise<void> {
		const {page, own} = account;
		own.reserved -= amount;
		own.settled += asCost(usd);
		// A service can count more than a reservation takes for its most: that it did must not go by in silence.
		if (usedOf(account) > limit) tellOfEnd(usedOf(account));
		settlement.resolve();
		settlement = Promise.withResolvers<void>();
		onChange();
		// If it cannot be written, the ledger keeps the whole reservation: too much, never too little.
		await page.write(own).catch(() => {});
	}

	async function waitForMoney(given: Promise<void>, {others}: Account, signal: AbortSignal): Promise<void> {
		if (others.reserved === 0) return unlessAborted(given, signal);
		const over = new AbortController();
		const ms = firstLookMs * (1 + clock.random());
		const look = clock.sleep(ms, AbortSignal.any([signal, over.signal]));
		look.catch(() => {});
		await unlessAborted(Promise.race([given, look]), signal).finally(() => over.abort());
	}

	async function reserveNext(amount: number, signal: AbortSignal): Promise<Reservation> {
		for (;;) {
			signal.throwIfAborted();
			const given = settlement.promise;
			const account = await accountNow();
			if (await take(account, amount)) {
				const reservation = {
					use: () => refuseIfNever(account, amount, usedOf(account) - amount),
					settle: (usd: number) => settle(account, amount, usd),
				};
				if (signal.aborted) await reservation.settle(0);
				signal.throwIfAborted();
				warn(account);
				onChange();
				return reservation;
			}
			refuseIfNever(account, amount, usedOf(account));
			await waitForMoney(given, account, signal);
		}
	}

	return {
		async admit(usd) {
			const account = await accountNow();
			refuseIfNever(account, asCost(usd), usedOf(account));
		},
		reserve(usd, signal) {
			const turn = last.then(() => reserveNext(asCost(usd), signal));
			last = turn.catch(() => {});
			return turn;
		},
		get state() {
			const {own, others} = current ?? nothing;
			return {
				limitUsd,
				settledUsd: asDollars(own.settled + others.settled),
				reservedUsd: asDollars(own.reserved + others.reserved),
			};
		},
		async close() {
			const opened = await Promise.allSettled(accounts.values());
			for (const account of opened) {
				// One that could not be opened was not spent from.
				if (account.status === 'rejected') continue;
				const {page, own} = account.value;
				await page.close(own).catch((error: unknown) => {
					const why = error instanceof Error ? error.message : String(error);
					log('WARNING', `The costs of this run may be missing in the budget's ledger: ${why}`);
				});
			}
		},
	};
}

const none: Sums = {settled: 0, reserved: 0};
const nothing = {own: none, others: none};
