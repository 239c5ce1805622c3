import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Ask} from '../../source/llm/guard.ts';
import {ModelTrouble, type ModelTroubleKind} from '../../source/llm/providers/trouble.ts';
import {setUp} from './guards/guarded-model.ts';
import {failureOf, never, replyOf, requestOf} from './guards/model.ts';

const questionKeys = (count: number) => Array.from({length: count}, (_, index) => String(index));

const chance = fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true});

/** Gives out the values in turn, again and again. */
function inTurns<Value>(values: readonly Value[]): () => Value {
	let next = 0;
	return () => values[next++ % values.length]!;
}

/** Asks a service that turns away what arrives in its bad time: from a moment on, for so long. */
async function askThrough(
	{fromMs, forMs, answersInMs, kind}: {fromMs: number; forMs: number; answersInMs: number; kind: ModelTroubleKind},
	{questions, ...trial}: {questions: number; workers: number; hasCircuits: boolean; random: () => number},
) {
	const world = setUp({
		...trial,
		threshold: 5,
		limitUsd: 1000,
		ask: async ({key}, signal) => {
			const at = world.clock.now() - start;
			await world.clock.sleep(1, signal);
			if (at >= fromMs && at < fromMs + forMs) throw new ModelTrouble(kind, kind);
			await world.clock.sleep(answersInMs, signal);
			return replyOf(key);
		},
	});
	const start = world.clock.now();
	const asked = questionKeys(questions).map(key => world.ask(requestOf(key), never));
	const ended = await world.clock.run(Promise.allSettled(asked));
	const answered = ended.filter(({status}) => status === 'fulfilled').length;
	return {answered, requests: world.left.length, tookMs: world.clock.now() - start};
}

describe('a service that stumbles for two seconds', () => {
	test.each([
		[1, true],
		[1, false],
		[8, true],
		[8, false],
	])('answers all, 3 to 5 s later, with %d workers, and with the circuit breaker: %s', (workers, hasCircuits) =>
		fc.assert(
			fc.asyncProperty(
				fc.array(chance, {minLength: 1, maxLength: 20}),
				fc.constantFrom<ModelTroubleKind>('overloaded', 'server-error', 'unreachable', 'cut-off', 'rate-limit'),
				async (chances, kind) => {
					const bad = {fromMs: 0, forMs: 2000, answersInMs: 10, kind};
					const trial = {questions: 14, workers, hasCircuits, random: inTurns(chances)};
					const {answered, requests, tookMs} = await askThrough(bad, trial);
					expect(answered).toBe(14);
					expect(requests).toBeLessThanOrEqual(14 + workers + 1);
					expect(tookMs).toBeGreaterThan(3000);
					expect(tookMs).toBeLessThan(5000);
				},
			),
			{numRuns: 40},
		),
	);

	test('answers all, whenever that begins', () =>
		fc.assert(
			fc.asyncProperty(
				fc.record({fromMs: fc.nat(9000), forMs: fc.nat(2000), answersInMs: fc.integer({min: 1, max: 3000})}),
				fc.integer({min: 1, max: 8}),
				fc.array(chance, {minLength: 1, maxLength: 20}),
				async (bad, workers, chances) => {
					const trial = {questions: 14, workers, hasCircuits: true, random: inTurns(chances)};
					const {answered, requests} = await askThrough({...bad, kind: 'overloaded'}, trial);
					expect(answered).toBe(14);
					expect(requests).toBeLessThanOrEqual(14 + workers + 1);
				},
			),
			{numRuns: 100},
		));
});

test.each([
	[1, 5],
	[8, 12],
])(
	'a dead service opens the circuit after five failures in a row: with %d workers, %d requests',
	async (workers, most) => {
		const dead = {fromMs: 0, forMs: Number.POSITIVE_INFINITY, answersInMs: 0, kind: 'overloaded'} as const;
		const trial = {questions: 40, workers, hasCircuits: true, random: Math.random};
		expect(await askThrough(dead, trial)).toMatchObject({answered: 0, requests: most});
	},
);

test('the holder that is aborted lets the others go on', async () => {
	const off = new AbortController();
	let isWell = false;
	const {ask, left, meter} = setUp({
		ask: async ({key}) => {
			if (isWell) return replyOf(key);
			throw new ModelTrouble('overloaded', 'busy');
		},
	});
	const holder = failureOf(ask(requestOf('a'), off.signal));
	const waiter = ask(requestOf('b'), never);
	while (meter.snapshot().requests === 0) await new Promise(setImmediate);
	isWell = true;
	off.abort('called off');
	expect(await holder).toBe('called off');
	expect(await waiter).toMatchObject({text: 'b'});
	expect(left).toEqual(['a', 'b']);
});

