import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {ledgerKeys} from '../../../source/llm/guards/ledger-script.ts';
import type {RedisServer} from '../../emulators/redis.ts';
import {startStore} from '../../emulators/store.ts';
import {ledTo} from '../../emulators/vendor/lead.ts';
import type {ChildOptions, Ended} from '../../helpers/child.ts';
import {everythingOf} from '../../helpers/everything-of.ts';
import type {openAiModel} from '../../helpers/models.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {remarks} from '../../helpers/remarks.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';

/** Of the server. The key contains it. */
const password = 'hidden';

export const CR_STORE_KEY = 'hidden hidden hidden';

/** An address with the password. */
export const secret = (url: string) => url.replace(/\/\/.*@|\/\//, `//me:${password}@`);

/** A real server that requires the password. */
export const lockedRedis = (...options: string[]) => redisServer('--requirepass', password, ...options);

/** Flags for as much output as there can be. */
export const telling = ({home}: WorkTree) => ['--log-level', 'DEBUG', '--log-file', join(home, 'pr-resolve.log')];

/** Neither the password nor the key is in the output or in any file. */
export function expectNoSecrets(tree: WorkTree, {stdout, stderr}: Ended): void {
	expect(`${stdout}${stderr}${everythingOf(tree)}`).not.toContain(password);
}

type Options = {
	tree?: WorkTree;
	env?: Record<string, string>;
	flags?: readonly string[];
	/** Gets the process of the program; without it, there is none. */
	meanwhile?: NonNullable<ChildOptions['meanwhile']>;
};

/** A run with a shared budget and, if the variables have the key, shared answers, on a machine of its own. */
export async function applied(
	service: Awaited<ReturnType<typeof openAiModel>>,
	url: string,
	count: number,
	{tree = workTree(), env = {}, flags = ['--json'], meanwhile}: Options = {},
) {
	const metrics = ['--metrics-output', join(tree.home, 'metrics.json')];
	const model = ['--llm-preset', 'openai-api-mini', '--set', 'llm.budget_period=month'];
	const args = ['apply', '--from', remarks(tree, count), ...model, ...metrics, ...telling(tree), ...flags];
	const given = {env: {...ledTo(service), CR_STORE_URL: url, ...env}};
	const ended = await (meanwhile ? tree.run(args, {...given, meanwhile}) : tree.call(args, given));
	expectNoSecrets(tree, ended);
	return ended;
}

/** A stand-in that ends with the test. */
export async function standIn(reply: Parameters<typeof startStore>[0]) {
	const server = await startStore(reply);
	onTestFinished(server.close);
	return server;
}

/** The port of a server that needs no TLS. */
export async function portWithoutTls(): Promise<number> {
	const server = createServer(socket => {
		socket.on('error', () => {});
		socket.once('data', () => socket.end('-ERR Protocol error\r\n'));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return (server.address() as {port: number}).port;
}

/** What is settled and held of this month's budget, in US dollars, and of how many attempts. */
export async function spentOn({store}: RedisServer) {
	const month = `month-${new Date().toISOString().slice(0, 7)}`;
	const [ledger, due] = ledgerKeys;
	const sums = (await store.command('HMGET', ledger, `${month}:settled`, `${month}:reserved`)) as string[];
	const [settled, reserved] = sums.map(sum => Number(sum) / 1e9) as [number, number];
	// With the epoch and the month.
	const entries = Number(await store.command('ZCARD', due));
	return {settled, reserved, attempts: Math.max(0, entries - 2)};
}
