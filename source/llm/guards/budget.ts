import {randomUUID} from 'node:crypto';
import type {Clock} from '../../system/clock.ts';
import {messageOf} from '../../system/errors.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {unlessAborted, waitAtMost} from '../../system/unless-aborted.ts';
import {Stop} from '../guard.ts';
import {asCost, asDollars, asLimit, formatExactly, formatUsed} from '../money.ts';
import {openUnderWay} from '../under-way.ts';
import {
	type Account,
	alertLevelOf,
	bookMoney,
	mayReserve,
	neverFits,
	openAccount,
	reservedOf,
	settledOf,
} from './account.ts';
import type {Ledger, LedgerPage} from './ledger.ts';
import {NotNow} from './turn.ts';

export type Reservation = {
	/** Ends the reservation: the attempt has cost so many US dollars. */
	settle: (usd: number) => Promise<void>;
};

export type Budget = ReturnType<typeof createBudget>;

export type BudgetState = Budget['state'];

export type BudgetOptions = {
	limitUsd: number;
	ledger: Ledger;
	clock: Clock;
	log: (level: LogLevel, message: string) => void;
	onChange: () => void;
};

/** The account of a period, and what writes it down. */
type Holder = {
	account: Account;
	page: LedgerPage;
	/** The wait that makes the account stale, while one is under way. */
	look: Promise<void> | null;
	/** Since when attempts wait for what other runs hold, in milliseconds; null while none does. */
	waitsSince: number | null;
	isWarned: boolean;
};

const firstLookMs = 100;
/** Longer than a settlement usually takes. */
const longestSettlementMs = 500;
/** Longer than requests of other runs usually take. */
const longWaitMs = 15_000;
const remedy = 'Raise CR_LLM_COST_BUDGET (--cost-budget), use a cheaper model, or enable caching.';

/**
 * Spends at most `limitUsd`: what is settled and reserved together is never more, across all workers, and with a shared
 * ledger across all runs of the period. Holds an {@link Account} for each period.
 */
