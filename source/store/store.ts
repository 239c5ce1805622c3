import {storeName} from '../settings/store-address.ts';
import type {Clock} from '../system/clock.ts';
import {hideLogin} from '../system/hide-login.ts';
import {isOnThisMachine} from '../system/loopback.ts';
import {type Waits, waitingFor} from '../system/waits.ts';
import {oneLine} from '../text/shorten.ts';
import type {Client} from './client.ts';
import {StoreTrouble, troubleOfConnection, troubleOfReply} from './trouble.ts';

/** A reply of the server, as RESP 2 has them. */
export type StoreReply = string | number | null | readonly StoreReply[];

/** A Redis or Valkey server. */
export type Store = {
	/** Host, port and database, for messages. */
	readonly name: string;
	/** A text of the server for a message, on one line and without the user and the password. */
	readonly quote: (text: string) => string;
	/**
	 * Sends a command, again if the connection is lost: only for commands that may be repeated.
	 * @throws {StoreTrouble}
	 */
	command: (...args: readonly string[]) => Promise<StoreReply>;
	/** Ends what is under way too. */
	close: () => void;
};

/** Longer than a slow server needs for a connection and a command. */
const longestCommandMs = 10_000;
/** Longer than it takes to reach a slow server, before its first command. */
const longestConnectMs = 5000;
/** How often, and how long in all, a connection is tried again that has worked before. */
const retries = {pauseMs: 100, most: 50};

const loadClient = () => import('./client.ts');

/** Opens nothing before the first command. @param address as the setting `store_url` accepts it */
export function openStore(address: string, {sleep, waits}: Pick<Clock, 'sleep'> & {waits?: Waits}): Store {
	const hide = hideLogin(address);
	const quote = (text: string) => oneLine(hide(text));
	let url = new URL(address);
	let client: Promise<Client> | null = null;
	let hasReplied = false;
	const closing = new AbortController();

	function drop(used: Promise<Client>): void {
		if (client === used) client = null;
		used.then(opened => opened.destroy()).catch(() => {});
	}

	/** Follows a cluster to the server that has the keys. */
	function follow(message: string): StoreTrouble | null {
		const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(message) ?? [];
		if (port === undefined) return null;
		const next = new URL(url);
		next.host = `${host ? (host.includes(':') ? `[${host}]` : host) : url.hostname}:${port}`;
		if (next.protocol === 'redis:' && !isOnThisMachine(next.hostname)) {
			return new StoreTrouble('other', `it redirects to ${quote(storeName(next.href))}, without TLS`);
		}
		url = next;
		return new StoreTrouble('other', `it redirects to ${quote(storeName(next.href))}`, {isPassing: true});
	}

	async function once(args: readonly string[]): Promise<StoreReply> {
		const {connect, isErrorReply} = await loadClient();
		client ??= connect(url.href, {longestMs: longestConnectMs, signal: closing.signal});
		const used = client;
		try {
			const reply = (await (await used).sendCommand([...args])) as StoreReply;
			hasReplied = true;
			return reply;
		} catch (error) {
			const isReply = isErrorReply(error);
			hasReplied ||= isReply;
			const moved = isReply ? follow(error.message) : null;
			// The server that a cluster led to may be gone; the address leads to the one that has taken over.
			if (!isReply) url = new URL(address);
			const trouble = moved ?? (isReply ? troubleOfReply(error, quote) : troubleOfConnection(error, quote));
			if (moved || trouble.isPassing || !isReply) drop(used);
			throw trouble;
		}
	}

	async function untilReply(args: readonly string[], signal: AbortSignal): Promise<StoreReply> {
		for (let time = 0; ; time += 1) {
			try {
				return await once(args);
			} catch (error) {
				const isWorthwhile = error instanceof StoreTrouble && error.isPassing && hasReplied;
				if (!isWorthwhile || time === retries.most || signal.aborted) throw error;
			}
			await sleep(retries.pauseMs, signal);
		}
	}

	return {
		name: storeName(address),
		quote,
		async command(...args) {
			const over = new AbortController();
			const late = sleep(longestCommandMs, AbortSignal.any([over.signal, closing.signal])).then(() => {
				if (client !== null) drop(client);
				throw new StoreTrouble('unreachable', `no reply within ${longestCommandMs / 1000} s`);
			});
			late.catch(() => {});
			const reply = untilReply(args, over.signal);
			reply.catch(() => {});
			try {
				return await waitingFor(waits, storeName(address), () => Promise.race([reply, late]));
			} finally {
				over.abort();
			}
		},
		close() {
			closing.abort(new StoreTrouble('unreachable', 'the connection was closed'));
			if (client !== null) drop(client);
		},
	};
}
