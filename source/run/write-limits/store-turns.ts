import {randomUUID} from 'node:crypto';
import type {HostAccount, TakeTurn} from '../../code-host/write-limits.ts';
import type {WriteRule} from '../../code-host/write-rule.ts';
import type {Store} from '../../store/store.ts';
import {forwardClock} from '../../system/clock.ts';
import {turnScript} from './turn-script.ts';

export type StoreTurnsOptions = {
	store: Store;
	/** In milliseconds; only differences count, and the clock may be wrong, or set meanwhile. */
	now: () => number;
	/** The time that counts instead of the server's, in milliseconds since the epoch: only for simulations. */
	time?: () => number;
};

/**
 * Turns that all machines with the same store book there. The time between two writes is kept by this process alone.
 * @throws {StoreTrouble}
 */
export function storeTurns({host, login}: HostAccount, {store, now, time}: StoreTurnsOptions): TakeTurn {
	const key = `{pr-resolve}:writes:${host}/${login}`;
	const clock = forwardClock(now);
	let lastTurn = Number.NEGATIVE_INFINITY;
	let last: Promise<unknown> = Promise.resolve();

	async function take({spacingMs, windows}: WriteRule): Promise<number> {
		const notBeforeMs = Math.max(0, lastTurn + spacingMs - clock());
		const args = [time?.() ?? '', randomUUID(), notBeforeMs, ...windows.flatMap(({ms, most}) => [ms, most])];
		const ms = Number(await turnScript(store, [key], args.map(String)));
		lastTurn = clock() + ms;
		return ms;
	}

	return rule => {
		const turn = last.then(() => take(rule));
		last = turn.catch(() => {});
		return turn;
	};
}
