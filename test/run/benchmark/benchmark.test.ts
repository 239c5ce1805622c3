import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {percentile} from '../../../source/llm/percentiles.ts';
import type {Context} from '../../../source/run/context.ts';
import {startAnthropic} from '../../emulators/anthropic/server.ts';
import {startOllama} from '../../emulators/ollama/server.ts';
import {startOpenAI} from '../../emulators/openai/server.ts';
import type {Fault, VendorOptions} from '../../emulators/vendor/server.ts';
import {perfect} from '../../helpers/benchmark.ts';
import {newFolder} from '../../helpers/folders.ts';
import {desk, ledBy} from './desk.ts';

async function openai(options: VendorOptions<string> = {}) {
	const server = await startOpenAI({answer: perfect, ...options});
	onTestFinished(server.close);
	return {...server, env: {OPENAI_API_KEY: server.key}};
}

async function anthropic(options: VendorOptions<string> = {}) {
	const server = await startAnthropic({answer: perfect, ...options});
	onTestFinished(server.close);
	return {...server, env: {ANTHROPIC_API_KEY: server.key}};
}

/** Fails the requests to the model from one on to before another, counted from 0. */
function failing(name: Exclude<Fault, null | object>, from: number, to = Number.POSITIVE_INFINITY) {
	let asked = 0;
	return (seen: {asked: unknown}) => {
		if (seen.asked === null) return null;
		const index = asked++;
		return index >= from && index < to ? name : null;
	};
}

const quickBreaker = {CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '0.1'};

type Usage = {
	input_tokens: number;
	output_tokens: number;
	input_tokens_details: {cached_tokens: number; cache_write_tokens: number};
};

test('a thousand requests: percentiles, counts, tokens and cost are those of the service', async () => {
	const service = await openai();
	const times = Array.from({length: 1000}, (_, index) => 20 + ((index * 7919) % 1000) ** 2 / 500);
	const used: Usage[] = [];
	let clock = 0;
	let answered = 0;
	// Only the time of a service moves the clock, so that the figures do not depend on the machine.
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const response = await service.fetch(input, init);
		if (init?.method !== 'POST') return response;
		used.push(((await response.clone().json()) as {usage: Usage}).usage);
		clock += times[answered++]!;
		return response;
	};
	const {plan, run} = await desk({
		options: {iterations: 1000},
		request: {providers: ['openai']},
		env: service.env,
		fetch,
		machine: {tick: () => clock},
	});
	const {providers} = await run(await plan());
	const {figures} = providers[0]!;
	const {latency, tokens, costUsd} = figures;
	expect(service.asks()).toHaveLength(1000);
	expect(figures).toMatchObject({requests: 1000, answered: 1000, success: {hits: 1000, of: 1000}, errors: {}});
	for (const [part, ms] of [
		[0.5, latency!.p50Ms],
		[0.95, latency!.p95Ms],
		[0.99, latency!.p99Ms],
	] as const) {
		expect(ms).toBeCloseTo(percentile(times, part), 6);
	}
	const sum = (value: (usage: Usage) => number) => used.reduce((total, usage) => total + value(usage), 0);
	const cached = sum(usage => usage.input_tokens_details.cached_tokens);
	const written = sum(usage => usage.input_tokens_details.cache_write_tokens);
	const input = sum(usage => usage.input_tokens);
	const output = sum(usage => usage.output_tokens);
	expect(tokens).toEqual({input, cachedInput: cached, cacheWrite: written, output});
	// Luna: 0.10 in, 0.01 cached, 0.125 written, 0.50 out.
	const cost = ((input - cached - written) * 0.1 + cached * 0.01 + written * 0.125 + output * 0.5) / 1e6;
	expect(Math.abs(costUsd - cost)).toBeLessThan(1e-6);
	expect(figures.throughputPerSecond).toBeCloseTo(1000 / latency!.meanMs, 9);
	expect(providers[0]!.monthlyUsd!.at10000).toBeCloseTo(10 * cost, 9);
});

