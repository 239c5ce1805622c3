import {setTimeout} from 'node:timers/promises';
import {percentile} from '../source/llm/percentiles.ts';
import {installPrograms} from '../test/emulators/programs/install.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {openBareCall} from './harness/bare.ts';
import {keepBooks} from './harness/books.ts';
import {measureProvider} from './harness/measure.ts';
import {ledContext} from './led-context.ts';
import {type Order, startService} from './service/start.ts';
import {median} from './timing.ts';

const requests = 1000;
const overhead = {turns: 6, requests: 50};
const starts = 20;
/** The largest error of the harness, and the most it may add. */
const [part, offMs, addedMs] = [0.02, 5, 2];
const smallestUsd = 1e-6;

/** A right-skewed distribution, like that of real services: most answers in 12 to 30 ms, a few in more than 100. */
const latenciesMs = Array.from({length: requests}, (_, index) => {
	const uniform = (((index * 7919) % requests) + 0.5) / requests;
	return Math.round(10 + 6 * (uniform / (1 - uniform)) ** 0.55);
});

const distance: Figure = {
	name: `distance of a reported percentile from the service's own log of ${requests} requests, relative to the larger of 2% and 5 ms`,
	unit: 'x',
	bound: 1,
	meaning:
		'Whether the latencies of a report are right. The service, in a separate process, logs the time of each request, and the percentiles are compared.',
};
const missed: Figure = {
	name: 'requests that only the service or only the report counts',
	unit: 'requests',
	bound: 0,
	meaning: 'Whether every request is in the report exactly once.',
};
const tokens: Figure = {
	name: "difference in tokens between the report and the service's answers",
	unit: 'tokens',
	bound: 0,
	meaning: 'Input, cached input and output, compared with the sum over all raw answers.',
};
const money: Figure = {
	name: 'difference between the reported cost and that of these tokens, in millionths of a dollar',
	unit: 'x',
	bound: 1,
	meaning: 'Whether the cost of a report matches its tokens and the price list.',
};
const addedTime: Figure = {
	name: "median time that the benchmark adds to a call of the vendor's package, relative to 2 ms",
	unit: 'x',
	bound: 1,
	meaning:
		'Whether latencies are those of the provider: instant answers, requested alternately through the benchmark and by the package alone. Below 0, the package alone is slower.',
};
const spawning: Figure = {
	name: 'a request to a stand-in for a client program vs. a start of Node',
	unit: 'x',
	bound: null,
	meaning: 'Latencies of subscription clients include the start of a program; this shows roughly how much that is.',
};

export const harness: Benchmark = {
	about: 'Whether `pr-resolve bench` reports what the service itself logged, and its overhead.',
	seconds: 100,
	figures: [distance, missed, tokens, money, addedTime, spawning],
	measure: async machine => [
		...(await likeTheLog('openai', machine)),
		...(await likeTheLog('anthropic', machine)),
		await added('ollama', machine),
		await added('openai', machine),
		await added('anthropic', machine),
		await spawned(machine),
	],
};

async function likeTheLog(kind: 'openai' | 'anthropic', machine: Machine): Promise<Measured[]> {
	const service = await startService({kind, latenciesMs});
	try {
		const books = keepBooks(kind, ledContext(machine, service).fetch);
		const {fetch} = books;
		const {figures} = await measureProvider({kind, service, iterations: requests, fetch}, machine);
		// The last answer may still be on its way.
		await setTimeout(50);
		const served = await service.servedMs();
		const {latency, costUsd} = figures;
		const ranks = [
			['P50', 0.5, latency!.p50Ms],
			['P95', 0.95, latency!.p95Ms],
			['P99', 0.99, latency!.p99Ms],
		] as const;
		const compared = ranks.map(([name, rank, reported]): Measured => {
			const logged = percentile(served, rank);
			const value = Math.abs(reported - logged) / Math.max(part * logged, offMs);
			return {figure: distance, of: `${kind} ${name}`, value, detail: `${ms(reported)} / ${ms(logged)}`};
		});
		const sum = await books.sum();
		const names = ['input', 'cachedInput', 'output'] as const;
		return [
			...compared,
			{
				figure: missed,
				of: kind,
				value: Math.abs(served.length - figures.requests),
				detail: `${figures.requests} / ${served.length}`,
			},
			{
				figure: tokens,
				of: kind,
				value: names.reduce((off, name) => off + Math.abs(figures.tokens[name] - sum[name]), 0),
				detail: names.map(name => `${figures.tokens[name]} / ${sum[name]}`).join(', '),
			},
			{
				figure: money,
				of: kind,
				value: Math.abs(costUsd - sum.costUsd) / smallestUsd,
				detail: `$${costUsd.toFixed(6)} / $${sum.costUsd.toFixed(6)}`,
			},
		];
	} finally {
		service.close();
	}
}

/** Alternates between the benchmark and the bare package, so that a busy machine slows both down. */
async function added(kind: Order['kind'], machine: Machine): Promise<Measured> {
	const service = await startService({kind, latenciesMs: []});
	try {
		const call = await openBareCall(kind, service, machine);
		const [through, alone]: [number[], number[]] = [[], []];
		for (let turn = -1; turn < overhead.turns; turn++) {
			const {timesMs} = await measureProvider({kind, service, iterations: overhead.requests}, machine);
			const bare = await call.time(overhead.requests);
			if (turn < 0) continue;
			through.push(...timesMs);
			alone.push(...bare);
		}
		const [whole, bare] = [median(through), median(alone)];
		const detail = `${whole.toFixed(2)} ms - ${bare.toFixed(2)} ms`;
		return {figure: addedTime, of: kind, value: (whole - bare) / addedMs, detail};
	} finally {
		service.close();
	}
}

async function spawned(machine: Machine): Promise<Measured> {
	const answer = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.9};
	const {path} = installPrograms(machine.folder, {claude: {name: 'success', answer}});
	const env = {...machine.env, PATH: `${path}:${machine.env.PATH}`};
	const asked = {kind: 'claude-cli', service: null, iterations: starts} as const;
	const {timesMs} = await measureProvider(asked, {...machine, env});
	const bare = Array.from({length: starts}, () => {
		const start = machine.now();
		runSync(machine.node, ['-e', '0'], {cwd: machine.folder, env});
		return machine.now() - start;
	});
	const [request, node] = [median(timesMs), median(bare)];
	return {figure: spawning, of: 'claude-cli', value: request / node, detail: `${ms(request)} / ${ms(node)}`};
}
