import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Stop} from '../../source/llm/guard.ts';
import {totalsByAbout, totalsByChoice} from '../../source/llm/metrics.ts';
import {ModelTrouble, type ModelTroubleKind} from '../../source/llm/providers/trouble.ts';
import {failing, setUp} from './guards/guarded-model.ts';
import {failureOf, hang, never, replyOf, requestOf, usage} from './guards/model.ts';

test('answers, settles what it cost, and keeps the answer', async () => {
	const {run, budget, left, meter, changes} = setUp();
	expect(await run('a')).toMatchObject({text: 'a'});
	expect(await run('a')).toMatchObject({text: 'a'});
	expect(left).toEqual(['a']);
	expect(budget.state).toMatchObject({settledUsd: 0.11, reservedUsd: 0});
	const metrics = meter.snapshot();
	expect(metrics).toMatchObject({
		requests: 1,
		answered: 1,
		cacheHits: 1,
		joined: 0,
		inFlight: 0,
		errors: {},
		tokens: {input: 100, cachedInput: 0, cacheWrite: 0, output: 10},
		premiumRequests: 0,
		costUsd: 0.11,
		latency: {count: 1, p50Ms: 0},
		circuits: [{state: {state: 'closed', failures: 0, threshold: 2}}],
		rows: [{outcome: 'answered'}, {outcome: 'cache-hit', latencyMs: null, costUsd: 0}],
	});
	const choice = {provider: 'api-a', model: 'model-x', effort: 'low'};
	expect(totalsByChoice(metrics.rows)).toMatchObject([{choice, totals: {costUsd: 0.11}}]);
	expect(totalsByAbout(metrics.rows)).toMatchObject([{about: 'comment a', totals: {requests: 1, cacheHits: 1}}]);
	expect(changes()).toBeGreaterThan(3);
});

test('each attempt is paid for: nothing, what it used, or at worst all that was reserved', async () => {
	const {run, budget, meter} = setUp({
		hasCircuits: false,
		ask: failing(
			new ModelTrouble('rate-limit', 'slow down'),
			new ModelTrouble('cut-off', 'cut', {spent: {...usage, output: 0}}),
			new ModelTrouble('server-error', 'broken', {spent: 'unknown'}),
		),
	});
	await failureOf(run('a'));
	expect(budget.state).toMatchObject({settledUsd: 0.25, reservedUsd: 0});
	expect(meter.snapshot()).toMatchObject({
		requests: 3,
		costUsd: 0.25,
		unknownCosts: 1,
		tokens: {input: 100, output: 0},
		errors: {'rate-limit': 1, 'cut-off': 1, 'server-error': 1},
	});
});

test('an answer without usage costs what was reserved', async () => {
	const {run, budget, meter} = setUp({ask: async () => replyOf('a', {usage: null})});
	await run('a');
	expect(budget.state.settledUsd).toBe(0.15);
	expect(meter.snapshot()).toMatchObject({costUsd: 0.15, unknownCosts: 1, rows: [{isCostUnknown: true}]});
});

test('a time-out costs what was reserved; the time starts with the slot', async () => {
	const {ask, clock, budget, meter} = setUp({
		ask: hang,
		hasCircuits: false,
		options: {attempts: 1, times: {ms: 1000, wholeMs: 600_000}},
	});
	const asked = ['a', 'b', 'c'].map(key => failureOf(ask(requestOf(key), never)));
	const errors = await clock.run(Promise.all(asked));
	expect(errors).toMatchObject([{kind: 'timeout'}, {kind: 'timeout'}, {name: 'ModelTrouble', kind: 'timeout'}]);
	expect(budget.state).toMatchObject({settledUsd: 0.45, reservedUsd: 0});
	const {rows} = meter.snapshot();
	expect(rows.map(({latencyMs}) => latencyMs)).toEqual([1000, 1000, 1000]);
});

test.each([
	['a silence', hang, 'timeout', 1],
	['an answer that never ends', failing('unfinished'), 'unfinished', 0],
] as const)('%s of a stream is not asked again', async (_, ask, kind, failures) => {
	const {run, left, meter} = setUp({ask, provider: {isMetered: false, isStreamed: true}});
	expect(await failureOf(run('a'))).toMatchObject({kind});
	expect(left).toEqual(['a']);
	expect(meter.snapshot().circuits).toMatchObject([{state: {failures}}]);
});