test('requests are never joined, even about the same entry', async () => {
	const service = await openai({latencyMs: 5});
	const {plan, run} = await desk({
		options: {iterations: 90, concurrency: 9},
		request: {providers: ['openai']},
		...service,
	});
	const {providers, exitCode} = await run(await plan());
	expect([service.asks().length, providers[0]!.figures.requests, exitCode]).toEqual([90, 90, 0]);
});

test('warm-up requests are charged but not measured', async () => {
	const service = await openai({fault: failing('server-error', 0, 2)});
	const {plan, run} = await desk({options: {warmUp: 3}, request: {providers: ['openai']}, ...service});
	const planned = await plan();
	expect([planned.requests, planned.paid.requests, planned.paid.estimateUsd > 0]).toEqual([9, 9, true]);
	const {providers, budget} = await run(planned);
	const {figures, warmUp} = providers[0]!;
	expect(service.asks()).toHaveLength(9);
	expect(figures).toMatchObject({requests: 6, errors: {}});
	expect(warmUp).toMatchObject({requests: 3, errors: {'server-error': 2}});
	expect(budget.usedUsd).toBeCloseTo(figures.costUsd + warmUp.costUsd, 8);
});

test('without names, all that pass their check are compared, and the others are named with the reason', async () => {
	const service = await openai();
	const {plan, run} = await desk({fetch: ledBy(service), env: {...service.env, LOCAL_BASE_URL: 'http://127.0.0.1:9'}});
	const planned = await plan();
	expect(planned.entrants.map(({name}) => name)).toEqual(['openai gpt-6-luna (low)']);
	const {leftOut} = await run(planned);
	expect(leftOut.map(({name}) => name.split(' ')[0])).toEqual(['ollama', 'claude-cli', 'codex-cli', 'anthropic']);
	expect(leftOut.every(({reason, remedy}) => reason && remedy)).toBe(true);
});

/** A clock that stands still but for waits of at most a second, which take no time. @param earlyMs by which each is shorter */
function onlyMovedByWaits(context: Pick<Context, 'now' | 'sleep'>, earlyMs = 0): void {
	const {sleep} = context;
	let at = Date.now();
	context.now = () => at;
	context.sleep = async (ms, signal) => {
		if (ms > 1000) await sleep(ms, signal);
		else at += ms - earlyMs;
	};
}

test('a provider that fails at once from some request on is counted until its circuit stays open', async () => {
	const bad = await openai({fault: failing('server-error', 4)});
	const good = await anthropic();
	const {plan, run, context} = await desk({
		options: {iterations: 30},
		request: {providers: ['openai', 'anthropic']},
		env: {...bad.env, ...good.env, ...quickBreaker},
		fetch: ledBy(bad, good),
	});
	onlyMovedByWaits(context);
	const {providers, exitCode, partial} = await run(await plan());
	const [first, second] = providers;
	expect(first).toMatchObject({stop: {by: 'circuit'}, figures: {requests: 10, errors: {'server-error': 6}}});
	expect(bad.asks()).toHaveLength(10);
	expect(second).toMatchObject({stop: null, figures: {requests: 30, success: {hits: 30}}});
	expect([exitCode, partial]).toEqual([5, true]);
});

test('a timer that ends a moment early is no second refusal', async () => {
	const service = await openai({fault: failing('overloaded', 2, 7)});
	const {plan, run, context} = await desk({
		options: {iterations: 20},
		request: {providers: ['openai']},
		...service,
		env: {...service.env, ...quickBreaker},
	});
	onlyMovedByWaits(context, 1);
	const {providers} = await run(await plan());
	expect(providers[0]).toMatchObject({stop: null, figures: {requests: 20, success: {hits: 15}}});
});

