import {type ChildProcess, spawn} from 'node:child_process';
import {createServer} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {onTestFinished} from 'vitest';
import {openStore, type Store} from '../../source/llm/store/store.ts';
import {newFolder} from './folders.ts';

export type RedisServer = {
	port: number;
	url: string;
	/** A connection to set things up with. */
	store: Store;
	stop: () => Promise<void>;
	/** With what it has stored, if it stores anything. */
	restart: () => Promise<void>;
};

const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});

/** A server of our own on a free port of loopback. It stores nothing on disk, unless `options` say so. */
export async function redisServer(...options: string[]): Promise<RedisServer> {
	const port = await freePort();
	const password = options[options.indexOf('--requirepass') + 1];
	const url = `redis://${options.includes('--requirepass') ? `:${password}@` : ''}127.0.0.1:${port}`;
	const folder = newFolder();
	let child: ChildProcess | null = null;
	const store = openStore(url, {sleep});

	async function start(): Promise<void> {
		const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
		child = spawn('redis-server', [...own, ...options], {stdio: 'ignore'});
		for (;;) {
			const isUp = await store.command('PING').then(
				() => true,
				() => false,
			);
			if (isUp) return;
			if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
			await sleep(20);
		}
	}

	async function stop(): Promise<void> {
		if (child === null || child.exitCode !== null || child.signalCode !== null) return;
		const ended = new Promise(resolve => child!.once('exit', resolve));
		child.kill('SIGTERM');
		await ended;
	}

	await start();
	onTestFinished(async () => {
		store.close();
		await stop();
	});
	return {
		port,
		url,
		store,
		stop,
		async restart() {
			await stop();
			await start();
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as {port: number};
	await new Promise(resolve => server.close(resolve));
	return port;
}
