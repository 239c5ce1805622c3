import {createHash, randomUUID} from 'node:crypto';
import {join} from 'node:path';
import * as z from 'zod/mini';
import {identify} from '../../store/identify.ts';
import type {Store} from '../../store/store.ts';
import {forwardClock} from '../../system/clock.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {openRecord, type RecordForm} from '../../system/records.ts';
import {ifShaped} from '../../system/shape.ts';
import type {Ledger, LedgerAnswer, LedgerPage, Sums} from './ledger.ts';
import {beginScript, findScript, ledgerKeys, ledgerScript} from './ledger-script.ts';
import {lostLedger, stopOfStore} from './store-stop.ts';
import {NotNow} from './turn.ts';

type KnownLedgers = ReturnType<typeof knownLedgers>;

const form: RecordForm<{store: string; epoch: string}> = {
	kind: 'ledger',
	read: ifShaped(z.object({store: z.string(), epoch: z.string()})),
};

/**
 * Which ledger this machine has seen last on each store, so that a store that lost its data is noticed.
 * @param folder null where nothing can be kept
 */
export function knownLedgers(folder: string | null, log: (level: 'WARNING', message: string) => void) {
	const fileOf = (store: string) => {
		const name = `store-${createHash('sha256').update(store).digest('hex').slice(0, 16)}.json`;
		return folder === null ? null : openRecord(join(folder, name), form, log);
	};
	return {
		/** The epoch of the ledger; null if none is known. */
		recall: async (store: string) => (await fileOf(store)?.take())?.epoch ?? null,
		remember: async (store: string, epoch: string) => fileOf(store)?.keep({store, epoch}),
	};
}

export type StoreLedgerOptions = {
	store: Store;
	period: 'day' | 'month';
	known: KnownLedgers;
	/** The user knows that the ledger is not the one that this machine has seen. */
	isNewAccepted: boolean;
	log: (level: LogLevel, message: string) => void;
	/** In milliseconds; only differences count, and the clock may be wrong, or set meanwhile. */
	now: () => number;
	/** A reservation that is older than this counts as spent. */
	longestReservationMs?: number;
};

const what = 'The shared budget';

/**
 * A ledger on a server, which all runs with the same address share, by days or months in UTC and by the server's clock.
 * Everything fails closed: what the server does not grant is not sent.
 */
export function storeLedger(options: StoreLedgerOptions): Ledger {
	const {store} = options;
	const now = forwardClock(options.now);
	let current: Promise<LedgerPage> | null = null;
	/** When the period may be over by the clock here. The server is asked then, also by a run that has nothing left to spend. */
	let askAgainAt = Number.POSITIVE_INFINITY;
	let epoch: string | null = null;
	const open = async (): Promise<LedgerPage> => {
		try {
			if (epoch === null) {
				await identify(store);
				epoch = await epochOf(options);
			}
			const time = await serverTime(store);
			const period = periodOf(options.period, time);
			askAgainAt = now() + period.endMs - time;
			return openStorePage(period, epoch, options, () => {
				current = null;
			});
		} catch (error) {
			current = null;
			throw stopOfStore(store, error, what);
		}
	};
	return {
		isShared: true,
		page() {
			if (now() >= askAgainAt) [current, askAgainAt] = [null, Number.POSITIVE_INFINITY];
			current ??= open();
			return current;
		},
		close: async () => store.close(),
	};
}

/**
 * The ledger that is in the store and the one that this machine has seen there, by their epochs. One of which a part is
 * missing is lost.
 * @throws {StoreTrouble}
 */
export async function findLedger(store: Store, known: KnownLedgers) {
	const [epoch, last] = (await findScript(store, ledgerKeys, [])) as [string, string];
	const found = epoch !== '' && epoch === last ? epoch : null;
	const seen = await known.recall(store.name);
	return {found, seen, isLost: epoch !== last || (seen !== null && found !== seen)};
}

/** The epoch of the ledger in the store; begins one if there is none. */
async function epochOf({store, known, isNewAccepted, log}: StoreLedgerOptions): Promise<string> {
	const {found, seen, isLost} = await findLedger(store, known);
	if (isLost && !isNewAccepted) throw lostLedger(store);
	const epoch = found ?? String(await beginScript(store, ledgerKeys, [randomUUID()]));
	if (found === null) log('WARNING', `${what} at ${store.name} is new: nothing counts as spent.`);
	// Where nothing can be kept, a later loss is not noticed.
	if (epoch !== seen) await known.remember(store.name, epoch).catch(() => {});
	return epoch;
}

async function serverTime(store: Store): Promise<number> {
	const [seconds, micros] = (await store.command('TIME')) as [string, string];
	return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

function openStorePage(
	{name, beginMs, endMs}: ServerPeriod,
	epoch: string,
	{store, period, longestReservationMs = 10 * 60_000}: StoreLedgerOptions,
	onOver: () => void,
): LedgerPage {
	const held = new Map<string, number>();
	/** What the server has of this run, by its replies. */
	const own: Sums = {settled: 0, reserved: 0};

	async function run(operation: string, ...rest: (string | number)[]): Promise<{state: string; all: Sums}> {
		const args = [operation, epoch, `${period}-${name}`, beginMs, endMs, ...rest].map(String);
		const reply = await ledgerScript(store, ledgerKeys, args).catch((error: unknown) => {
			throw stopOfStore(store, error, what);
		});
		const [state, settled = 0, reserved = 0] = reply as [string, string?, string?];
		if (state === 'lost') throw lostLedger(store);
		if (state === 'over') {
			onOver();
			throw new NotNow(async () => {});
		}
		return {state, all: {settled: Number(settled), reserved: Number(reserved)}};
	}

	const without = ({settled, reserved}: Sums): Sums => ({
		settled: settled - own.settled,
		reserved: reserved - own.reserved,
	});

	return {
		others: async () => without((await run('look')).all),
		async reserve(id, amount, limit): Promise<LedgerAnswer> {
			const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
			const {state, all} = await run('reserve', id, amount, most, longestReservationMs);
			const isHeld = state === 'held';
			if (isHeld) {
				held.set(id, amount);
				own.reserved += amount;
			}
			return {isHeld, others: without(all)};
		},
		async settle(id, cost) {
			await run('settle', id, cost);
			own.settled += cost;
			own.reserved -= held.get(id) ?? 0;
			held.delete(id);
		},
	};
}

/** A period of a budget, in UTC. Milliseconds since the epoch; the end does not belong to it. */
type ServerPeriod = {
	/** `2026-11` or `2026-11-20` */
	name: string;
	beginMs: number;
	endMs: number;
};

function periodOf(kind: 'day' | 'month', ms: number): ServerPeriod {
	const date = new Date(ms);
	const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
	const iso = date.toISOString();
	return kind === 'day'
		? {name: iso.slice(0, 10), beginMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1)}
		: {name: iso.slice(0, 7), beginMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1)};
}