test('a provider that recovers after the cooldown goes on', async () => {
	const service = await openai({fault: failing('overloaded', 2, 7)});
	const {plan, run} = await desk({
		options: {iterations: 20},
		request: {providers: ['openai']},
		...service,
		env: {...service.env, ...quickBreaker},
	});
	const {providers, exitCode} = await run(await plan());
	expect(providers[0]).toMatchObject({
		stop: null,
		figures: {requests: 20, success: {hits: 15}, errors: {overloaded: 5}},
	});
	expect(exitCode).toBe(0);
});

test.each([
	['auth', 'authentication', 4],
	['quota', 'trouble', 1],
] as const)(
	'a provider that cannot be used any more (%s) is stopped with the first such answer',
	async (name, by, code) => {
		const service = await openai({fault: failing(name, 3)});
		const {plan, run} = await desk({options: {iterations: 20}, request: {providers: ['openai']}, ...service});
		const {providers, exitCode} = await run(await plan());
		expect(providers[0]).toMatchObject({stop: {by}, figures: {requests: 4, success: {hits: 3, of: 4}}});
		expect([service.asks().length, exitCode]).toEqual([4, code]);
	},
);

test('the message about a timeout names the flags of bench', async () => {
	const service = await openai({fault: ({asked}) => (asked ? {name: 'slow', ms: 5000} : null)});
	const {plan, run, events} = await desk({
		options: {iterations: 1, timeoutMs: 50},
		request: {providers: ['openai']},
		...service,
	});
	await run(await plan());
	expect(events.find(event => event.type === 'sample')).toMatchObject({
		sample: {outcome: 'timeout'},
		trouble: expect.stringMatching(/^Worker timeout waiting for response\. .*--concurrency.*--timeout\.$/),
	});
});

test('the time that a request has is not that of the check: a slow start leaves no provider out', async () => {
	const service = await openai({fault: ({asked}) => (asked ? null : {name: 'slow', ms: 300})});
	const {plan} = await desk({options: {iterations: 1, timeoutMs: 50}, request: {providers: ['openai']}, ...service});
	expect((await plan()).entrants).toMatchObject([{name: expect.stringMatching(/^openai /)}]);
});

test('invalid answers are counted by the kind of their fault', async () => {
	let turn = 0;
	const wrong = ['no JSON', {verdict: 'change'}, {explanation: '', verdict: 'change', changes: [], confidence: 1}];
	const service = await openai({answer: request => wrong[turn++] ?? perfect(request)});
	const {plan, run} = await desk({request: {providers: ['openai']}, ...service});
	const {figures, verdicts} = (await run(await plan())).providers[0]!;
	expect(figures.errors).toEqual({'answer: not-json': 1, 'answer: wrong-shape': 1, 'answer: no-edits': 1});
	expect(figures).toMatchObject({answered: 6, success: {hits: 3, of: 6}, confidence: 0.9});
	expect(verdicts.find(({limit}) => limit.startsWith('success'))?.verdict).toBe('fail');
});

test('an exhausted budget stops paid providers, and free ones continue', async () => {
	const service = await anthropic();
	const {plan, run, request} = await desk({
		options: {iterations: 50},
		request: {providers: ['anthropic']},
		...service,
		env: {...service.env, CR_LLM_COST_BUDGET: '0.1'},
	});
	const {providers, budget, exitCode} = await run(await plan());
	expect(providers[0]!.stop).toMatchObject({by: 'budget', reason: expect.stringContaining('budget exceeded')});
	expect(budget.usedUsd).toBeLessThanOrEqual(request.settings.costBudget);
	expect(providers[0]!.figures.requests).toBeGreaterThan(0);
	expect(providers[0]!.figures.requests).toBeLessThan(50);
	expect(exitCode).toBe(5);
});