test('a model is loaded once, before the first question leaves', async () => {
	const order: string[] = [];
	const loadModel = async () => void order.push('load');
	const {ask, clock, begin, run} = setUp({
		workers: 2,
		ask: async ({key}) => {
			order.push(key);
			return replyOf(key);
		},
		provider: {isMetered: false, isStreamed: true, loadModel},
	});
	await clock.run(Promise.all(['a', 'b'].map(key => ask(requestOf(key), never))));
	expect(order).toEqual(['load', 'a', 'b']);
	// What is known needs no model.
	await run('a', begin());
	expect(order).toHaveLength(3);
});

test('an abort costs what left, not what waited for a slot', async () => {
	const stop = new AbortController();
	const {ask, clock, left, budget, meter} = setUp({ask: hang});
	const asked = Promise.all(['a', 'b', 'c'].map(key => failureOf(ask(requestOf(key), stop.signal))));
	while (left.length === 0) await new Promise(setImmediate);
	expect(meter.snapshot().inFlight).toBe(1);
	stop.abort('called off');
	expect(await clock.run(asked)).toEqual(['called off', 'called off', 'called off']);
	expect(left).toEqual(['a']);
	expect(budget.state).toMatchObject({settledUsd: 0.15, reservedUsd: 0});
	expect(meter.snapshot()).toMatchObject({requests: 1, inFlight: 0, errors: {aborted: 1}, costUsd: 0.15});
});

test('waiting for a retry holds no slot and no money, and nothing leaves before it', async () => {
	const {ask, clock, left, budget, waiting, meter} = setUp({ask: failing('overloaded', null)});
	const asked = Promise.all(['a', 'b'].map(key => ask(requestOf(key), never)));
	while (meter.snapshot().requests === 0) await new Promise(setImmediate);
	const ofAnother = waiting(async () => replyOf('of another provider'));
	expect(await ofAnother(requestOf('c'), never)).toMatchObject({text: 'of another provider'});
	expect(budget.state).toMatchObject({reservedUsd: 0});
	await clock.run(asked);
	expect(left).toEqual(['a', 'a', 'b']);
});

test('a budget that is spent stops the rest, does not count for the circuit, and spares what is known', async () => {
	const {run, left, meter, lines} = setUp({limitUsd: 0.3});
	await run('a');
	await run('b');
	for (const key of ['c', 'd', 'e']) {
		const stop = await failureOf(run(key));
		expect(stop).toBeInstanceOf(Stop);
		expect(stop).toMatchObject({
			message: 'LLM cost budget exceeded: $0.22 of $0.30 used, and the next request can cost $0.15',
		});
	}
	expect(await run('a')).toMatchObject({text: 'a'});
	expect(left).toEqual(['a', 'b']);
	expect(meter.snapshot()).toMatchObject({
		stopped: {budget: 3, circuit: 0, store: 0},
		circuits: [{state: {state: 'closed', failures: 0}}],
		budget: {limitUsd: 0.3, settledUsd: 0.22, reservedUsd: 0},
	});
	expect(lines.filter(line => line.startsWith('ERROR'))).toHaveLength(1);
});

test('a provider that is not metered is exempt, and one whose price is not known is not free', async () => {
	const free = setUp({limitUsd: 0, provider: {isMetered: false}});
	await free.run('a');
	expect(free.meter.snapshot()).toMatchObject({requests: 1, costUsd: 0, unknownCosts: 0});
	const unknown = setUp({options: {price: null}});
	expect(await failureOf(unknown.run('a'))).toMatchObject({
		guard: 'budget',
		message: expect.stringContaining('openai model-x is unknown'),
		remedy: expect.stringContaining('--set llm.price=model-x='),
	});
	expect(unknown.left).toEqual([]);
});

test('a circuit counts failed attempts, of whatever questions, and what is not tried again is its stop', async () => {
	const {run, left, meter} = setUp({ask: failing('overloaded'), threshold: 4});
	expect(await failureOf(run('a'))).toMatchObject({kind: 'overloaded'});
	expect(meter.snapshot().circuits[0]!.state).toMatchObject({failures: 3});
	for (const key of ['b', 'c']) {
		expect(await failureOf(run(key))).toMatchObject({guard: 'circuit', cause: {kind: 'overloaded'}});
	}
	expect(left).toEqual(['a', 'a', 'a', 'b']);
	expect(meter.snapshot()).toMatchObject({requests: 4, stopped: {budget: 0, circuit: 2, store: 0}});
});

