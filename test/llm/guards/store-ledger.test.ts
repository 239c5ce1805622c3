import {join} from 'node:path';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {Stop} from '../../../source/llm/guard.ts';
import {beginScript, ledgerKeys, ledgerScript} from '../../../source/llm/guards/ledger-script.ts';
import {knownLedgers, storeLedger} from '../../../source/llm/guards/store-ledger.ts';
import {openStore, type Store} from '../../../source/store/store.ts';
import type {RedisServer} from '../../emulators/redis.ts';
import {startStore} from '../../emulators/store.ts';
import {runChild} from '../../helpers/child.ts';
import {documentedUser} from '../../helpers/documented-user.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hasRedis, withRedis} from '../../helpers/has-redis.ts';
import {redisServer} from '../../helpers/redis-server.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';
import {failureOf, never} from './model.ts';
import {createPatientBudget} from './patient-budget.ts';

const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, {signal});

type RunOptions = {
	limitUsd?: number;
	/** Of the machine that the run is on. */
	home?: string;
	isNewAccepted?: boolean;
	longestReservationMs?: number;
	now?: () => number;
	/** What comes after each command of its own, by name. */
	afterEach?: (command: string | undefined) => Promise<unknown>;
};

/** A run on a machine of its own, unless `home` is that of another one. */
function runOn({url}: Pick<RedisServer, 'url'>, options: RunOptions = {}) {
	const {
		limitUsd = 1,
		home = newFolder(),
		isNewAccepted = false,
		longestReservationMs,
		now = Date.now,
		afterEach,
	} = options;
	const lines: string[] = [];
	const log = (level: string, message: string) => lines.push(`${level} ${message}`);
	const opened = openStore(url, {sleep});
	const command: Store['command'] = async (...args) => {
		const reply = await opened.command(...args);
		await afterEach?.(args[0]);
		return reply;
	};
	const store = {...opened, command};
	const limits = {...(longestReservationMs && {longestReservationMs})};
	const known = knownLedgers(home, () => {});
	const ledger = storeLedger({store, period: 'month', known, isNewAccepted, log, now, ...limits});
	const clock = {now, sleep, random: Math.random};
	return {lines, budget: createPatientBudget({limitUsd, ledger, clock, log, onChange: () => {}})};
}

/** The sums on the server, in billionths of a dollar, and how many attempts it holds. */
async function sumsOn({store}: RedisServer) {
	const month = `month-${new Date().toISOString().slice(0, 7)}`;
	const fields = ['settled', 'reserved', 'lost'].map(sum => `${month}:${sum}`);
	const found = await store.command('HMGET', ledgerKeys[0], ...fields);
	const [settled, reserved, lost] = (found as string[]).map(Number) as [number, number, number];
	return {settled, reserved, lost};
}

test('at the end of a period by the clock of the server, the next one begins', async () => {
	const [before, after] = [Date.UTC(2026, 10, 30, 23, 59), Date.UTC(2026, 11, 1)];
	let now = before;
	const server = await startStore(([name, , , ...rest]) => {
		if (name === 'TIME') return [String(now / 1000), '0'];
		if (name !== 'EVALSHA' || !rest.includes('reserve')) return undefined;
		if (rest.includes('month-2026-11') && now === after) return ['over'];
		return ['held', '0', rest[8] ?? '0'];
	});
	onTestFinished(server.close);
	const {budget} = runOn(server, {now: () => now});
	const held = await budget.reserve(0.9, never);
	now = after;
	await (await budget.reserve(0.8, never)).settle(0.8);
	await held.settle(0.5);
	expect(budget.state).toMatchObject({settledUsd: 0.8, reservedUsd: 0});
	const settled = server.commands.filter(command => command.includes('settle')).map(command => command[7]);
	expect(settled).toEqual(['month-2026-12', 'month-2026-11']);
});