test('an interrupted benchmark has a partial result and can be resumed', async () => {
	const folder = newFolder();
	const service = await anthropic();
	const init = {folder, options: {iterations: 20, warmUp: 1}, request: {providers: ['anthropic']}, ...service};
	const first = await desk(init);
	let done = 0;
	const result = await first.run(await first.plan(), event => {
		if (event.type === 'sample' && !event.isWarmUp && ++done === 7) first.interrupt();
	});
	expect(result).toMatchObject({partial: true, exitCode: 130, providers: [{stop: {by: 'interruption'}}]});
	const before = result.providers[0]!;
	expect(before.figures.requests).toBeGreaterThanOrEqual(7);
	expect(before.figures.requests).toBeLessThan(20);
	const second = await desk({...init, request: {...init.request, resume: true}});
	const whole = await second.run(await second.plan());
	expect(whole).toMatchObject({partial: false, exitCode: 0, startedAt: result.startedAt});
	const {figures, warmUp, calledOff} = whole.providers[0]!;
	expect([figures.requests, warmUp.requests]).toEqual([20, 2]);
	expect(service.asks()).toHaveLength(22 + calledOff.requests);
	expect(whole.budget.usedUsd).toBeCloseTo(figures.costUsd + warmUp.costUsd + calledOff.costUsd, 8);
	expect(existsSync(join(folder, 'report.state.json'))).toBe(false);
});

test.each([
	['no-state', {}, undefined],
	['state-changed', {iterations: 21}, '--iterations was 20 and is now 21'],
	['state-changed', {complexity: 'simple'}, '--complexity was all and is now simple'],
	[
		'state-changed',
		{},
		'its providers were anthropic claude-sonnet-5-5 (low) and are now anthropic claude-haiku-5-5 (low)',
	],
] as const)('a run does not go on as another one: %s', async (code, options, message) => {
	const folder = newFolder();
	const service = await anthropic();
	const init = {folder, options: {iterations: 20}, request: {providers: ['anthropic']}, ...service};
	if (message !== undefined) {
		const first = await desk(init);
		await first.run(await first.plan(), event => event.type === 'sample' && first.interrupt());
	}
	const providers = message?.includes('haiku') ? ['anthropic:small'] : ['anthropic'];
	const {plan} = await desk({...init, options: {...init.options, ...options}, request: {providers, resume: true}});
	await expect(plan()).rejects.toMatchObject({
		kind: 'usage',
		code,
		...(message !== undefined && {message: expect.stringContaining(message)}),
	});
});

test.each([true, false])('the state that a newer version has left stops a benchmark, resumed: %s', async resume => {
	const folder = newFolder();
	const state = join(folder, 'report.state.json');
	const newer = '{"schema": "pr-resolve/benchmark-state@99"}';
	writeFileSync(state, newer);
	const {plan} = await desk({folder, request: {providers: ['anthropic'], resume}, ...(await anthropic())});
	await expect(plan()).rejects.toMatchObject({kind: 'failed', code: 'newer-record'});
	expect(readFileSync(state, 'utf8')).toBe(newer);
});

test.each([
	['torn', '{"schema": "pr-resolve/benchmark-state@2", "gro'],
	['of an older version', '{"schema": "pr-resolve/benchmark-state@1"}'],
])('a state that is %s is not resumed, and stays where a benchmark starts over', async (_, text) => {
	const folder = newFolder();
	const state = join(folder, 'report.state.json');
	writeFileSync(state, text);
	const init = {folder, request: {providers: ['anthropic'], resume: false}, ...(await anthropic())};
	const resumed = await desk({...init, request: {...init.request, resume: true}});
	await expect(resumed.plan()).rejects.toMatchObject({kind: 'usage', code: 'bad-state'});
	expect(readFileSync(state, 'utf8')).toBe(text);
	await (await desk(init)).plan();
	const [old] = readdirSync(folder).filter(name => name.endsWith('.old'));
	expect(readFileSync(join(folder, old!), 'utf8')).toBe(text);
});

