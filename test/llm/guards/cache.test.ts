import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Ask} from '../../../source/llm/guard.ts';
import type {AnswerStore} from '../../../source/llm/guards/answer-store.ts';
import {type CacheOptions, cache} from '../../../source/llm/guards/cache.ts';
import type {ModelReply} from '../../../source/llm/providers/provider.ts';
import {failureOf, hang, never, replyOf, requestOf} from './model.ts';

const choice = {provider: 'api-a', model: 'model-x', effort: 'low'} as const;

function memory(): AnswerStore & {kept: Map<string, ModelReply>} {
	const kept = new Map<string, ModelReply>();
	return {
		kept,
		find: async id => kept.get(id) ?? null,
		async keep(id, reply) {
			kept.set(id, reply);
		},
	};
}

function setUp(rest: Partial<CacheOptions> = {}, answer: Ask = async () => replyOf('yes')) {
	const seen = {left: 0, hits: 0, joins: 0};
	const store = memory();
	const guard = cache({
		choice,
		server: null,
		store,
		isGood: () => true,
		onHit: () => seen.hits++,
		onJoin: () => seen.joins++,
		...rest,
	});
	const ask = guard((request, signal) => {
		seen.left += 1;
		return answer(request, signal);
	});
	return {seen, store, ask};
}

test('asks once and answers from what was kept', async () => {
	const {seen, ask} = setUp();
	await ask(requestOf('a', {body: 'line 1'}), never);
	expect(await ask(requestOf('a', {body: 'line 9'}), never)).toEqual(replyOf('yes'));
	expect(seen).toEqual({left: 1, hits: 1, joins: 0});
});

test('another provider, model, effort, schema or key is another question', async () => {
	const store = memory();
	for (const rest of [{}, {provider: 'api-b'}, {model: 'y'}, {effort: null}] as const) {
		await setUp({store, choice: {...choice, ...rest}}).ask(requestOf('a'), never);
	}
	const {ask} = setUp({store});
	await ask(requestOf('b'), never);
	await ask(requestOf('a', {schema: {type: 'object'}}), never);
	expect(store.kept.size).toBe(6);
});

test.each<[string, Partial<ModelReply>, boolean]>([
	['cut off', {stop: 'length'}, true],
	['declined', {stop: 'refusal'}, true],
	['not accepted', {}, false],
])('an answer that is %s is given but not kept', async (_, rest, isAccepted) => {
	const {store, ask} = setUp({isGood: () => isAccepted}, async () => replyOf('no', rest));
	expect(await ask(requestOf('a'), never)).toMatchObject({text: 'no'});
	expect(store.kept.size).toBe(0);
});

test('an error is not kept', async () => {
	let fails = true;
	const {seen, ask} = setUp({}, async () => {
		if (fails) throw new Error('no');
		return replyOf('yes');
	});
	await failureOf(ask(requestOf('a'), never));
	fails = false;
	await ask(requestOf('a'), never);
	expect(seen).toEqual({left: 2, hits: 0, joins: 0});
});

test('a stored answer that is no longer valid is requested again', async () => {
	const store = memory();
	await setUp({store}).ask(requestOf('a'), never);
	const {seen, ask} = setUp({store, isGood: (_, {text}) => text === 'new'}, async () => replyOf('new'));
	expect(await ask(requestOf('a'), never)).toMatchObject({text: 'new'});
	expect(seen.hits).toBe(0);
});

test('without a store identical requests in flight are joined all the same', async () => {
	const {seen, ask} = setUp({store: null});
	await Promise.all([ask(requestOf('a'), never), ask(requestOf('a'), never)]);
	await ask(requestOf('a'), never);
	expect(seen).toEqual({left: 2, hits: 0, joins: 1});
});

test('a joined request is sent again if the first one is aborted', async () => {
	const stop = new AbortController();
	let calls = 0;
	const {seen, ask} = setUp({}, (request, signal) =>
		++calls === 1 ? hang(request, signal) : Promise.resolve(replyOf('yes')),
	);
	const first = failureOf(ask(requestOf('a'), stop.signal));
	const second = ask(requestOf('a'), never);
	while (calls === 0) await setImmediate();
	stop.abort('called off');
	expect(await first).toBe('called off');
	expect(await second).toMatchObject({text: 'yes'});
	expect(seen).toEqual({left: 2, hits: 0, joins: 0});
});

test('a joined request can be aborted alone', async () => {
	const answer = Promise.withResolvers<ModelReply>();
	const {ask} = setUp({}, () => answer.promise);
	const stop = new AbortController();
	const first = ask(requestOf('a'), never);
	const second = failureOf(ask(requestOf('a'), stop.signal));
	stop.abort('called off');
	expect(await second).toBe('called off');
	answer.resolve(replyOf('yes'));
	expect(await first).toMatchObject({text: 'yes'});
});

test('under any schedule each question leaves at most once', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({key: fc.constantFrom('a', 'b', 'c'), wait: fc.nat(3), takes: fc.nat(3)}), {
				maxLength: 30,
				size: 'max',
			}),
			async asks => {
				const left: string[] = [];
				let takes = 0;
				const {seen, ask} = setUp({}, async ({key}) => {
					left.push(key);
					for (let turn = takes; turn > 0; turn--) await setImmediate();
					return replyOf(key);
				});
				const replies: Promise<ModelReply>[] = [];
				for (const each of asks) {
					for (let turn = each.wait; turn > 0; turn--) await setImmediate();
					takes = each.takes;
					replies.push(ask(requestOf(each.key), never));
				}
				expect((await Promise.all(replies)).map(({text}) => text)).toEqual(asks.map(({key}) => key));
				expect(left.length).toBe(new Set(asks.map(({key}) => key)).size);
				expect(seen.left + seen.hits + seen.joins).toBe(asks.length);
			},
		),
		{numRuns: 100},
	));