describe.skipIf(!hasRedis)(withRedis, () => {
	test('two machines share one budget, and each sees what the other holds', async () => {
		const server = await redisServer();
		const [one, two] = [runOn(server), runOn(server)];
		const held = await one.budget.reserve(0.7, never);
		let isIn = false;
		const waiting = two.budget.reserve(0.7, never).then(reservation => {
			isIn = true;
			return reservation;
		});
		await two.budget.admit(0.1);
		expect(two.budget.state).toMatchObject({reservedUsd: 0.7, isShared: true});
		await sleep(300);
		expect(isIn).toBe(false);
		await held.settle(0.2);
		await (await waiting).settle(0.7);
		await failureOf(one.budget.reserve(0.2, never));
		expect(one.budget.state).toMatchObject({settledUsd: 0.9, reservedUsd: 0});
		expect(await sumsOn(server)).toEqual({settled: 9e8, reserved: 0, lost: 0});
	});

	test('eight processes that are killed at random never spend more than the budget, and every sum is exact', async () => {
		const server = await redisServer();
		const folder = newFolder();
		const program = join(import.meta.dirname, 'spend-shared.mjs');
		const env = {...typeStripping, HOME: folder, PATH: process.env.PATH, NODE_NO_WARNINGS: '1'};
		let most = 0;
		let isOver = false;
		const watch = async () => {
			while (!isOver) {
				const {settled, reserved} = await sumsOn(server);
				most = Math.max(most, settled + reserved);
				await sleep(5);
			}
		};
		const watching = watch();
		const ended = await Promise.all(
			Array.from({length: 8}, (_, index) =>
				runChild(process.execPath, [program, server.url, '0.2', index % 2 === 0 ? 'dies' : 'lives'], {
					cwd: folder,
					env,
				}),
			),
		);
		isOver = true;
		await watching;
		expect(ended.map(({stderr}) => stderr).join('')).toBe('');
		expect(ended.filter(({code}) => code === 'SIGKILL').length).toBeGreaterThan(0);
		// Each line was printed before its attempt was settled, so the last one of a killed process may not have been.
		const told = ended.flatMap(({stdout}) => stdout.split('\n').filter(Boolean).map(Number));
		// Held by processes that are gone, and not overdue yet.
		const {settled, reserved} = await sumsOn(server);
		expect(most).toBeLessThanOrEqual(0.2e9);
		expect(settled + reserved).toBeLessThanOrEqual(0.2e9);
		await sleep(1600);
		const {budget} = runOn(server, {limitUsd: 0.2});
		await failureOf(budget.admit(0.2));
		const after = await sumsOn(server);
		expect(after).toMatchObject({reserved: 0, settled: settled + reserved});
		// What is settled are the costs that were told, and the reservations of those that were killed.
		const paid = after.settled - after.lost;
		const sum = told.reduce((total, cost) => total + cost, 0);
		expect(paid).toBeLessThanOrEqual(sum);
		expect(sum - paid).toBeLessThanOrEqual(4 * 3 * 1e7);
	});

	test('an attempt that is settled too late is charged in full until then, and its cost afterwards', async () => {
		const server = await redisServer();
		const run = runOn(server, {longestReservationMs: 50});
		const held = await run.budget.reserve(0.8, never);
		await sleep(100);
		expect(await failureOf(runOn(server).budget.reserve(0.5, never))).toMatchObject({guard: 'budget'});
		expect(await sumsOn(server)).toEqual({settled: 8e8, reserved: 0, lost: 8e8});
		await held.settle(0.1);
		expect(await sumsOn(server)).toEqual({settled: 1e8, reserved: 0, lost: 0});
		await (await runOn(server).budget.reserve(0.5, never)).settle(0.5);
		expect(await sumsOn(server)).toMatchObject({settled: 6e8});
	});

	test('the clocks of machines have no influence', async () => {
		const server = await redisServer();
		const day = 24 * 60 * 60_000;
		const runs = [-40 * day, -day, 0, day].map(off => runOn(server, {now: () => Date.now() + off}));
		for (const {budget} of runs) await (await budget.reserve(0.2, never)).settle(0.2);
		expect(await sumsOn(server)).toMatchObject({settled: 8e8});
		for (const {budget} of runs) await failureOf(budget.reserve(0.25, never));
	});

	test('a restart that keeps the data ends nothing', async () => {
		const server = await redisServer('--appendonly', 'yes', '--appendfsync', 'always');
		const {budget} = runOn(server);
		const held = await budget.reserve(0.4, never);
		await server.restart();
		await held.settle(0.3);
		await (await budget.reserve(0.6, never)).settle(0.6);
		expect(await sumsOn(server)).toMatchObject({settled: 9e8, reserved: 0});
	});

	test('a restart that loses the data stops runs on this machine until the new ledger is accepted', async () => {
		const server = await redisServer();
		const home = newFolder();
		const run = runOn(server, {home});
		await (await run.budget.reserve(0.4, never)).settle(0.4);
		expect(run.lines).toEqual([expect.stringContaining('is new: nothing counts as spent')]);
		await server.restart();
		const lost = {guard: 'store', isLasting: true, message: expect.stringContaining('The ledger lost its state')};
		expect(await failureOf(run.budget.reserve(0.4, never))).toMatchObject(lost);
		const next = await failureOf(runOn(server, {home}).budget.admit(0.4));
		expect(next).toMatchObject({...lost, remedy: expect.stringContaining('--accept-new-ledger')});
		// A machine that has never seen the ledger begins one; the others still have to accept it.
		const elsewhere = runOn(server);
		await elsewhere.budget.admit(0.4);
		expect(elsewhere.lines).toHaveLength(1);
		expect(await failureOf(runOn(server, {home}).budget.admit(0.4))).toMatchObject(lost);
		const accepted = runOn(server, {home, isNewAccepted: true});
		await (await accepted.budget.reserve(0.9, never)).settle(0.9);
		await runOn(server, {home}).budget.admit(0.1);
	});

	test('a ledger that another machine begins between two commands of this one is shared, not taken for lost', async () => {
		const server = await redisServer();
		const other = runOn(server);
		const {budget} = runOn(server, {afterEach: async name => name !== 'HELLO' && other.budget.admit(0.1)});
		await (await budget.reserve(0.4, never)).settle(0.4);
		await (await other.budget.reserve(0.5, never)).settle(0.5);
		expect(await sumsOn(server)).toMatchObject({settled: 9e8, reserved: 0});
	});

	test.each([...ledgerKeys])(
		'a server that loses %s alone stops every machine, until a new ledger is accepted',
		async key => {
			const server = await redisServer();
			const run = runOn(server);
			await (await run.budget.reserve(0.4, never)).settle(0.4);
			await server.store.command('DEL', key);
			const lost = {guard: 'store', isLasting: true, message: expect.stringContaining('The ledger lost its state')};
			expect(await failureOf(run.budget.reserve(0.4, never))).toMatchObject(lost);
			expect(await failureOf(runOn(server).budget.admit(0.4))).toMatchObject(lost);
			const accepted = runOn(server, {isNewAccepted: true});
			await (await accepted.budget.reserve(0.9, never)).settle(0.9);
			expect(await sumsOn(server)).toEqual({settled: 9e8, reserved: 0, lost: 0});
			await runOn(server).budget.admit(0.1);
		},
	);

	test.each(['volatile-ttl', 'volatile-lru', 'volatile-lfu', 'volatile-random'])(
		'a full server with %s removes answers, and nothing of the budget',
		async policy => {
			const server = await redisServer('--maxmemory-policy', policy, '--maxmemory-samples', '20');
			const {budget} = runOn(server);
			await (await budget.reserve(0.4, never)).settle(0.4);
			const answer = (index: number) => ['SET', `{pr-resolve}:answers:${index}`, 'x'.repeat(50_000), 'PX', '600000'];
			for (let index = 0; index < 20; index += 1) await server.store.command(...answer(index));
			const used = Number(/^used_memory:(\d+)/m.exec(String(await server.store.command('INFO', 'memory')))![1]);
			await server.store.command('CONFIG', 'SET', 'maxmemory', `${used + 100_000}`);
			for (let index = 20; index < 60; index += 1) await server.store.command(...answer(index));
			expect(Number(await server.store.command('DBSIZE'))).toBeLessThan(50);
			await (await budget.reserve(0.6, never)).settle(0.5);
			expect(await sumsOn(server)).toMatchObject({settled: 9e8, reserved: 0});
		},
	);

	test('sums and attempts of a period go away after its end', async () => {
		const server = await redisServer();
		const [ledger, due] = ledgerKeys;
		await beginScript(server.store, ledgerKeys, ['epoch']);
		const at = (operation: string, period: string, id: string) => [
			...[operation, 'epoch', period, 0, period === 'old' ? 2e12 : 4e12, id, 5, 100, 1].map(String),
		];
		await ledgerScript(server.store, ledgerKeys, at('reserve', 'old', 'a'));
		await sleep(5);
		await ledgerScript(server.store, ledgerKeys, at('look', 'old', ''));
		expect(await server.store.command('HMGET', ledger, 'a', 'old:settled')).toEqual(['lost:5:old', '5']);
		// As if a day, and two days after the end, had passed.
		for (const one of ['a', 'old']) await server.store.command('ZADD', due, '1', one);
		await ledgerScript(server.store, ledgerKeys, at('reserve', 'new', 'b'));
		expect(await server.store.command('HGETALL', ledger)).toEqual([
			'epoch',
			'epoch',
			'new:reserved',
			'5',
			'b',
			'held:5:new',
		]);
	});

	test('a server that is stopped stops all requests, and the money that is held stays held', async () => {
		const server = await redisServer('--appendonly', 'yes', '--appendfsync', 'always');
		const {budget} = runOn(server);
		const held = await budget.reserve(0.4, never);
		await server.stop();
		const stop = await failureOf(budget.reserve(0.1, never));
		expect(stop).toBeInstanceOf(Stop);
		expect(stop).toMatchObject({
			isLasting: true,
			message: `The shared budget cannot be reached: 127.0.0.1:${server.port}: connection refused.`,
		});
		await held.settle(0.1);
		await server.restart();
		expect(await sumsOn(server)).toMatchObject({settled: 0, reserved: 4e8});
	});

	test('a full server grants nothing', async () => {
		const server = await redisServer('--maxmemory-policy', 'noeviction');
		const {budget} = runOn(server);
		const held = await budget.reserve(0.4, never);
		await server.store.command('CONFIG', 'SET', 'maxmemory', '1');
		expect(await failureOf(budget.reserve(0.1, never))).toMatchObject({
			message: expect.stringMatching(/used: .*it is full/),
		});
		await held.settle(0.1);
		await server.store.command('CONFIG', 'SET', 'maxmemory', '0');
		expect(await sumsOn(server)).toMatchObject({reserved: 4e8});
	});

	test('a wrong password is named, and the right one works', async () => {
		const server = await redisServer('--requirepass', 'right-one');
		const wrong = await failureOf(runOn({url: server.url.replace('right', 'wrong')}).budget.admit(0.1));
		expect(wrong).toMatchObject({message: expect.stringMatching(/used: 127\.0\.0\.1:\d+: wrong user or password\.$/)});
		expect(String(wrong)).not.toContain('wrong-one');
		expect(await failureOf(runOn({url: server.url.replace(/:right-one@/, '')}).budget.admit(0.1))).toBeInstanceOf(Stop);
		await (await runOn(server).budget.reserve(0.1, never)).settle(0.1);
	});

	test('the permissions in the documentation are enough', async () => {
		const server = await redisServer();
		const {budget} = runOn({url: await documentedUser(server)}, {longestReservationMs: 1});
		const held = await budget.reserve(0.1, never);
		await sleep(20);
		await (await budget.reserve(0.2, never)).settle(0.2);
		await held.settle(0.1);
		expect(await sumsOn(server)).toEqual({settled: 3e8, reserved: 0, lost: 0});
	});

	test('a cluster has all keys in one place', async () => {
		const server = await redisServer('--cluster-enabled', 'yes');
		await server.store.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
		await (await runOn(server).budget.reserve(0.1, never)).settle(0.1);
		expect(await sumsOn(server)).toMatchObject({settled: 1e8});
	});

	test('a free attempt needs no money', async () => {
		const server = await redisServer();
		const {budget} = runOn(server, {limitUsd: 0, longestReservationMs: 1});
		const held = await budget.reserve(0, never);
		await sleep(20);
		await (await budget.reserve(0, never)).settle(0);
		await held.settle(0);
		expect(await sumsOn(server)).toEqual({settled: 0, reserved: 0, lost: 0});
	});

	test('a budget without a limit is counted', async () => {
		const server = await redisServer();
		const {budget} = runOn(server, {limitUsd: Number.POSITIVE_INFINITY});
		await (await budget.reserve(1e6, never)).settle(1e6);
		expect(await sumsOn(server)).toMatchObject({settled: 1e15});
	});
});