test('a person can pause, and skip a provider', async () => {
	const [one, other] = [await openai(), await anthropic()];
	const {plan, run, control, events} = await desk({
		options: {iterations: 10},
		request: {providers: ['openai', 'anthropic']},
		env: {...one.env, ...other.env},
		fetch: ledBy(one, other),
	});
	let isPaused = false;
	const {providers, exitCode} = await run(await plan(), event => {
		if (event.type === 'snapshot' && event.snapshot.phase === 'paused') control.resume();
		if (event.type !== 'sample') return;
		if (event.sample.index === 3 && event.name.startsWith('openai')) control.skip(event.name);
		if (event.sample.index !== 2 || !event.name.startsWith('anthropic') || isPaused) return;
		isPaused = true;
		control.pause();
	});
	expect(isPaused).toBe(true);
	expect(providers[0]!.stop).toMatchObject({by: 'person'});
	expect(providers[0]!.figures.requests).toBeLessThan(10);
	expect(providers[1]).toMatchObject({stop: null, figures: {requests: 10}});
	const last = events.findLast(event => event.type === 'snapshot');
	expect(last).toMatchObject({
		snapshot: {phase: 'ended', providers: [{state: 'stopped'}, {state: 'done', done: 10, of: 10}]},
	});
	expect(exitCode).toBe(0);
});

test('the last snapshot holds the figures of the result', async () => {
	const service = await openai({fault: failing('server-error', 2, 4)});
	const {plan, run, events} = await desk({options: {iterations: 12}, request: {providers: ['openai']}, ...service});
	const result = await run(await plan());
	const last = events.findLast(event => event.type === 'snapshot')!;
	const [shown] = last.snapshot.providers;
	expect(shown!.figures).toEqual(result.providers[0]!.figures);
	expect(shown!.timesMs).toEqual(result.providers[0]!.timesMs);
	expect(last.snapshot.budget.settledUsd).toBe(result.budget.usedUsd);
});

test('an unwritable output is reported before anything is sent', async () => {
	const service = await openai();
	const folder = newFolder();
	for (const output of ['.', '/dev/null/report.md']) {
		const {plan} = await desk({folder, request: {providers: ['openai'], output}, ...service});
		await expect(plan()).rejects.toMatchObject({kind: 'usage', code: 'output-not-writable'});
	}
	expect(service.requests).toEqual([]);
});

test('if no provider is usable, the error has all reasons', async () => {
	const {plan} = await desk({request: {providers: ['openai', 'ollama']}, env: {LOCAL_BASE_URL: 'http://127.0.0.1:9'}});
	await expect(plan()).rejects.toMatchObject({
		code: 'no-usable-provider',
		remedy: expect.stringMatching(/openai.*ollama/s),
	});
	const unknown = await desk({request: {providers: ['gemini']}});
	await expect(unknown.plan()).rejects.toMatchObject({kind: 'usage', code: 'unknown-provider'});
});

test('a model without a known price is skipped, and the remedy shows how to set one', async () => {
	const service = await openai({models: ['gpt-7-nova']});
	const {plan} = await desk({request: {providers: ['openai:gpt-7-nova']}, ...service});
	await expect(plan()).rejects.toMatchObject({remedy: expect.stringContaining('--set llm.price=gpt-7-nova=')});
	const priced = await desk({
		request: {providers: ['openai:gpt-7-nova']},
		...service,
		env: {...service.env, CR_LLM_PRICE: 'gpt-7-nova=1/0.1/5'},
	});
	expect((await priced.run(await priced.plan())).providers[0]!.figures.costUsd).toBeGreaterThan(0);
});

test('a price can be given by the name of a tier', async () => {
	const service = await openai();
	const {plan} = await desk({
		request: {providers: ['openai:nano']},
		...service,
		env: {...service.env, CR_LLM_PRICE: 'nano=7/0.7/70'},
	});
	expect((await plan()).entrants[0]!.price).toMatchObject({input: 7, output: 70});
});

