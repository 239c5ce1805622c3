import {randomUUID} from 'node:crypto';
import type {Account, TakeTurn} from '../../code-host/write-limits.ts';
import type {WriteRule} from '../../code-host/write-rule.ts';
import type {Store} from '../../store/store.ts';
import {turnScript} from './turn-script.ts';

export type StoreTurnsOptions = {
	store: Store;
	/** In milliseconds; only differences count, and the clock may be wrong. */
	now: () => number;
	/** The time that counts instead of the server's, in milliseconds since the epoch: only for simulations. */
	time?: () => number;
};

/**
 * Turns that all machines with the same store book there. The time between two writes is kept by this process alone.
 * @throws {StoreTrouble}
 */
export function storeTurns({host, login}: Account, {store, now, time}: StoreTurnsOptions): TakeTurn {
	const key = `{pr-resolve}:writes:${host}/${login}`;
	let lastTurn = Number.NEGATIVE_INFINITY;
	return async ({spacingMs, windows}: WriteRule) => {
		const notBeforeMs = Math.max(0, lastTurn + spacingMs - now());
		const args = [time?.() ?? '', randomUUID(), notBeforeMs, ...windows.flatMap(({ms, most}) => [ms, most])];
		const ms = Number(await turnScript(store, [key], args.map(String)));
		lastTurn = now() + ms;
		return ms;
	};
}
