import {connect as connectSocket} from 'node:net';
import {ConnectionTimeoutError, createClient, ErrorReply} from '@redis/client';

/** A connection, of the package that is loaded only if a store is used. */
export type Client = Pick<ReturnType<typeof createClient>, 'sendCommand' | 'destroy'>;

type ConnectOptions = {
	longestMs: number;
	/** Ends the connection, also while it is being made. */
	signal: AbortSignal;
};

const socketOptions = {noDelay: true, keepAlive: true, keepAliveInitialDelay: 5000};

/** @throws what the connection failed with; with the code `ERR_TLS_HANDSHAKE_TIMEOUT` if only TLS got no reply */
export async function connect(url: string, {longestMs, signal}: ConnectOptions): Promise<Client> {
	const {protocol, hostname, port} = new URL(url);
	const host = hostname.replace(/^\[(.*)\]$/, '$1');
	// Below TLS, it shows how far the connection came.
	const below = protocol === 'rediss:' ? connectSocket({host, port: Number(port || 6379), ...socketOptions}) : null;
	const client = createClient({
		url,
		RESP: 2,
		disableOfflineQueue: true,
		disableClientInfo: true,
		maintNotifications: 'disabled',
		socket: {reconnectStrategy: false, connectTimeout: longestMs, signal, ...(below && {tls: true, socket: below})},
	});
	// Each command rejects by itself.
	client.on('error', () => {});
	try {
		await client.connect();
	} catch (error) {
		const isSilent = error instanceof ConnectionTimeoutError && below?.connecting === false;
		throw isSilent ? Object.assign(new Error('TLS got no reply'), {code: 'ERR_TLS_HANDSHAKE_TIMEOUT'}) : error;
	}
	return client;
}

export const isErrorReply = (error: unknown): error is Error => error instanceof ErrorReply;
