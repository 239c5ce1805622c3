import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A clock of this process and of those that `closing/no-waits.mjs` is preloaded in: their waits take no time. */
export type SharedClock = {
	/** Milliseconds since the epoch. */
	now: () => number;
	/** For the environment of a process that begins now. */
	env: () => {CLOCK_URL: string; CLOCK_AHEAD_MS: string};
	/** Called for each part of a wait that has passed. */
	onPass: () => void;
	pass: (ms: number) => void;
	close: () => Promise<void>;
};

/** Others act at least so often, however long a wait is. */
const stepMs = 30_000;

export async function startSharedClock(): Promise<SharedClock> {
	let aheadMs = 0;
	const server = createServer((request, response) => {
		// Waits at the same time overlap.
		clock.pass(Number(new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('until')) - clock.now());
		response.end(String(aheadMs));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const clock: SharedClock = {
		now: () => Date.now() + aheadMs,
		env: () => ({CLOCK_URL: url, CLOCK_AHEAD_MS: String(aheadMs)}),
		onPass() {},
		pass(ms) {
			for (let left = ms; left > 0; left -= stepMs) {
				aheadMs += Math.min(left, stepMs);
				clock.onPass();
			}
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return clock;
}