test('CR_LLM_API_KEY is the key of the provider that is chosen, of the only one, or of the vendor whose keys begin so', async () => {
	const service = await openai();
	const env = {CR_LLM_API_KEY: service.key};
	const only = await desk({request: {providers: ['openai']}, fetch: service.fetch, env});
	expect((await only.plan()).entrants).toHaveLength(1);
	const other = await desk({fetch: ledBy(service), env: {...env, LOCAL_BASE_URL: 'http://127.0.0.1:9'}});
	expect((await other.plan()).entrants).toMatchObject([{name: expect.stringMatching(/^openai /)}]);
	const strange = {CR_LLM_API_KEY: 'of-nobody-0123456789', LOCAL_BASE_URL: 'http://127.0.0.1:9'};
	const nobody = await desk({fetch: ledBy(service), env: strange});
	await expect(nobody.plan()).rejects.toMatchObject({code: 'no-usable-provider'});
	const chosen = await desk({
		fetch: ledBy(service),
		env: {...env, CR_LLM_PROVIDER: 'openai', LOCAL_BASE_URL: 'http://127.0.0.1:9'},
	});
	expect((await chosen.plan()).entrants).toHaveLength(1);
});

test('what a local model runs on is in the report of the run that loaded it', async () => {
	const service = await startOllama({onGpu: 0});
	onTestFinished(service.close);
	const request = {providers: ['local']};
	const {plan, run} = await desk({options: {iterations: 2}, request, env: {LOCAL_BASE_URL: service.url}});
	const planned = await plan();
	expect(planned.entrants[0]!.checks.at(-1)).toMatchObject({name: 'GPU', status: 'ok'});
	const {providers} = await run(planned);
	const gpu = {name: 'GPU', status: 'warning', detail: 'GPU not detected, using CPU inference'};
	expect(providers[0]!.checks.filter(({name}) => name === 'GPU')).toEqual([gpu]);
});

test('how fast a local model reads and writes is in the result and the report, of a resumed run too', async () => {
	const [first, later] = [20, 10].map(perSecond => () => ({
		total_duration: 60e9,
		load_duration: 0,
		prompt_eval_count: 1000,
		prompt_eval_duration: 10e9,
		eval_count: 100,
		eval_duration: (100 * 1e9) / perSecond,
	}));
	let asked = 0;
	const service = await startOllama({answer: perfect, work: () => (asked++ < 2 ? first! : later!)()});
	onTestFinished(service.close);
	const folder = newFolder();
	const options = {iterations: 4, warmUp: 0};
	const init = {folder, options, request: {providers: ['local']}, env: {LOCAL_BASE_URL: service.url}};
	const begun = await desk(init);
	let done = 0;
	await begun.run(await begun.plan(), event => {
		if (event.type === 'sample' && ++done === 2) begun.interrupt();
	});
	const resumed = await desk({...init, request: {...init.request, resume: true}});
	const result = await resumed.run(await resumed.plan());
	// 200 tokens in 10 s, then 200 in 20 s.
	const speed = {inputPerSecond: 100, outputPerSecond: expect.closeTo(400 / 30)};
	expect(result).toMatchObject({partial: false, providers: [{figures: {requests: 4, speed}}]});
	const {formatBenchmark} = await import('../../../source/run/benchmark/report/markdown.ts');
	expect(formatBenchmark(result, 'report.svg')).toContain('| `ollama qwen2.5-coder:7b` | 100/s | 13/s |');
});

test('the report is written as Markdown with a picture beside it', async () => {
	const service = await openai();
	const {plan, run, folder} = await desk({options: {iterations: 12}, request: {providers: ['openai']}, ...service});
	const planned = await plan();
	const {writeReport} = await import('../../../source/run/benchmark/report/write.ts');
	await writeReport(await run(planned), planned.places);
	const report = readFileSync(join(folder, 'report.md'), 'utf8');
	expect(report).toContain('GPU: not detected');
	expect(report).toContain('![Latency distributions](report.svg)');
	expect(readFileSync(join(folder, 'report.svg'), 'utf8')).not.toMatch(/<script|undefined|NaN/);
});
