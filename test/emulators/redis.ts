import {type ChildProcess, spawn} from 'node:child_process';
import {createServer} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import {openStore, type Store} from '../../source/store/store.ts';

/** A real `redis-server` on loopback. */
export type RedisServer = {
	port: number;
	url: string;
	/** A connection to set things up with. */
	store: Store;
	stop: () => Promise<void>;
	/** With what it has stored, if it stores anything. */
	restart: () => Promise<void>;
	/** Ends the connection and the server. */
	close: () => Promise<void>;
};

const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});

/**
 * Starts the program (Debian package `redis-server`) on a free port. It stores nothing on disk, unless `options` say so.
 * @param folder for what it stores
 */
export async function startRedis(folder: string, ...options: readonly string[]): Promise<RedisServer> {
	const port = await freePort();
	const password = options.includes('--requirepass') ? options[options.indexOf('--requirepass') + 1] : null;
	const url = `redis://${password === null ? '' : `:${password}@`}127.0.0.1:${port}`;
	let child: ChildProcess | null = null;
	const store = openStore(url, {sleep});

	async function start(): Promise<void> {
		const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
		const started = spawn('redis-server', [...own, ...options], {stdio: 'ignore'});
		child = started;
		for (;;) {
			const isUp = await store.command('PING').then(
				() => true,
				() => false,
			);
			if (isUp) return;
			if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
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
	return {
		...{port, url, store, stop},
		async restart() {
			await stop();
			await start();
		},
		async close() {
			store.close();
			await stop();
		},
	};
}

/** Nothing listens on it, unlike on a port that was free a moment ago: another test may take that. */
export const closedPort = 9;

/** A port for a server that cannot choose one itself. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as {port: number};
	await new Promise(resolve => server.close(resolve));
	return port;
}
