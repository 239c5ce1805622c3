import {setTimeout} from 'node:timers/promises';
import {createPace} from '../source/github/publish/pace.ts';
import {storeTurns} from '../source/run/write-limits/turns-on-store.ts';
import {openStore} from '../source/store/store.ts';
import type {RedisServer} from '../test/emulators/redis.ts';
import {mostWithin} from '../test/helpers/most-writes.ts';
import {randomOf} from './abuse/random.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {writesOf} from './organization/pull-requests.ts';
import {virtualTime} from './organization/virtual-time.ts';
import {onServer} from './shared-budget/on-server.ts';

const [pullRequests, jobs, killed, seed] = [4000, 20, 5, 15];
const [minuteMs, hourMs] = [60_000, 3_600_000];
const start = Date.parse('2026-11-23T12:00:00Z');
const account = {host: 'github.com', login: 'organization-bot'};

const inAnHour: Figure = {
	name: "writes of all jobs in any hour vs. pr-resolve's limit of 480",
	unit: 'x',
	bound: 1,
	meaning: 'Whether jobs that share their turns stay below the 500 writes an hour that GitHub allows an account.',
};
const inAMinute: Figure = {
	name: "writes of all jobs in any minute vs. GitHub's limit of 80",
	unit: 'x',
	bound: 1,
	meaning: 'The same for the limit of a minute.',
};
const makespan: Figure = {
	name: 'time until all is written vs. the least that 480 writes an hour take',
	unit: 'x',
	bound: 1.2,
	meaning: 'Whether the jobs use the turns that there are, also if some of them are killed and started again.',
};

export const organization: Benchmark = {
	about: `Writes to ${pullRequests} simulated pull requests from ${jobs} jobs that share the limits of one account on a real redis-server, on a clock that only waiting moves. Requires redis-server.`,
	seconds: 10,
	figures: [inAnHour, inAMinute, makespan],
	async measure(machine) {
		const all: Measured[] = [];
		for (const deaths of [0, killed]) all.push(...(await onServer(machine, server => writeAll(server, deaths))));
		return all;
	},
};

async function writeAll({url}: RedisServer, deaths: number): Promise<Measured[]> {
	const {next: random} = randomOf(seed);
	const writes = writesOf(pullRequests, random);
	const total = writes.reduce((sum, count) => sum + count, 0);
	const leastMs = Math.floor((total - 1) / 480) * hourMs;
	const clock = virtualTime(start);
	const times: number[] = [];
	const of = (job: number) => writes.filter((_, index) => index % jobs === job);
	await clock.run(
		Array.from({length: jobs}, (_, job) => () => {
			const diesAt = job < deaths ? start + random() * leastMs : Number.POSITIVE_INFINITY;
			return runJob(of(job), {url, clock, random, diesAt, wrote: () => times.push(clock.now())});
		}),
	);
	times.sort((one, other) => one - other);
	const [hour, minute, tookMs] = [mostWithin(times, hourMs), mostWithin(times, minuteMs), times.at(-1)! - start];
	const which = deaths === 0 ? `${jobs} jobs` : `${deaths} of ${jobs} jobs killed`;
	const hours = (ms: number) => `${(ms / hourMs).toFixed(2)} h`;
	return [
		{figure: inAnHour, of: which, value: hour / 480, detail: `${hour}`},
		{figure: inAMinute, of: which, value: minute / 80, detail: `${minute}`},
		{
			figure: makespan,
			of: which,
			value: tookMs / leastMs,
			detail: `${hours(tookMs)}, at least ${hours(leastMs)} for ${times.length} writes, seed ${seed}`,
		},
	];
}

type Job = {
	url: string;
	clock: ReturnType<typeof virtualTime>;
	random: () => number;
	/** When it is killed, wherever it is then. */
	diesAt: number;
	wrote: () => void;
};

const isKilled = Symbol('killed');

/** Writes to one pull request after the other. If it is killed, it is started again after ten minutes, and goes on there. */
async function runJob(writes: readonly number[], {url, clock, random, diesAt, wrote}: Job): Promise<void> {
	const skewMs = (random() - 0.5) * 48 * hourMs;
	const between = (least: number, most: number) => least + random() * (most - least);
	const left = [...writes];
	for (let death = diesAt; left.length > 0; death = Number.POSITIVE_INFINITY) {
		const store = openStore(url, {sleep: (ms, signal) => setTimeout(ms, undefined, {signal})});
		const now = () => clock.now() + skewMs;
		const sleep = async (ms: number) => {
			await clock.sleep(ms);
			if (clock.now() >= death) throw isKilled;
		};
		const take = storeTurns(account, {store, now, time: clock.now});
		const pace = createPace({
			...{now, sleep, signal: new AbortController().signal, onWait() {}},
			limits: {isShared: true, share: 1, of: async () => ({take, refused: async () => 0})},
			account: async () => account,
		});
		try {
			while (left.length > 0) {
				// Reading the pull request and planning the changes.
				await sleep(between(2000, 20_000));
				for (let done = 0; left[0]! > 0; done += 1) {
					await pace.ready();
					if (done % 20 === 0) {
						await sleep(between(500, 4000));
						await pace.ready();
					}
					await pace.turn();
					wrote();
					left[0]! -= 1;
					await sleep(between(200, 1500));
				}
				left.shift();
			}
		} catch (error) {
			if (error !== isKilled) throw error;
			await clock.sleep(10 * minuteMs);
		} finally {
			store.close();
		}
	}
}
