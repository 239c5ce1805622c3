import type {LogLevel} from '../../settings/log-levels.ts';
import {messageOf} from '../../system/errors.ts';
import type {Clock} from '../clock.ts';
import {Stop} from '../guard.ts';
import {asCost, asDollars, asLimit, formatExactly, formatUsed} from '../money.ts';
import type {Ledger, Page, Sums} from './ledger.ts';
import {NotNow} from './turn.ts';
import {unlessAborted} from './unless-aborted.ts';

/** US dollars, those of other runs of the same period included. */
export type BudgetState = {limitUsd: number; settledUsd: number; reservedUsd: number};

/** Money that is kept for one attempt. */
export type Reservation = {
	/** Ends the reservation: the attempt has cost so many US dollars. */
	settle: (usd: number) => Promise<void>;
};

export type Budget = {
	/** @throws {Stop} where so much can never be reserved any more; {Failure} where the ledger cannot be used */
	admit: (usd: number) => Promise<void>;
	/**
	 * Keeps so many US dollars.
	 * @throws {NotNow} while they do not fit and others may still give back; {Stop} where they cannot fit any more; {Failure}
	 */
	reserve: (usd: number) => Promise<Reservation>;
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
type Account = {
	page: Page;
	own: Sums;
	/** As they were when somebody last looked; `isStale`: they are to be looked at before somebody waits for them. */
	others: Sums;
	isStale: boolean;
	/** When that is to be. */
	look: Promise<void> | null;
	isWarned: boolean;
};

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
		return {
			page,
			own: {settled: 0, reserved: 0},
			others: await page.others(),
			isStale: false,
			look: null,
			isWarned: false,
		};
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

	const settledOf = ({own, others}: Account) => own.settled + others.settled;
	const heldOf = ({own, others}: Account) => own.reserved + others.reserved;
	const shown = (amount: number) => formatUsed(asDollars(amount), limitUsd);

	function refuseIfNever(account: Account, amount: number): void {
		if (settledOf(account) + amount <= limit) return;
		const message = tellOfEnd(account, `, and the next request can cost ${shown(amount)}`);
		const isFirst = settledOf(account) + heldOf(account) === 0;
		const what = isFirst ? 'The budget is too small for one request: nothing was sent.' : 'That request was not sent.';
		throw new Stop('budget', message, `${what} ${remedy}`, {isLogged: true});
	}

	function tellOfEnd(account: Account, then = ''): string {
		const message = `LLM cost budget exceeded: ${ofLimit(account)} used${held(account)}${then}`;
		if (!isTold) log('ERROR', message);
		isTold = true;
		return message;
	}

	const ofLimit = (account: Account) => `${shown(settledOf(account))} of ${formatExactly(limitUsd)}`;
	const held = (account: Account) => (heldOf(account) > 0 ? `, ${shown(heldOf(account))} held` : '');

	function warn(account: Account): void {
		const part = settledOf(account) / limit;
		if (account.isWarned || !(part >= warnAt)) return;
		account.isWarned = true;
		const percent = `${Math.floor(part * 100)}%`;
		// What is above the limit is told as that.
		if (part <= 1) log('WARNING', `LLM cost budget warning: ${ofLimit(account)} used (${percent})${held(account)}`);
	}

	/** Writes the reservation down first and then looks whether all fit together; takes it back where they do not. */
	async function take(account: Account, amount: number): Promise<boolean> {
		const {page, own} = account;
		if (own.settled + own.reserved + amount > limit) return false;
		if (!account.isStale && settledOf(account) + heldOf(account) + amount > limit) return false;
		own.reserved += amount;
		try {
			await page.write(own);
			account.others = await page.others();
			account.isStale = false;
			if (settledOf(account) + heldOf(account) <= limit) return true;
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
		if (settledOf(account) > limit) tellOfEnd(account);
		else warn(account);
		settlement.resolve();
		settlement = Promise.withResolvers<void>();
		onChange();
		// If it cannot be written, the ledger keeps the whole reservation: too much, never too little.
		await page.write(own).catch(() => {});
	}

	/** Until somebody has given back, or it is time to look at what other runs hold. */
	function waitForMoney(given: Promise<void>, account: Account): Promise<void> {
		if (account.others.reserved === 0) return given;
		account.look ??= clock.sleep(firstLookMs * (1 + clock.random())).then(() => {
			account.look = null;
			account.isStale = true;
		});
		return Promise.race([given, account.look]);
	}

	async function reserve(amount: number): Promise<Reservation> {
		const given = settlement.promise;
		const account = await accountNow();
		if (await take(account, amount)) {
			warn(account);
			onChange();
			return {settle: usd => settle(account, amount, usd)};
		}
		refuseIfNever(account, amount);
		const wait = waitForMoney(given, account);
		throw new NotNow(signal => unlessAborted(wait, signal));
	}

	return {
		async admit(usd) {
			const account = await accountNow();
			refuseIfNever(account, asCost(usd));
		},
		reserve(usd) {
			const turn = last.then(() => reserve(asCost(usd)));
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
					const why = messageOf(error);
					log('WARNING', `The costs of this run may be missing in the budget's ledger: ${why}`);
				});
			}
		},
	};
}

const none: Sums = {settled: 0, reserved: 0};
const nothing = {own: none, others: none};
