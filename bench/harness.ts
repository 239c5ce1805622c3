import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import {percentile} from '../source/llm/percentiles.ts';
import {runBenchmark} from '../source/run/benchmark/benchmark.ts';
import {createControl} from '../source/run/benchmark/control.ts';
import {type BenchmarkPlan, planBenchmark} from '../source/run/benchmark/plan.ts';
import type {ProviderResult} from '../source/run/benchmark/result.ts';
import type {Context} from '../source/run/context.ts';
import {resolveSettings} from '../source/settings/resolve.ts';
import {installPrograms} from '../test/emulators/programs/install.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, ms} from './figure.ts';
import {type Service, startService} from './harness/start.ts';
import {median} from './timing.ts';

const requests = 1000;
const overheadRequests = 300;
const starts = 20;
/** What the harness may be off by, and what it may add. */
const [part, offMs, addedMs] = [0.02, 5, 2];

const origins = {'api-a': 'https://api.openai.com', 'api-b': 'https://api.anthropic.com'};
type Paid = keyof typeof origins;

/** A right-skewed distribution as services have it: most answers in 12 to 30 ms, a few in more than 100. */
const latenciesMs = Array.from({length: requests}, (_, index) => {
	const uniform = (((index * 7919) % requests) + 0.5) / requests;
	return Math.round(10 + 6 * (uniform / (1 - uniform)) ** 0.55);
});

/** Whether the provider benchmark reports what a service itself saw, and what it adds to a call of the vendor's package. */
export const harness: Benchmark = async machine => [
	...(await likeTheLog('api-a', machine)),
	...(await likeTheLog('api-b', machine)),
	await overhead('api-a', machine),
	await overhead('api-b', machine),
	await spawning(machine),
];

async function likeTheLog(kind: Paid, machine: Machine): Promise<Figure[]> {
	const service = await startService({kind, latenciesMs});
	try {
		const {figures} = await measure(kind, requests, machine, service);
		// The last answer may be on its way still.
		await setTimeout(50);
		const served = await service.servedMs();
		const {p50Ms, p95Ms, p99Ms} = figures.latency!;
		const compared = (
			[
				[0.5, p50Ms],
				[0.95, p95Ms],
				[0.99, p99Ms],
			] as const
		).map(([rank, reported]): Figure => {
			const logged = percentile(served, rank);
			return {
				name: `${kind}: P${rank * 100} of ${requests} requests off the service's log, to 2 % or 5 ms`,
				ratio: Math.abs(reported - logged) / Math.max(part * logged, offMs),
				bound: 1,
				detail: `${ms(reported)} / ${ms(logged)}`,
			};
		});
		const count = {name: `${kind}: requests that the service saw and the report does not`, bound: 0};
		const missed = Math.abs(served.length - figures.requests);
		return [...compared, {...count, ratio: missed, detail: `${figures.requests} / ${served.length}`}];
	} finally {
		service.close();
	}
}

async function overhead(kind: Paid, machine: Machine): Promise<Figure> {
	const service = await startService({kind, latenciesMs: []});
	try {
		const {timesMs} = await measure(kind, overheadRequests, machine, service);
		const bare = await bareCalls(kind, machine, service);
		const added = median(timesMs) - median(bare);
		return {
			name: `${kind}: what the harness adds to a call of the vendor's package, to 2 ms`,
			ratio: added / addedMs,
			bound: 1,
			detail: `${ms(median(timesMs))} - ${ms(median(bare))}`,
		};
	} finally {
		service.close();
	}
}

