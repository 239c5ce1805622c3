import {createServer} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {connect} from '../../source/store/client.ts';
import {troubleOfConnection} from '../../source/store/trouble.ts';
import {oneLine} from '../../source/text/shorten.ts';

/** A server that accepts connections and never says anything. */
async function silentServer() {
	const opened = Promise.withResolvers<void>();
	const closed = Promise.withResolvers<void>();
	const server = createServer(socket => {
		opened.resolve();
		socket.on('error', () => {}).on('close', closed.resolve);
		socket.resume();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const {port} = server.address() as {port: number};
	return {address: `127.0.0.1:${port}`, opened: opened.promise, closed: closed.promise};
}

test.each(['rediss:', 'rediss://me:password@', 'redis://me:password@'])(
	'%s: an abort ends a connection that is being made',
	async start => {
		const {address, opened, closed} = await silentServer();
		const abort = new AbortController();
		const connected = connect(`${start.replace(/:$/, '://')}${address}`, {longestMs: 3_600_000, signal: abort.signal});
		connected.catch(() => {});
		await opened;
		abort.abort();
		await closed;
		await expect(connected).rejects.toThrow();
	},
);

test('a server that is silent where TLS begins is named', async () => {
	const {address} = await silentServer();
	const failed = connect(`rediss://${address}`, {longestMs: 500, signal: new AbortController().signal});
	const trouble = troubleOfConnection(await failed.catch((error: unknown) => error), oneLine);
	expect(trouble).toMatchObject({
		kind: 'certificate',
		message: 'it was reached, but gave no reply to TLS; the port may not use TLS',
		isPassing: false,
	});
});