test('an attempt that the service asked to wait a while counts only if it is the last of its question', async () => {
	const {run, left, meter} = setUp({ask: failing(new ModelTrouble('rate-limit', 'slow down', {retryAfterMs: 2000}))});
	expect(await failureOf(run('a'))).toMatchObject({kind: 'rate-limit'});
	expect(meter.snapshot().circuits[0]!.state).toMatchObject({state: 'closed', failures: 1});
	expect(left).toEqual(['a', 'a', 'a']);
});

test('once the circuit is open, requests that wait to be tried again are not', async () => {
	const slow = (key: string) =>
		new ModelTrouble('rate-limit', 'slow down', {retryAfterMs: key === '7' ? 3_600_000 : 10_000});
	const {ask, clock, left} = setUp({
		ask: async ({key}, signal) => {
			await clock.sleep(100, signal);
			throw slow(key);
		},
		workers: 8,
	});
	const errors = await clock.run(Promise.all([...'01234567'].map(key => failureOf(ask(requestOf(key), never)))));
	expect(errors).toMatchObject([...Array(7).fill({guard: 'circuit'}), {kind: 'rate-limit'}]);
	expect(left.toSorted().join('')).toBe('01234567');
});

test('five failures in a row open the circuit: few leave before, none after, and all others are its stops', () =>
	fc.assert(
		fc.asyncProperty(
			fc.record({
				questions: fc.integer({min: 1, max: 60}),
				workers: fc.integer({min: 1, max: 12}),
				threshold: fc.integer({min: 1, max: 8}),
				attempts: fc.integer({min: 1, max: 4}),
				isHanging: fc.boolean(),
				lateMs: fc.integer({min: 0, max: 300}),
			}),
			async ({questions, workers, threshold, attempts, isHanging, lateMs}) => {
				const {ask, clock, left, budget, meter} = setUp({
					workers,
					threshold,
					limitUsd: 100,
					options: {attempts, times: {ms: 1000, wholeMs: 600_000}},
					ask: async (request, signal) => {
						if (isHanging) return hang(request, signal);
						await clock.sleep(lateMs, signal);
						throw new ModelTrouble('server-error', 'broken');
					},
				});
				const keys = Array.from({length: questions}, (_, index) => String(index));
				const ended = await clock.run(Promise.all(keys.map(key => failureOf(ask(requestOf(key), never)))));
				// Those that fail at the same time as the first one are one failure, unless they time out.
				const together = isHanging ? 1 : Math.min(workers, questions);
				const isOpen = questions * attempts - together + 1 >= threshold;
				expect(left.length).toBeLessThanOrEqual(threshold + workers - 1);
				expect(left.length).toBeGreaterThanOrEqual(isOpen ? threshold : questions * attempts);
				// Those whose last attempt failed say so; all others were not gone on with because of the circuit.
				const stopped = ended.filter(error => error instanceof Stop);
				expect(stopped.every(({guard, cause}) => guard === 'circuit' && cause instanceof ModelTrouble)).toBe(true);
				if (questions >= threshold + workers) expect(stopped.length).toBeGreaterThan(0);
				expect(meter.snapshot().circuits[0]!.state.state !== 'closed').toBe(isOpen);
				expect(budget.state.reservedUsd).toBe(0);
			},
		),
		{numRuns: 60},
	));

test.each([
	[10_000, 3, 'answered'],
	[10_001, 2, 'stopped'],
])('a cooldown of %d ms: it is waited out where that is short', async (cooldownMs, requests, end) => {
	const {ask, clock, left} = setUp({
		ask: failing('overloaded', 'overloaded', null),
		cooldownMs,
		options: {attempts: 1},
	});
	const ended = await clock.run(Promise.allSettled([...'abc'].map(key => ask(requestOf(key), never))));
	expect(left).toHaveLength(requests);
	expect(ended[2]!.status).toBe(end === 'answered' ? 'fulfilled' : 'rejected');
});

test('and once: a service that fails again after it is not waited for again', async () => {
	const {ask, clock, left, lines} = setUp({ask: failing('overloaded'), cooldownMs: 500, options: {attempts: 1}});
	const ended = await clock.run(Promise.all([...'abcdef'].map(key => failureOf(ask(requestOf(key), never)))));
	expect(left).toEqual(['a', 'b', 'c']);
	expect(ended.slice(3)).toMatchObject(Array(3).fill({guard: 'circuit'}));
	expect(lines.filter(line => line.startsWith('INFO') && line.includes('is open: waiting 0.5 s'))).toHaveLength(1);
});

