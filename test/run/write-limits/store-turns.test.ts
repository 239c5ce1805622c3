import {setTimeout} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {estimateTurns} from '../../../source/code-host/write-rule.ts';
import {Failure} from '../../../source/failure.ts';
import {writeRule} from '../../../source/github/publish/pace.ts';
import {storeTurns, turnScript, turnsOnStore} from '../../../source/run/write-limits/turns-on-store.ts';
import {openStore} from '../../../source/store/store.ts';
import {closedPort} from '../../emulators/redis.ts';
import {type StoreStandIn, startStore} from '../../emulators/store.ts';
import {documentedUser} from '../../helpers/documented-user.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {mostWithin} from '../../helpers/most-writes.ts';
import {redisServer} from '../../helpers/redis-server.ts';

const account = {host: 'github.com', login: 'octocat'};
const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});
const start = Date.parse('2026-11-23T12:00:00Z');

async function failureOn(url: string): Promise<Failure> {
	const turns = turnsOnStore(url, {now: Date.now, sleep});
	onTestFinished(turns.close);
	const failure: unknown = await turns
		.of(account)
		.take(writeRule)
		.then(
			() => null,
			(error: unknown) => error,
		);
	if (failure instanceof Failure) return failure;
	throw new Error(`a turn was taken, or something else failed: ${failure}`);
}

const replying =
	(to: string, reply: string): Parameters<typeof startStore>[0] =>
	([name]) =>
		name === to ? reply : undefined;

test.each<[string, Parameters<typeof startStore>[0], RegExp]>([
	['is full', replying('EVALSHA', "-OOM command not allowed when used memory > 'maxmemory'."), /used: .*: it is full/],
	['is old', replying('HELLO', "-ERR unknown command 'HELLO'"), /used: .*older than Redis 6\.2/],
	['has another password', replying('HELLO', '-WRONGPASS invalid username-password pair'), /wrong user or password/],
	['lacks a permission', replying('EVALSHA', '-NOPERM no permissions'), /may not use all commands/],
])('nothing is written where the server %s', async (_, reply, message) => {
	const server: StoreStandIn = await startStore(reply);
	onTestFinished(server.close);
	const failure = await failureOn(server.url);
	expect([failure.kind, failure.code]).toEqual(['guard', 'write-limits-unusable']);
	expect(failure.message).toMatch(message);
	expect(failure.remedy).toMatch(/^Nothing is written without them\. \w/);
});

test('nothing is written where no server is', async () => {
	const url = `redis://:hidden@127.0.0.1:${closedPort}`;
	const {message} = await failureOn(url);
	expect(message).toBe(
		`The shared write limits cannot be reached: ${url.replace('redis://:hidden@', '')}: connection refused.`,
	);
});

describe.runIf(hasRedis)(withRedis, () => {
	test('machines never book more turns than the windows have, whatever their clocks show', async () => {
		const {url} = await redisServer();
		let time = start;
		const machines = [0, -1, 1, 365, 0.01, -7].map(days => {
			const store = openStore(url, {sleep});
			onTestFinished(store.close);
			const now = () => time + days * 24 * 3_600_000;
			return storeTurns(account, {store, now, time: () => time});
		});
		const turns: number[] = [];
		for (let round = 0; round < 200; round += 1) {
			const waits = await Promise.all(machines.map(take => take(writeRule)));
			turns.push(...waits.map(ms => time + ms));
			time = Math.max(...turns);
		}
		turns.sort((one, other) => one - other);
		expect(mostWithin(turns, 60_000)).toBeLessThanOrEqual(80);
		expect(mostWithin(turns, 3_600_000)).toBe(480);
		// Two windows of an hour are full, and the third has begun.
		expect(turns.at(-1)! - start).toBeLessThan(estimateTurns(writeRule, 1200));
	});

	test('a clock that is set back by a day holds up neither this machine nor another one', async () => {
		const {url} = await redisServer();
		let here = start;
		const machines = [() => here, () => start].map(now => {
			const turns = turnsOnStore(url, {now, sleep});
			onTestFinished(turns.close);
			return turns.of(account).take;
		});
		await machines[0]!(writeRule);
		here -= 24 * 3_600_000;
		for (const take of machines) expect(await take(writeRule)).toBeLessThanOrEqual(1000);
	});

	test('publishers of one process that take turns at once are a second apart', async () => {
		const {url} = await redisServer();
		const turns = turnsOnStore(url, {now: () => start, sleep});
		onTestFinished(turns.close);
		const {take} = turns.of(account);
		const waits = await Promise.all([1, 2, 3, 4].map(() => take(writeRule)));
		expect(waits.toSorted((one, other) => one - other)).toEqual([0, 1000, 2000, 3000]);
	});

	test('a turn that is booked twice, because the first reply was lost, counts once', async () => {
		const {store} = await redisServer();
		const windows = ['60000', '2', '3600000', '4'];
		const take = (id: string) => turnScript(store, ['{pr-resolve}:writes:twice'], [`${start}`, id, '0', ...windows]);
		const waits = [];
		for (const id of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'e']) waits.push(await take(id));
		expect(waits).toEqual([0, 0, 0, 0, 60_000, 60_000, 60_000, 3_600_000]);
	});

	test("the server's clock counts, and no full server removes the turns like answers", async () => {
		const {url, store} = await redisServer();
		const turns = turnsOnStore(url, {now: () => 0, sleep});
		onTestFinished(turns.close);
		const before = Date.now();
		const {take} = turns.of(account);
		const waits = [await take(writeRule), await take(writeRule)];
		expect(waits[0]).toBe(0);
		// The clock here stands still, so the second one is not yet due.
		expect(waits[1]).toBe(1000);
		const key = '{pr-resolve}:writes:github.com/octocat';
		const [, first] = (await store.command('ZRANGE', key, '0', '0', 'WITHSCORES')) as [string, string];
		expect(Number(first)).toBeGreaterThanOrEqual(before - 1000);
		expect(Number(first)).toBeLessThanOrEqual(Date.now() + 1000);
		expect(await store.command('PTTL', key)).toBe(-1);
	});

	test('what the host refuses to one machine, it refuses to all, by the clock of the server', async () => {
		const url = await documentedUser(await redisServer());
		const machines = [0, 24, -24].map(hours => {
			const turns = turnsOnStore(url, {now: () => Date.now() + hours * 3_600_000, sleep});
			onTestFinished(turns.close);
			return turns;
		});
		expect(await machines[0]!.of(account).refused(60_000)).toBe(60_000);
		// A shorter time does not end the longer one.
		expect(await machines[1]!.of(account).refused(1000)).toBeGreaterThan(30_000);
		for (const turns of machines) {
			expect(await turns.of(account).refused(0)).toBeGreaterThan(30_000);
			expect(await turns.of({...account, login: 'another'}).refused(0)).toBe(0);
		}
	});

	test('accounts and hosts have turns of their own, by a user with the documented permissions', async () => {
		const turns = turnsOnStore(await documentedUser(await redisServer()), {now: () => 0, sleep});
		onTestFinished(turns.close);
		const full = {spacingMs: 0, windows: [{ms: 3_600_000, most: 1}]};
		const hosts = ['github.com', 'github.example'].flatMap(host => ['one', 'two'].map(login => ({host, login})));
		expect(await Promise.all(hosts.map(each => turns.of(each).take(full)))).toEqual([0, 0, 0, 0]);
		expect(await turns.of(hosts[0]!).take(full)).toBeGreaterThan(3_590_000);
	});
});
