import {expect, test} from 'vitest';
import {attempting, loading} from '../../../source/llm/guards/attempt.ts';
import {type AnswerProgress, openServerJobs} from '../../../source/llm/guards/server-jobs.ts';
import type {TimeFlags} from '../../../source/llm/guards/timeout.ts';
import type {Provider} from '../../../source/llm/providers/registry.ts';
import type {ModelTrouble} from '../../../source/llm/providers/trouble.ts';
import {failureOf, never, providerOf, replyOf, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

const s = 1000;

type Stream = {
	/** Seconds before the first token, and between two. */
	first: number;
	between?: number;
	tokens: number;
	/** After the last token, nothing more comes. */
	isEndless?: boolean;
};

/** Models at one address, whose answers arrive bit by bit: for each question, the stream of its name. */
function setUp(streams: Record<string, Stream>, {flags, ...more}: Partial<Provider> & {flags?: TimeFlags} = {}) {
	const clock = virtualClock();
	const shown: (AnswerProgress | null)[] = [];
	const limits = {
		...{ms: 60 * s, wholeMs: 600 * s, clock, ...(flags && {flags})},
		jobs: openServerJobs(progress => shown.push(progress)),
	};
	const provider = providerOf(async () => replyOf('never'), {
		...{model: 'coder:7b', isMetered: false, isStreamed: true},
		async ask({key}, signal, onPart) {
			const {first, between = 1, tokens, isEndless = false} = streams[key]!;
			for (let token = 1; token <= tokens; token++) {
				await clock.sleep((token === 1 ? first : between) * s, signal);
				onPart!(token);
			}
			if (isEndless) await clock.sleep(1e9, signal);
			return replyOf(key);
		},
		...more,
	});
	const ask = attempting(provider, limits);
	const start = clock.now();
	const askNow = (key: string) => ask(requestOf(key), never);
	return {clock, shown, limits, provider, ask: askNow, passed: () => Math.round((clock.now() - start) / s)};
}

test('an answer that keeps arriving takes longer than the time limit', async () => {
	const {clock, ask} = setUp({a: {first: 50, between: 59, tokens: 9}});
	expect(await clock.run(ask('a'))).toMatchObject({text: 'a'});
});

test('a silence in the answer ends it, and the message has what arrived', async () => {
	const {clock, ask, passed} = setUp({a: {first: 20.5, tokens: 72, isEndless: true}});
	expect(await clock.run(failureOf(ask('a')))).toMatchObject({
		kind: 'timeout',
		message: expect.stringMatching(
			/^Worker timeout waiting for response: 72 tokens in 7[012] s, then nothing for 60 s$/,
		),
		remedy:
			"No response within 60 s: reduce --max-workers, check the provider's health, or raise llm.timeout with --set.",
		spent: {input: 0, output: 72},
	});
	expect(passed()).toBeGreaterThanOrEqual(20 + 71 + 60);
	expect(passed()).toBeLessThanOrEqual(20 + 71 + 60 + 1);
});

test('before the first word, three time limits may pass', async () => {
	const {clock, ask} = setUp({late: {first: 179, tokens: 2}});
	expect(await clock.run(ask('late'))).toMatchObject({text: 'late'});
	const silent = setUp({never: {first: 1e6, tokens: 1}});
	expect(await silent.clock.run(failureOf(silent.ask('never')))).toMatchObject({
		kind: 'timeout',
		message: 'Worker timeout waiting for response',
		remedy: expect.stringMatching(/^No response within 180 s: /),
		spent: 'unknown',
	});
	expect(silent.passed()).toBe(180);
});

test('the time of other answers from the server does not count before the first word', async () => {
	const {clock, ask} = setUp({one: {first: 1, tokens: 400}, next: {first: 500, tokens: 1}});
	expect(await clock.run(Promise.all([ask('one'), ask('next')]))).toHaveLength(2);
});

test('an answer from another server is no reason to wait', async () => {
	const {clock, limits, ask, provider} = setUp({one: {first: 1, tokens: 400}, next: {first: 500, tokens: 1}});
	const other = attempting({...provider, address: 'http://127.0.0.1:2'}, limits);
	const [one, next] = await clock.run(Promise.all([ask('one'), failureOf(other(requestOf('next'), never))]));
	expect([one, next]).toMatchObject([{text: 'one'}, {kind: 'timeout'}]);
});

test('one token a minute is too slow, and one each 50 seconds ends at the limit of the whole', async () => {
	const {clock, ask} = setUp({minute: {first: 1, between: 61, tokens: 1000}});
	expect(await clock.run(failureOf(ask('minute')))).toMatchObject({
		kind: 'timeout',
		message: expect.stringMatching(/: 1 token in/),
	});
	const slow = setUp({slow: {first: 1, between: 50, tokens: 1000}});
	expect(await slow.clock.run(failureOf(slow.ask('slow')))).toMatchObject({kind: 'unfinished'});
	expect(slow.passed()).toBe(600);
});

test('an answer that never stops ends at the limit of the whole, by a fault that is the model’s', async () => {
	const {clock, ask} = setUp({a: {first: 1, between: 0.5, tokens: 5000}});
	const trouble = (await clock.run(failureOf(ask('a')))) as ModelTrouble;
	expect(trouble.message).toMatch(
		/^Worker timeout waiting for response: coder:7b has not finished its answer in 600 s \(1,?19\d tokens\)$/,
	);
	expect(trouble).toMatchObject({kind: 'unfinished', remedy: expect.stringContaining('llm.answer_timeout')});
	expect(trouble.traits).toMatchObject({isPassing: false, countsAgainst: false});
});

test('a jump of the clock changes no limit', async () => {
	const {clock, shown, ask} = setUp({a: {first: 1, tokens: 100}});
	let jumps = 0;
	const asked = ask('a');
	const jumping = (async () => {
		for (const hours of [5, -9]) {
			await clock.sleep(20 * s);
			clock.pass(hours * 3600 * s);
			jumps += 1;
		}
	})();
	expect(await clock.run(Promise.all([asked, jumping]))).toMatchObject([{text: 'a'}, undefined]);
	expect(jumps).toBe(2);
	expect(Math.max(...shown.flatMap(progress => progress?.ms ?? []))).toBeLessThan(110 * s);
});

test('loading a model has the limit of the whole', async () => {
	const {clock, limits, provider, shown} = setUp({});
	const loadFor = (seconds: number) => ({
		...provider,
		loadModel: (signal: AbortSignal) => clock.sleep(seconds * s, signal),
	});
	await clock.run(loading(loadFor(599), limits, never));
	expect(shown[100]).toMatchObject({what: 'model', ms: 101 * s, tokens: 0, rate: null});
	expect(await clock.run(failureOf(loading(loadFor(1e6), limits, never)))).toMatchObject({
		kind: 'timeout',
		message: 'Worker timeout waiting for response: coder:7b is not loaded after 600 s',
		remedy: expect.stringContaining('llm.answer_timeout'),
	});
});

test('the progress has what arrived and its rate, of an answer before a silence', async () => {
	const {clock, shown, ask} = setUp({one: {first: 4, between: 0.5, tokens: 40}, next: {first: 60, tokens: 1}});
	await clock.run(Promise.all([ask('next'), ask('one')]));
	expect(shown[0]).toEqual({what: 'answer', tokens: 0, ms: s, rate: null});
	expect(shown.find(progress => progress && progress.tokens > 30)).toMatchObject({rate: expect.closeTo(2, 0)});
	expect(shown.at(-1)).toBeNull();
});

test('without workers, no remedy names them', async () => {
	const flags = {time: 'llm.timeout', workers: null};
	const {clock, ask} = setUp({a: {first: 1e6, tokens: 1}}, {flags});
	expect(await clock.run(failureOf(ask('a')))).toMatchObject({
		remedy: "No response within 180 s: check the provider's health, or raise llm.timeout.",
	});
});

test('an answer in one piece has one limit', async () => {
	const {clock, limits, provider, passed} = setUp({a: {first: 61, tokens: 1}});
	const {isStreamed: _, ...whole} = provider;
	const ask = attempting(
		{...whole, ask: async (_, signal) => clock.sleep(61 * s, signal).then(() => replyOf('a'))},
		limits,
	);
	expect(await clock.run(failureOf(ask(requestOf('a'), never)))).toMatchObject({
		kind: 'timeout',
		message: 'Worker timeout waiting for response',
	});
	expect(passed()).toBe(60);
});
