import {forwardClock} from '../system/clock.ts';
import {nextTurn, type WriteRule} from './write-rule.ts';

/** Whose writes a host counts together. */
export type HostAccount = {
	/** Name of the server. */
	host: string;
	login: string;
};

/** The turns of writes, shared by all that write with an account. */
export type WriteLimits = {
	/** Processes on other machines share them. */
	readonly isShared: boolean;
	/** This process may use one part of so many. */
	readonly share: number;
	/** Those of an account. */
	of: (account: HostAccount) => Promise<AccountLimits>;
};

/** The writes of one account. */
export type AccountLimits = {
	/**
	 * Books the next free turn, first come first served. Returns how long to wait for it, in milliseconds.
	 * @throws {Failure} guard, if it cannot be known which turns are free
	 */
	take: TakeTurn;
	/**
	 * How long the host still refuses all writes of the account, in milliseconds, by what it has said to any who share its turns.
	 * @param saidMs what it has just said to the caller; 0 for nothing
	 * @throws {Failure} guard, if it cannot be known
	 */
	refused: AskRefused;
};

export type TakeTurn = (rule: WriteRule) => Promise<number>;
export type AskRefused = (saidMs: number) => Promise<number>;

/** What only this process knows of an account. @param now in milliseconds */
export function ownLimits(now: () => number): AccountLimits {
	const booked: number[] = [];
	const clock = forwardClock(now);
	let refusedUntil = Number.NEGATIVE_INFINITY;
	return {
		async take(rule) {
			const time = clock();
			const turn = nextTurn(rule, time, back => booked.at(-back) ?? null);
			booked.push(turn);
			return turn - time;
		},
		async refused(saidMs) {
			refusedUntil = Math.max(refusedUntil, clock() + saidMs);
			return refusedUntil - clock();
		},
	};
}

/** Limits that only one publisher knows of. */
export const ownWriteLimits = (now: () => number): WriteLimits => {
	const own = ownLimits(now);
	return {isShared: false, share: 1, of: async () => own};
};
