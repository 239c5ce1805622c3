import {createServer, type Server} from 'node:http';
import {connect as connectSocket} from 'node:net';
import {onTestFinished} from 'vitest';

/** A proxy on loopback that tunnels, as HTTP proxies do, and notes where to; `refuses`: the status of a no. */
export async function proxy({refuses}: {refuses?: number} = {}): Promise<{url: string; tunnels: string[]}> {
	const tunnels: string[] = [];
	const server: Server = createServer();
	server.on('connect', (request, socket, head) => {
		tunnels.push(request.url ?? '');
		if (refuses !== undefined) return void socket.end(`HTTP/1.1 ${refuses} No\r\n\r\n`);
		const {hostname, port} = new URL(`http://${request.url}`);
		const upstream = connectSocket(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.write(head);
			upstream.pipe(socket).pipe(upstream);
		});
		upstream.on('error', () => socket.destroy());
		socket.on('error', () => upstream.destroy());
		onTestFinished(() => void upstream.destroy());
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {url: `127.0.0.1:${(server.address() as {port: number}).port}`, tunnels};
}