export function createBudget({limitUsd, ledger, clock, log, onChange}: BudgetOptions) {
	const limit = asLimit(limitUsd);
	const run = randomUUID();
	const holders = new Map<LedgerPage, Promise<Holder>>();
	const reservations = openUnderWay();
	let current: Holder | null = null;
	let settlement = Promise.withResolvers<void>();
	let serial = 0;
	let isEndLogged = false;

	async function open(page: LedgerPage): Promise<Holder> {
		return {account: openAccount(limit, await page.others()), page, look: null, waitsSince: null, isWarned: false};
	}

	async function holderNow(): Promise<Holder> {
		const page = await ledger.page();
		let holder = holders.get(page);
		if (!holder) {
			holder = open(page);
			holders.set(page, holder);
			// What was wrong may be gone at the next attempt.
			holder.catch(() => holders.delete(page));
		}
		current = await holder;
		return current;
	}

	const shown = (amount: number) => formatUsed(asDollars(amount), limitUsd);
	const used = (account: Account) => `${shown(settledOf(account))} of ${formatExactly(limitUsd)} used`;
	const held = (account: Account) => (reservedOf(account) > 0 ? `, ${shown(reservedOf(account))} held` : '');

	function refuseIfNever({account}: Holder, amount: number): void {
		if (!neverFits(account, amount)) return;
		const message = logEnd(account, `, and the next request can cost ${shown(amount)}`);
		const isFirst = settledOf(account) + reservedOf(account) === 0;
		const what = isFirst ? 'The budget is too small for one request: nothing was sent.' : 'That request was not sent.';
		throw new Stop('budget', message, `${what} ${remedy}`, {isLogged: true});
	}

	function logEnd(account: Account, then = ''): string {
		const message = `LLM cost budget exceeded: ${used(account)}${held(account)}${then}`;
		if (!isEndLogged) log('ERROR', message);
		isEndLogged = true;
		return message;
	}

	function warn(holder: Holder): void {
		const {account, isWarned} = holder;
		if (isWarned || alertLevelOf(account) !== 'high') return;
		holder.isWarned = true;
		const percent = Math.floor((settledOf(account) / limit) * 100);
		log('WARNING', `LLM cost budget warning: ${used(account)} (${percent}%)${held(account)}`);
	}

	/** Once for each long wait: a run that was killed keeps what it held until that counts as spent. */
	function warnOfWait(holder: Holder): void {
		holder.waitsSince ??= clock.now();
		if (clock.now() - holder.waitsSince < longWaitMs) return;
		holder.waitsSince = Number.POSITIVE_INFINITY;
		log('WARNING', `Waiting for other runs, which hold ${shown(holder.account.others.reserved)} of the budget.`);
	}

	function giveBack(): void {
		settlement.resolve();
		settlement = Promise.withResolvers<void>();
	}

	async function take(holder: Holder, id: string, amount: number): Promise<boolean> {
		holder.account = bookMoney(holder.account, {reserved: amount});
		let isHeld = false;
		try {
			const answer = await holder.page.reserve(id, amount, limit);
			holder.account = {...holder.account, others: answer.others, isStale: false};
			isHeld = answer.isHeld;
		} finally {
			if (!isHeld) holder.account = bookMoney(holder.account, {reserved: -amount});
		}
		return isHeld;
	}

	async function settle(holder: Holder, id: string, amount: number, usd: number): Promise<void> {
		const cost = asCost(usd);
		holder.account = bookMoney(holder.account, {settled: cost, reserved: -amount});
		// A service can count more than was reserved as the most: log it.
		if (alertLevelOf(holder.account) === 'over') logEnd(holder.account);
		else warn(holder);
		giveBack();
		onChange();
		// If it cannot be written, the ledger keeps the whole reservation: too much, never too little.
		await holder.page.settle(id, cost).catch(() => {});
		// Those that asked a ledger which did not have it yet.
		giveBack();
	}

	/** Until money is given back here, or it is time to look at what other runs hold. */
	function waitForMoney(given: Promise<void>, holder: Holder): Promise<void> {
		if (holder.account.others.reserved === 0) return given;
		warnOfWait(holder);
		holder.look ??= clock.sleep(firstLookMs * (1 + clock.random())).then(() => {
			holder.look = null;
			// Other runs may have given money back since the last look.
			holder.account = {...holder.account, isStale: true};
		});
		return Promise.race([given, holder.look]);
	}

	async function reserve(amount: number): Promise<Reservation> {
		let given = settlement.promise;
		const holder = await holderNow();
		if (mayReserve(holder.account, amount)) {
			serial += 1;
			const id = `${run}:${serial}`;
			const isHeld = await take(holder, id, amount).catch(error => {
				giveBack();
				throw error;
			});
			if (isHeld) {
				holder.waitsSince = null;
				warn(holder);
				onChange();
				return {settle: usd => settle(holder, id, amount, usd)};
			}
			const isNothingNew = given === settlement.promise;
			// What fits without this attempt may go ahead.
			giveBack();
			if (isNothingNew) given = settlement.promise;
		}
		refuseIfNever(holder, amount);
		const wait = waitForMoney(given, holder);
		throw new NotNow(signal => unlessAborted(wait, signal));
	}

	return {
		/** @throws {Stop} if so much can no longer be reserved; {Failure} if the ledger cannot be used */
		async admit(usd: number): Promise<void> {
			refuseIfNever(await holderNow(), asCost(usd));
		},
		/**
		 * Holds so many US dollars.
		 * @throws {NotNow} while they do not fit but other attempts may give some back; {Stop} once they can never fit; {Failure}
		 */
		async reserve(usd: number): Promise<Reservation> {
			const end = reservations.begin();
			const {settle} = await reserve(asCost(usd)).catch(error => {
				end();
				throw error;
			});
			return {settle: cost => settle(cost).finally(end)};
		},
		/** US dollars, those of other runs of the same period included. */
		get state() {
			const sums = current?.account;
			return {
				limitUsd,
				settledUsd: sums ? asDollars(settledOf(sums)) : 0,
				reservedUsd: sums ? asDollars(reservedOf(sums)) : 0,
				/** Runs on other machines spend from it too. */
				isShared: ledger.isShared,
			};
		},
		/** The run is over. Waits a moment for what is reserved to be settled, as after an interruption. */
		async close(): Promise<void> {
			await waitAtMost(longestSettlementMs, reservations.ended(), clock);
			await ledger.close().catch((error: unknown) => {
				log('WARNING', `The costs of this run may be missing from the budget ledger: ${messageOf(error)}`);
			});
		},
	};
}
