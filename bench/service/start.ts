import {fork} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import type {Order, ServiceReply} from './serve.ts';

export type {Order};

export type Service = {
	url: string;
	key: string;
	/** The duration of each answer in milliseconds, since the last reset. */
	servedMs: () => Promise<number[]>;
	forget: () => Promise<void>;
	close: () => void;
};

/** An emulated service in a separate process, so that its work does not count as the caller's. */
export async function startService(order: Order): Promise<Service> {
	const child = fork(join(import.meta.dirname, 'serve.ts'), {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
	const call = async (message: Order | 'log' | 'forget'): Promise<ServiceReply> => {
		const answer = once(child, 'message');
		child.send(message);
		return (await answer)[0] as ServiceReply;
	};
	const opened = await call(order);
	if (!('url' in opened)) throw new Error('the service did not open');
	const log = async (message: 'log' | 'forget') => {
		const reply = await call(message);
		return 'servedMs' in reply ? reply.servedMs : [];
	};
	return {
		...opened,
		servedMs: () => log('log'),
		forget: async () => void (await log('forget')),
		close: () => child.disconnect(),
	};
}
