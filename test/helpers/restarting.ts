import {once} from 'node:events';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';

/** A way to a server on loopback that is there only between `start` and `stop`, always on the same port. */
export async function restarting(to: string) {
	const target = Number(new URL(to).port);
	const sockets = new Set<Socket>();
	let server: Server | null = null;
	let port = 0;

	function join(incoming: Socket): void {
		const outgoing = connect(target, '127.0.0.1');
		for (const [one, other] of [
			[incoming, outgoing],
			[outgoing, incoming],
		] as const) {
			sockets.add(one);
			one
				.on('error', () => {})
				.on('close', () => {
					sockets.delete(one);
					other.destroy();
				});
		}
		incoming.pipe(outgoing).pipe(incoming);
	}

	async function start(): Promise<void> {
		server = createServer(join).listen(port, '127.0.0.1');
		await once(server, 'listening');
		({port} = server.address() as {port: number});
	}

	/** Breaks all connections; later ones are refused. */
	function stop(): void {
		server?.close();
		for (const socket of sockets) socket.destroy();
	}

	await start();
	onTestFinished(stop);
	return {url: `http://127.0.0.1:${port}`, start, stop};
}