test.each([1, 4])(
	'a service that takes five requests in ten seconds answers all of thirty, with %d workers',
	async workers => {
		let [windowEndMs, room] = [0, 0];
		const {ask, clock, left, meter} = setUp({
			limitUsd: 100,
			workers,
			ask: async ({key}, signal) => {
				await clock.sleep(100, signal);
				if (clock.now() >= windowEndMs) [windowEndMs, room] = [clock.now() + 10_000, 5];
				if (room-- > 0) return replyOf(key);
				throw new ModelTrouble('rate-limit', 'slow down', {retryAfterMs: windowEndMs - clock.now()});
			},
		});
		const keys = Array.from({length: 30}, (_, index) => String(index));
		const replies = await clock.run(Promise.all(keys.map(key => ask(requestOf(key), never))));
		expect(replies.map(({text}) => text)).toEqual(keys);
		// In each of six windows, as many as can be in flight at the same time have to wait.
		expect(left.length).toBeLessThanOrEqual(30 + 6 * workers);
		expect(meter.snapshot()).toMatchObject({inFlight: 0, answered: 30, budget: {reservedUsd: 0}});
	},
);

test('once the circuit is open, requests that wait for a slot do not leave', async () => {
	const {ask, left} = setUp({ask: failing('server-error'), options: {attempts: 1}});
	const ended = await Promise.all([...'abcdefgh'].map(key => failureOf(ask(requestOf(key), never))));
	expect(left).toEqual(['a', 'b']);
	expect(ended.slice(2)).toEqual(Array(6).fill(expect.any(Stop)));
});

test('requests that waited for a slot are admitted again once the circuit is closed', async () => {
	const kinds: (ModelTroubleKind | null)[] = ['server-error', 'server-error', null];
	const {ask, clock, left} = setUp({ask: failing(...kinds), options: {attempts: 1}, workers: 2});
	for (const key of 'ab') await failureOf(ask(requestOf(key), never));
	clock.pass(60_000);
	const replies = await Promise.all([...'cdef'].map(key => ask(requestOf(key), never)));
	expect(replies.map(({text}) => text)).toEqual(['c', 'd', 'e', 'f']);
	expect(left).toHaveLength(6);
});

test('without circuit breakers it goes on asking', async () => {
	const {run, left, meter} = setUp({ask: failing('overloaded'), hasCircuits: false, options: {attempts: 1}});
	for (const key of ['a', 'b', 'c', 'd']) await failureOf(run(key));
	expect(left).toHaveLength(4);
	expect(meter.snapshot().circuits).toEqual([]);
});

test.each(['authentication', 'quota', 'model-missing', 'not-installed', 'subscription'] as const)(
	'%s is found out once',
	async kind => {
		const {run, left} = setUp({ask: failing(kind)});
		expect(await failureOf(run('a'))).toMatchObject({kind});
		expect(await failureOf(run('b'))).toMatchObject({kind});
		expect(left).toEqual(['a']);
	},
);

test.each([
	[1, 1],
	[8, 8],
])('after a final refusal, questions that wait for one of %d slots do not leave', async (workers, most) => {
	const {ask, clock, left} = setUp({ask: failing('authentication'), workers, limitUsd: 100});
	const keys = Array.from({length: 14}, (_, index) => String(index));
	const ended = await clock.run(Promise.all(keys.map(key => failureOf(ask(requestOf(key), never)))));
	expect(ended).toMatchObject(Array(14).fill({kind: 'authentication'}));
	expect(left.length).toBeLessThanOrEqual(most);
});

test('a usage window that ends later stops what comes until then', async () => {
	const {run, clock, left} = setUp({ask: failing(new ModelTrouble('quota', 'limit', {retryAfterMs: 3_600_000}), null)});
	await failureOf(run('a'));
	expect(await failureOf(run('b'))).toMatchObject({message: expect.stringContaining('retry in 3600s')});
	clock.pass(3_600_000);
	await run('b');
	expect(left).toEqual(['a', 'b']);
});

test('whether the model exists is asked before its price is looked up', async () => {
	const check = {
		name: 'model',
		status: 'failed',
		detail: 'no such model',
		remedy: '',
		trouble: 'model-missing',
	} as const;
	const {run} = setUp({
		options: {price: null},
		provider: {
			async *check() {
				yield check;
			},
		},
	});
	expect(await failureOf(run('a'))).toMatchObject({kind: 'model-missing', message: 'no such model'});
});