/** The same questions by the vendor's package alone. */
async function bareCalls(kind: Paid, machine: Machine, service: Service): Promise<number[]> {
	const {tasks} = (await planFor(kind, overheadRequests, machine, service)).entrants[0]!;
	const usual = {apiKey: service.key, maxRetries: 0, logLevel: 'off'} as const;
	const openai = new OpenAI({...usual, baseURL: `${service.url}/v1`});
	const anthropic = new Anthropic({...usual, baseURL: service.url});
	const times: number[] = [];
	for (let index = -20; index < overheadRequests; index++) {
		const {head, body, schema, schemaName, maximumOutputTokens} = tasks[Math.abs(index) % tasks.length]!.request;
		const format = {type: 'json_schema', schema: {...schema}} as const;
		const start = machine.now();
		if (kind === 'api-a') {
			await openai.responses.create({
				model: 'gpt-6-luna',
				store: false,
				instructions: head,
				input: body,
				max_output_tokens: maximumOutputTokens,
				reasoning: {effort: 'low'},
				text: {format: {...format, name: schemaName, strict: true}},
			});
		} else {
			await anthropic.messages.create({
				model: 'claude-sonnet-5-5',
				max_tokens: maximumOutputTokens,
				system: head,
				messages: [{role: 'user', content: body}],
				output_config: {format, effort: 'low'},
			});
		}
		if (index >= 0) times.push(machine.now() - start);
	}
	return times;
}

/** What starting a client program costs, apart from all else. */
async function spawning(machine: Machine): Promise<Figure> {
	const answer = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.9};
	const {path} = installPrograms(machine.folder, {claude: {name: 'success', answer}});
	const env = {...machine.env, PATH: `${path}:${machine.env.PATH}`};
	const {timesMs} = await measure('cli-a', starts, {...machine, env}, null);
	const bare = Array.from({length: starts}, () => {
		const start = machine.now();
		runSync(machine.node, ['-e', '0'], {cwd: machine.folder, env});
		return machine.now() - start;
	});
	return {
		name: 'cli-a: a request to a stand-in written for Node, to a start of Node',
		ratio: median(timesMs) / median(bare),
		bound: null,
		detail: `${ms(median(timesMs))} / ${ms(median(bare))}`,
	};
}

type Kind = Paid | 'cli-a';

async function measure(
	kind: Kind,
	iterations: number,
	machine: Machine,
	service: Service | null,
): Promise<ProviderResult> {
	const plan = await planFor(kind, iterations, machine, service);
	await service?.forget();
	const {providers} = await resultOf(runBenchmark(plan, createControl(), contextFor(machine, kind, service)));
	return providers[0]!;
}

async function planFor(
	kind: Kind,
	iterations: number,
	machine: Machine,
	service: Service | null,
): Promise<BenchmarkPlan> {
	const context = contextFor(machine, kind, service);
	const {values} = await resolveSettings({
		command: 'bench',
		cwd: machine.folder,
		env: context.env,
		flags: {},
		configFile: null,
	});
	const request = {
		options: {iterations, warmUp: 0, complexity: 'all', timeoutMs: 60_000, concurrency: 1} as const,
		providers: [kind],
		dataSet: null,
		output: 'report.md',
		resume: false,
		settings: values,
		machine: {
			tick: machine.now,
			ownDataSet: join(import.meta.dirname, 'sample-comments.json'),
			versions: {prResolve: '', node: ''},
			platform: 'linux' as const,
			arch: '',
			cpu: '',
			cores: 1,
			memoryBytes: 0,
			command: '',
		},
	};
	return resultOf(planBenchmark(request, context));
}

function contextFor({folder, env}: Machine, kind: Kind, service: Service | null): Context {
	const origin = kind === 'cli-a' ? null : origins[kind];
	return {
		cwd: folder,
		env: {...env, OPENAI_API_KEY: service?.key, ANTHROPIC_API_KEY: service?.key, CR_LLM_COST_BUDGET: '1000'},
		now: Date.now,
		sleep: async (ms, signal) => void (await setTimeout(ms, null, signal && {signal})),
		randomId: () => 'bench',
		random: Math.random,
		fetch: (input, init) => globalThis.fetch(String(input).replace(origin ?? '', service?.url ?? ''), init),
		signal: new AbortController().signal,
		log: () => {},
		pid: 0,
		isAlive: () => true,
	};
}

async function resultOf<Result>(run: AsyncGenerator<unknown, Result>): Promise<Result> {
	for (;;) {
		const step = await run.next();
		if (step.done) return step.value;
	}
}
