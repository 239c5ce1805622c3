import {setTimeout} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {closedPort, type RedisServer} from '../../emulators/redis.ts';
import type {StandInReply} from '../../emulators/store.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {reviewed} from '../closing/publishing.ts';
import {expectNoSecrets, lockedRedis, portWithoutTls, secret, standIn, telling} from './applying.ts';

const day = 24 * 60 * 60_000;

/** Threads that are done on the host, and a command that writes a reply in each, by the clock of this machine. */
async function doneThreads(count: number) {
	const lines = Array.from({length: count}, (_, index) => 3 * index + 1);
	const {tree, gitHub, fix, push, replies} = await reviewed(lines, {host: {now: Date.now}});
	fix(...lines);
	push();
	async function reply(url: string, {args = ['7', '--reply'], flags = ['--json'], off = 0} = {}) {
		const ended = await tree.call(['apply', ...args, ...flags, ...telling(tree)], {
			env: {...gitHub.env, CR_STORE_URL: url},
			clock: {now: () => Date.now() + off, sleep: (ms, signal) => setTimeout(ms, undefined, {signal})},
		});
		expectNoSecrets(tree, ended);
		return ended;
	}
	return {tree, gitHub, replies, reply};
}

const old = ['server', 'redis', 'version', '6.0.16', 'proto', 2, 'id', 1, 'mode', 'standalone'];

/** What cannot be used, in JSON and in words. */
async function refused(url: string, name: string, reason: string, remedy: string) {
	const {gitHub, reply} = await doneThreads(2);
	for (const flags of [['--json'], []]) {
		const {code, stdout} = await reply(secret(url), {flags});
		expect([code, gitHub.writes.length]).toEqual([5, 0]);
		expect(stdout).toContain(`The shared write limits cannot be ${name}: ${reason}`);
		expect(stdout).toContain(`Nothing is written without them. ${remedy}`);
	}
}

test.each<[string, string, StandInReply, string, string]>([
	['is too old', 'HELLO', old, 'it is redis 6.0.16; Redis 6.2, Valkey 7.2 or later is needed', 'Update the server.'],
	['refuses the password', 'HELLO', '-WRONGPASS invalid pair', 'wrong user or password', 'Correct the user'],
	['refuses a command', 'EVALSHA', '-NOPERM no permissions', 'the user may not use all commands', 'Correct the user'],
	['is full', 'EVALSHA', '-OOM command not allowed', 'it is full', 'Give the server more memory'],
	['redirects', 'EVALSHA', '-MOVED 1 192.0.2.1:6379', 'it redirects to 192.0.2.1:6379, without TLS', 'Check store_url'],
])('nothing is written if the server of the limits %s', async (_, command, reply, reason, remedy) => {
	const server = await standIn(([name]) => (name === command ? reply : undefined));
	await refused(server.url, `used: 127.0.0.1:${server.port}`, reason, remedy);
});

test('nothing is written if no server is there', async () => {
	const port = closedPort;
	await refused(`redis://127.0.0.1:${port}`, `reached: 127.0.0.1:${port}`, 'connection refused', 'Start the server');
});

test('nothing is written if the server has no TLS where the address needs it', async () => {
	const port = await portWithoutTls();
	await refused(`rediss://127.0.0.1:${port}`, `used: 127.0.0.1:${port}`, 'it does not use TLS', 'Correct the address');
});

test('a server that needs two seconds for each command is waited for', async () => {
	const server = await standIn(async ([name]) => {
		await setTimeout(2000);
		return name === 'EVALSHA' ? 0 : undefined;
	});
	const {gitHub, reply} = await doneThreads(2);
	expect((await reply(secret(server.url))).code).toBe(0);
	expect(gitHub.writes).toHaveLength(2);
});

