import {createClient, ErrorReply} from '@redis/client';

/** A connection, of the package that is loaded only if a store is used. */
export type Client = Pick<ReturnType<typeof createClient>, 'sendCommand' | 'destroy'>;

/** @param longestMs to connect */
export async function connect(url: string, longestMs: number): Promise<Client> {
	const client = createClient({
		url,
		RESP: 2,
		disableOfflineQueue: true,
		disableClientInfo: true,
		maintNotifications: 'disabled',
		socket: {reconnectStrategy: false, connectTimeout: longestMs},
	});
	// Each command rejects by itself.
	client.on('error', () => {});
	await client.connect();
	return client;
}

/** Whether the server has replied with an error. */
export const isErrorReply = (error: unknown): error is Error => error instanceof ErrorReply;
