import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import type {Duplex} from 'node:stream';
import {TLSSocket} from 'node:tls';

export type ProxyOptions = {
	/** The emulators that names outside lead to: `{'models.example:80': 'http://127.0.0.1:4000'}`. */
	hosts?: Readonly<Record<string, string>>;
	/** `user:password` that it requires. */
	login?: string;
	/**
	 * It answers every request for a connection with this status, or never. `echo`: it makes the connection, and replies in
	 * place of the server, with the login that it got.
	 */
	fault?: number | 'hang' | 'close' | 'echo';
	/** It answers for names at port 443 by this key and certificate, and leads them on without encryption. */
	tls?: {key: string; cert: string};
};

export type ProxyServer = {
	/** `127.0.0.1:port` */
	host: string;
	/** What connections were requested to, oldest first: `models.example:80`. */
	tunnels: string[];
	/** The logins that came with them. */
	logins: (string | null)[];
	close: () => Promise<void>;
};

/** A proxy on loopback. It tunnels (CONNECT), as HTTP proxies do; what it does not know it cannot reach (502). */
export async function startProxy({hosts = {}, login, fault, tls}: ProxyOptions = {}): Promise<ProxyServer> {
	const tunnels: string[] = [];
	const logins: ProxyServer['logins'] = [];
	const open = new Set<Duplex>();
	const server = createServer((_, response) => response.writeHead(400).end('This proxy only tunnels.'));
	server.on('connection', socket => open.add(socket));
	server.on('connect', (request, socket) => {
		const name = request.url ?? '';
		const [, encoded] = /^Basic (.*)$/.exec(request.headers['proxy-authorization'] ?? '') ?? [];
		const given = encoded === undefined ? null : Buffer.from(encoded, 'base64').toString();
		tunnels.push(name);
		logins.push(given);
		socket.on('error', () => socket.destroy());
		const refuse = (status: number) => void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
		if (fault === 'hang') return;
		if (fault === 'close') return void socket.destroy();
		if (fault === 'echo') return echo(socket, encoded ?? '');
		if (fault !== undefined) return refuse(fault);
		if (login !== undefined && given !== login) return refuse(407);
		const target = hosts[name];
		if (target === undefined) return refuse(502);
		const {hostname, port} = new URL(target);
		const upstream = connect(Number(port), hostname);
		socket.on('close', () => upstream.destroy());
		upstream.once('error', () => refuse(502));
		upstream.once('connect', () => {
			upstream.removeAllListeners('error').on('error', () => socket.destroy());
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			const end = tls && name.endsWith(':443') ? new TLSSocket(socket as never, {isServer: true, ...tls}) : socket;
			end.on('error', () => end.destroy());
			upstream.pipe(end).pipe(upstream);
		});
		open.add(upstream);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		tunnels,
		logins,
		close: () =>
			new Promise(resolve => {
				for (const socket of open) socket.destroy();
				server.close(() => resolve());
			}),
	};
}

function echo(socket: Duplex, encoded: string): void {
	socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
	socket.once('data', () => {
		const message = `no route for ${Buffer.from(encoded, 'base64')} (Basic ${encoded})`;
		const body = JSON.stringify({message, error: {message}});
		const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
		socket.end(`HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`);
	});
}
