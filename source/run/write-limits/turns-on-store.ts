import {randomUUID} from 'node:crypto';
import type {AskRefused, HostAccount, TakeTurn} from '../../code-host/write-limits.ts';
import type {WriteRule} from '../../code-host/write-rule.ts';
import {Failure} from '../../failure.ts';
import {identifyOnce} from '../../store/identify.ts';
import {makeScript} from '../../store/script.ts';
import {openStore, type Store} from '../../store/store.ts';
import {describeStoreTrouble, StoreTrouble} from '../../store/trouble.ts';
import {forwardClock} from '../../system/clock.ts';
import type {Context} from '../context.ts';
import type {Turns} from './turns-of-machine.ts';

/**
 * Turns that all machines with the same store book there. What it does not grant is not written.
 * @throws {Failure} guard `write-limits-unusable`, when a turn is taken
 */
export function turnsOnStore(address: string, {now, ...world}: Pick<Context, 'now' | 'sleep' | 'waits'>): Turns {
	const store = openStore(address, world);
	const identified = identifyOnce(store);
	async function withStore(work: () => Promise<number>): Promise<number> {
		try {
			await identified();
			return await work();
		} catch (error) {
			throw error instanceof StoreTrouble ? unusableLimits(error, store.name) : error;
		}
	}
	return {
		of(account) {
			const [take, refused] = [storeTurns(account, {store, now}), storeRefusal(account, store)];
			return {take: rule => withStore(() => take(rule)), refused: saidMs => withStore(() => refused(saidMs))};
		},
		close: store.close,
	};
}

function unusableLimits(trouble: StoreTrouble, name: string): Failure {
	const {message, remedy} = describeStoreTrouble(trouble, name, 'The shared write limits');
	return new Failure('guard', 'write-limits-unusable', message, `Nothing is written without them. ${remedy}`, {
		cause: trouble,
	});
}

/**
 * How long a host refuses all writes, as all machines with the same store read it there: the life of a key, by the
 * server's clock.
 * @throws {StoreTrouble}
 */
function storeRefusal({host, login}: HostAccount, store: Store): AskRefused {
	const key = `{pr-resolve}:refused:${host}/${login}`;
	return async saidMs => {
		const leftMs = Math.max(0, Number(await store.command('PTTL', key)));
		if (saidMs <= leftMs) return leftMs;
		await store.command('SET', key, '1', 'PX', String(Math.ceil(saidMs)));
		return saidMs;
	};
}

type StoreTurnsOptions = {
	store: Store;
	/** In milliseconds; only differences count, and the clock may be wrong, or set meanwhile. */
	now: () => number;
	/** The time that counts instead of the server's, in milliseconds since the epoch: only for simulations. */
	time?: () => number;
};

/**
 * Books the next free turn of an account as one step on the server, by the server's clock. All times are in milliseconds.
 * A booking that is sent twice counts once. The booking is its first write, so that a full server refuses all of it. The
 * key does not expire, so that a full server that removes what expires keeps it.
 *
 * KEYS turns (sorted set: id -> turn)
 * ARGV time (empty: that of the server), id, how long the caller cannot write yet, and for each window, the longest one last,
 *   its length and how many turns it has
 * Returns how long to wait for the turn.
 */
export const turnScript = makeScript(`
local turns, id = KEYS[1], ARGV[2]
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local longest = tonumber(ARGV[#ARGV - 1])

local function booked(back)
  return tonumber(redis.call('ZRANGE', turns, -back, -back, 'WITHSCORES')[2])
end

local turn = tonumber(redis.call('ZSCORE', turns, id) or nil)
if not turn then
  turn = math.max(now + tonumber(ARGV[3]), booked(1) or 0)
  for index = 4, #ARGV, 2 do
    local before = booked(tonumber(ARGV[index + 1]))
    if before then turn = math.max(turn, before + tonumber(ARGV[index])) end
  end
  redis.call('ZADD', turns, string.format('%d', turn), id)
  redis.call('ZREMRANGEBYSCORE', turns, '-inf', string.format('%d', now - longest))
end
return math.max(0, turn - now)
`);

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