test('a provider that fails its check is not asked', async () => {
	const check = {
		name: 'key',
		status: 'failed',
		detail: 'wrong key',
		remedy: 'another one',
		trouble: 'authentication',
	} as const;
	const {run, left, lines} = setUp({
		provider: {
			async *check() {
				yield {...check, name: 'server', status: 'ok', trouble: null};
				yield check;
			},
		},
	});
	expect(await failureOf(run('a'))).toMatchObject({
		kind: 'authentication',
		message: 'wrong key',
		remedy: 'another one',
	});
	await failureOf(run('b'));
	expect(left).toEqual([]);
	expect(lines).toEqual(['check server', 'check key']);
});

test('what a person mended is found out when they ask again', async () => {
	const check = {name: 'login', status: 'ok' as const, detail: '', remedy: '', trouble: null};
	let isLoggedIn = false;
	const {run, begin, left} = setUp({
		ask: failing('quota', null),
		provider: {
			async *check() {
				yield isLoggedIn ? check : {...check, status: 'failed' as const, trouble: 'authentication' as const};
			},
		},
	});
	const [first, second, third] = [begin(), begin(), begin()];
	for (const key of ['a', 'b']) expect(await failureOf(run(key, first))).toMatchObject({kind: 'authentication'});
	isLoggedIn = true;
	expect(await failureOf(run('a', first))).toMatchObject({kind: 'authentication'});
	for (const key of ['a', 'b']) expect(await failureOf(run(key, second))).toMatchObject({kind: 'quota'});
	expect(await run('a', third)).toMatchObject({text: 'a'});
	expect(left).toEqual(['a', 'a']);
});

test('a check that is called off is not called off for others', async () => {
	const off = new AbortController();
	const {begin, clock, left} = setUp({
		provider: {
			async *check(signal) {
				await clock.sleep(1000, signal);
				yield {name: 'key', status: 'ok', detail: '', remedy: '', trouble: null};
			},
		},
	});
	const [first, second] = [failureOf(begin()(requestOf('a'), off.signal)), begin()(requestOf('b'), never)];
	off.abort('called off');
	expect(await clock.run(first)).toBe('called off');
	expect(await clock.run(second)).toMatchObject({text: 'b'});
	expect(left).toEqual(['b']);
});

/** A check that fails so many times before it succeeds. */
function failingCheck(times: number) {
	const check = {name: 'key', status: 'ok' as const, detail: '', remedy: '', trouble: null};
	const made = {count: 0};
	return {
		made,
		async *check() {
			made.count += 1;
			if (made.count <= times) yield {...check, status: 'failed' as const, trouble: 'overloaded' as const};
			else yield check;
		},
	};
}

test('a check that fails temporarily is repeated without a report', async () => {
	const {made, check} = failingCheck(2);
	const {ask, clock, left, lines, meter} = setUp({provider: {check}, threshold: 5});
	const replies = await clock.run(Promise.all(['a', 'b'].map(key => ask(requestOf(key), never))));
	expect(replies.map(({text}) => text)).toEqual(['a', 'b']);
	expect(left).toEqual(['a', 'b']);
	expect(made.count).toBe(3);
	expect(lines.filter(line => line.startsWith('check'))).toEqual(['check key']);
	expect(meter.snapshot().circuits[0]!.state).toEqual({state: 'closed', failures: 0, threshold: 5});
});

test('a check that fails is made as often as a request is tried, however many wait for it', async () => {
	const {made, check} = failingCheck(Number.POSITIVE_INFINITY);
	const {ask, clock, left, lines, meter} = setUp({provider: {check}, threshold: 5});
	const errors = await clock.run(Promise.all([...'abcd'].map(key => failureOf(ask(requestOf(key), never)))));
	expect(errors).toMatchObject(Array(4).fill({kind: 'overloaded'}));
	expect([left, made.count]).toEqual([[], 3]);
	expect(lines.filter(line => line.startsWith('check'))).toEqual(['check key']);
	expect(meter.snapshot().circuits[0]!.state).toEqual({state: 'closed', failures: 3, threshold: 5});
});

test('an answer does not wait for ever for what is checked after it', async () => {
	const checkAnswered = (signal: AbortSignal) => hang(requestOf('a'), signal).then(() => null);
	const {run, lines} = setUp({provider: {checkAnswered}, options: {times: {ms: 1000, wholeMs: 600_000}}});
	expect(await run('a')).toMatchObject({text: 'a'});
	expect(await run('b')).toMatchObject({text: 'b'});
	expect(lines).toEqual([]);
});
