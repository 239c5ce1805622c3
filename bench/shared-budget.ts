import {execFile} from 'node:child_process';
import {createHash, randomUUID} from 'node:crypto';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';
import {ledgerKeys} from '../source/llm/guards/ledger-script.ts';
import {openStore} from '../source/store/store.ts';
import type {RedisServer} from '../test/emulators/redis.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {ledgerOn} from './shared-budget/ledger.ts';
import {onServer} from './shared-budget/on-server.ts';
import {median, percentile} from './timing.ts';

const run = promisify(execFile);
const [writerCounts, processCounts] = [
	[1, 8, 64],
	[1, 8],
];
const limitUsd = 0.3;
const [samples, warmUp] = [3000, 300];

const overspent: Figure = {
	name: 'spending above a shared budget vs. the budget',
	unit: 'x',
	bound: 0,
	meaning:
		'Whether processes that share a budget can overspend: the sum of what all of them spent, and what the server has as settled and reserved at any moment. Nothing may exceed the budget.',
};
const unspent: Figure = {
	name: 'unspent shared budget at the stop vs. one reservation',
	unit: 'x',
	bound: 1,
	meaning: 'Whether the whole budget can be used: it ends only when the next reservation does not fit.',
};
const latency: Figure = {
	name: 'reserve and settle on a real Redis vs. an empty script (median)',
	unit: 'x',
	bound: 1.5,
	meaning:
		"What the ledger adds to a round trip: both alternate with the EVALSHA of an empty script. Both sides use pr-resolve's own connection (source/store, with @redis/client), one each.",
};
const crowd: Figure = {
	name: 'reserve and settle of 64 writers at once vs. empty scripts of 64 writers (median)',
	unit: 'x',
	bound: null,
	meaning:
		'The same if 64 writers of a process send at once, each over the one connection of its side: then the time of the server counts, not that of the way there.',
};

export const sharedBudget: Benchmark = {
	about:
		'Spends one budget on a real redis-server with 1, 8 and 64 writers in each of 1 and 8 processes, and times reserve and settle. Requires redis-server.',
	seconds: 60,
	figures: [overspent, unspent, latency, crowd],
	async measure(machine) {
		const all: Measured[] = [];
		for (const processes of processCounts) {
			for (const writers of writerCounts)
				all.push(...(await onServer(machine, server => spend(server, machine, processes, writers))));
		}
		all.push(...(await onServer(machine, server => time(server, 1, latency))));
		return [...all, ...(await onServer(machine, server => time(server, 64, crowd)))];
	},
};

async function spend(
	{url, store}: RedisServer,
	{node, env}: Machine,
	processes: number,
	writers: number,
): Promise<Measured[]> {
	const program = join(import.meta.dirname, 'shared-budget/spend.ts');
	const month = `month-${new Date().toISOString().slice(0, 7)}`;
	const sums = [ledgerKeys[0], `${month}:settled`, `${month}:reserved`];
	let most = 0;
	let isOver = false;
	const watch = async () => {
		while (!isOver) {
			const [settled, reserved] = (await store.command('HMGET', ...sums)) as (string | null)[];
			most = Math.max(most, Number(settled) + Number(reserved));
			await setTimeout(1);
		}
	};
	const watching = watch();
	const args = ['--disable-warning=ExperimentalWarning', program, url, String(limitUsd), String(writers)];
	const ended = await Promise.all(Array.from({length: processes}, () => run(node, args, {env})));
	isOver = true;
	await watching;
	const spent = ended.reduce((sum, {stdout}) => sum + Number(stdout), 0) / 1e9;
	const over = Math.max(0, spent - limitUsd, most / 1e9 - limitUsd);
	const of = `${processes} processes of ${writers} writers`;
	const detail = `$${spent.toFixed(6)} of $${limitUsd.toFixed(2)}, at most $${(most / 1e9).toFixed(6)} with what was held`;
	return [
		{figure: overspent, of, value: over / limitUsd, detail},
		{figure: unspent, of, value: (limitUsd - spent) / 0.001, detail: `$${(limitUsd - spent).toFixed(6)}`},
	];
}

/** How long each command takes while so many writers send the same one. */
async function time({url}: RedisServer, writers: number, figure: Figure): Promise<Measured[]> {
	const bare = openStore(url, {sleep: (ms, signal) => setTimeout(ms, undefined, {signal})});
	const empty = 'return 1';
	await bare.command('SCRIPT', 'LOAD', empty);
	const hash = createHash('sha1').update(empty).digest('hex');
	const ledger = ledgerOn(url);
	const page = await ledger.page();
	const id = randomUUID();
	const times = {bare: [] as number[], reserve: [] as number[], settle: [] as number[]};
	const timed = (name: keyof typeof times, work: (writer: number) => Promise<unknown>) =>
		Promise.all(
			Array.from({length: writers}, async (_, writer) => {
				const start = performance.now();
				await work(writer);
				times[name].push(performance.now() - start);
			}),
		);
	const [before, rounds] = [Math.ceil(warmUp / writers), Math.ceil(samples / writers)];
	for (let round = -before; round < rounds; round += 1) {
		if (round === 0) for (const name of ['bare', 'reserve', 'settle'] as const) times[name] = [];
		const attempt = (writer: number) => `${id}:${round}:${writer}`;
		await timed('bare', () => bare.command('EVALSHA', hash, '0'));
		await timed('reserve', writer => page.reserve(attempt(writer), 1_000_000, Number.MAX_SAFE_INTEGER));
		await timed('bare', () => bare.command('EVALSHA', hash, '0'));
		await timed('settle', writer => page.settle(attempt(writer), 500_000));
	}
	bare.close();
	await ledger.close();
	const shown = (all: readonly number[]) => `P50 ${ms3(median(all))}, P99 ${ms3(percentile(all, 0.99))}`;
	return (['reserve', 'settle'] as const).map(name => ({
		figure,
		of: name,
		value: median(times[name]) / median(times.bare),
		detail: `${shown(times[name])} / empty: ${shown(times.bare)}; both through our own client`,
	}));
}

const ms3 = (time: number) => `${time.toFixed(3)} ms`;