test('a question that waits for its turn can be aborted', async () => {
	const off = new AbortController();
	const {ask, clock, left} = setUp({
		ask: async () => {
			throw new ModelTrouble('overloaded', 'busy');
		},
		options: {attempts: 2},
		threshold: 5,
	});
	const holder = failureOf(ask(requestOf('a'), never));
	const waiter = failureOf(ask(requestOf('b'), off.signal));
	while (left.length === 0) await new Promise(setImmediate);
	off.abort('called off');
	expect(await waiter).toBe('called off');
	expect(await clock.run(holder)).toMatchObject({kind: 'overloaded'});
	expect(left).toEqual(['a', 'a']);
});

type Fate = {how: ModelTroubleKind | 'answer'; ms: number};

const fate: fc.Arbitrary<Fate> = fc.record({
	how: fc.constantFrom('answer', 'answer', 'overloaded', 'overloaded', 'rate-limit', 'timeout', 'bad-request'),
	ms: fc.constantFrom(0, 1, 50, 700, 3000),
});

/** What the rule allows, told from outside: by the attempts that leave and how they end. */
function watchTheRule(attempts: number, isAborted: (key: string) => boolean) {
	const left = new Map<string, number>();
	const underWay = new Set<{key: string; term: number}>();
	/** Null while all may leave. */
	let held: {by: string} | null = null;
	let term = 0;
	return {
		leave(key: string) {
			const {by = null} = held ?? {};
			const comesAgain = by !== null && left.get(by)! < attempts && !isAborted(by);
			if (comesAgain) expect(key).toBe(by);
			if (held) expect([...underWay].filter(each => each.term === term)).toEqual([]);
			left.set(key, (left.get(key) ?? 0) + 1);
			const attempt = {key, term};
			underWay.add(attempt);
			if (comesAgain) held = {by: ''};
			return attempt;
		},
		end(attempt: {key: string; term: number}, how: Fate['how'] | 'aborted') {
			underWay.delete(attempt);
			if (attempt.term !== term) return;
			if (how === 'answer') {
				if (held) term += 1;
				held = null;
			} else if (how !== 'aborted' && how !== 'bad-request') {
				held = {by: attempt.key};
				term += 1;
			}
		},
	};
}

test('under any schedule: one at a time after a failure, first the question that failed, and every question ends', () =>
	fc.assert(
		fc.asyncProperty(
			fc.record({
				questions: fc.integer({min: 1, max: 16}),
				workers: fc.integer({min: 1, max: 8}),
				attempts: fc.integer({min: 1, max: 4}),
				threshold: fc.constantFrom(2, 5, 1000),
				hasCircuits: fc.boolean(),
			}),
			fc.array(fate, {minLength: 1, maxLength: 40, size: 'max'}),
			fc.array(fc.record({which: fc.nat(15), ms: fc.constantFrom(0, 20, 900, 2500)}), {maxLength: 4}),
			async ({questions, attempts, ...trial}, fates, aborts) => {
				const nextFate = inTurns(fates);
				const keys = questionKeys(questions);
				const offs = new Map(keys.map(key => [key, new AbortController()]));
				const rule = watchTheRule(attempts, key => offs.get(key)?.signal.aborted ?? true);
				const broken: unknown[] = [];
				const service: Ask = async ({key}, signal) => {
					let attempt: ReturnType<typeof rule.leave>;
					try {
						attempt = rule.leave(key);
					} catch (error) {
						broken.push(error);
						throw error;
					}
					const {how, ms} = nextFate();
					try {
						await world.clock.sleep(ms, signal);
					} catch (error) {
						rule.end(attempt, 'aborted');
						throw error;
					}
					rule.end(attempt, how);
					if (how === 'answer') return replyOf(key);
					throw new ModelTrouble(how, how);
				};
				const world = setUp({
					...trial,
					ask: service,
					limitUsd: 1000,
					options: {attempts, times: {ms: 600_000, wholeMs: 600_000}},
				});
				const asked = keys.map(key => world.ask(requestOf(key), offs.get(key)!.signal));
				for (const {which, ms} of aborts) {
					const off = offs.get(keys[which % questions]!)!;
					void world.clock.sleep(ms).then(() => off.abort('called off'));
				}
				const ended = await world.clock.run(Promise.allSettled(asked));
				expect(broken).toEqual([]);
				expect(world.left.length).toBeLessThanOrEqual(questions * attempts);
				// Unless an open circuit refused it, each question was sent, whatever the others met.
				for (const [index, {status}] of ended.entries()) {
					const key = keys[index]!;
					const [made, isAborted] = [world.left.filter(each => each === key).length, offs.get(key)!.signal.aborted];
					if (!trial.hasCircuits && !isAborted) expect(made).toBeGreaterThan(0);
					if (status === 'fulfilled') expect(made).toBeGreaterThan(0);
				}
				expect(world.meter.snapshot()).toMatchObject({inFlight: 0, budget: {reservedUsd: 0}});
			},
		),
		{numRuns: 400},
	));