describe.skipIf(!hasRedis)(withRedis, () => {
	const turnsOn = async ({store}: RedisServer) => {
		const [key] = (await store.command('KEYS', '*:writes:*')) as [string];
		return (await store.command('ZRANGE', key, '0', '-1', 'WITHSCORES')) as string[];
	};

	test('a wrong password and a full server write nothing; the rest is written with the right one', async () => {
		const [server, full] = [await lockedRedis(), await lockedRedis('--maxmemory', '1')];
		const {gitHub, reply} = await doneThreads(2);
		const ends = [await reply(server.url.replace('hidden', 'wrong')), await reply(full.url)];
		expect([ends.map(({code}) => code), gitHub.writes.length]).toEqual([[5, 5], 0]);
		expect((await reply(server.url)).code).toBe(0);
		expect(gitHub.writes).toHaveLength(2);
	});

	test('after a stop in the middle nothing is written, and the rest is written later', async () => {
		const server = await lockedRedis('--appendonly', 'yes', '--appendfsync', 'always');
		const {gitHub, reply, replies} = await doneThreads(3);
		gitHub.faults.on('Reply', fault.meanwhile(server.stop));
		const {code, json} = await reply(server.url);
		expect([code, gitHub.writes.length]).toEqual([5, 1]);
		expect(json).toMatchObject({
			publication: {replies: 1, pending: 2},
			stops: [{message: expect.stringContaining('cannot be reached')}],
		});
		expect((await reply(server.url, {args: ['--continue']})).code).toBe(5);
		await server.restart();
		expect((await reply(server.url, {args: ['--continue']})).code).toBe(0);
		expect(replies().map(texts => texts.length)).toEqual([1, 1, 1]);
	});

	test.each([
		['with', ['--appendonly', 'yes', '--appendfsync', 'always'], 3],
		['without', [], 2],
	])('a restart in the middle %s its data ends nothing', async (_, options, turns) => {
		const server = await lockedRedis(...options);
		const {gitHub, reply, replies} = await doneThreads(3);
		gitHub.faults.on('Reply', fault.meanwhile(server.restart));
		expect((await reply(server.url)).code).toBe(0);
		expect(replies().map(texts => texts.length)).toEqual([1, 1, 1]);
		expect((await turnsOn(server)).length / 2).toBe(turns);
	});

	test('clocks that are a day wrong have no influence', async () => {
		const server = await lockedRedis();
		const before = Date.now();
		for (const off of [day, -day, 0]) {
			const {gitHub, reply} = await doneThreads(2);
			expect((await reply(server.url, {off})).code).toBe(0);
			expect(gitHub.writes).toHaveLength(2);
		}
		const turns = (await turnsOn(server)).filter((_, index) => index % 2 === 1).map(Number);
		expect(turns).toHaveLength(6);
		for (const turn of turns) expect([turn >= before - 1000, turn <= Date.now() + 2000]).toEqual([true, true]);
	});

	test('of eight runs that are killed at random, each write had a turn of its own', async () => {
		const server = await lockedRedis();
		const pulls = await Promise.all(Array.from({length: 8}, () => doneThreads(4)));
		const ended = await Promise.all(
			pulls.map(({tree, gitHub}) =>
				tree.run(['apply', '7', '--reply', '--json'], {
					env: {...gitHub.env, CR_STORE_URL: server.url},
					meanwhile(child) {
						const dies = fault.meanwhile(() => void child.kill('SIGKILL'));
						const before = Math.floor(Math.random() * 6);
						gitHub.faults.on('Reply', ...Array.from({length: before}, () => fault.none()), dies);
					},
				}),
			),
		);
		expect(ended.map(({code}) => code)).toSatisfy((codes: unknown[]) =>
			codes.every(code => code === 0 || code === 'SIGKILL'),
		);
		const writes = () => pulls.reduce((sum, {gitHub}) => sum + gitHub.writes.length, 0);
		expect((await turnsOn(server)).length / 2).toBeGreaterThanOrEqual(writes());
		// What was cut is written by the next run, with turns of its own.
		for (const {reply, replies} of pulls) {
			expect((await reply(server.url)).code).toBe(0);
			expect(replies().map(texts => texts.length)).toEqual([1, 1, 1, 1]);
		}
		expect((await turnsOn(server)).length / 2).toBeGreaterThanOrEqual(writes());
	});
});
