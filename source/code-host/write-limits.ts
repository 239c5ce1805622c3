import {forwardClock} from '../system/forward-clock.ts';
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
	/**
	 * Books the next free turn of an account, first come first served. Returns how long to wait for it, in milliseconds.
	 * @throws {Failure} guard, if it cannot be known which turns are free
	 */
	take: (account: HostAccount, rule: WriteRule) => Promise<number>;
};

/** Books the next free turn of one account, as {@link WriteLimits} does. */
export type TakeTurn = (rule: WriteRule) => Promise<number>;

/** Turns that only this process knows of. @param now in milliseconds */
export function ownTurns(now: () => number): TakeTurn {
	const booked: number[] = [];
	const clock = forwardClock(now);
	return async rule => {
		const time = clock();
		const turn = nextTurn(rule, time, back => booked.at(-back) ?? null);
		booked.push(turn);
		return turn - time;
	};
}

/** Limits that only one publisher knows of. */
export const ownWriteLimits = (now: () => number): WriteLimits => {
	const take = ownTurns(now);
	return {isShared: false, share: 1, take: (_, rule) => take(rule)};
};
