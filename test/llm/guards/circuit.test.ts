import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Ask, Stop} from '../../../source/llm/guard.ts';
import {type Circuit, createCircuit, createCircuits} from '../../../source/llm/guards/circuit.ts';
import {inTurn} from '../../../source/llm/guards/turn.ts';
import type {ModelReply} from '../../../source/llm/providers/provider.ts';
import {ModelTrouble, type ModelTroubleKind, troubleKinds} from '../../../source/llm/providers/trouble.ts';
import {failureOf, hang, never, replyOf, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

const quiet = {log: () => {}, onChange: () => {}};

const trouble = (kind: ModelTroubleKind, retryAfterMs: number | null = null) =>
	new ModelTrouble(kind, kind, {retryAfterMs});

/** Asks past a circuit, and waits for what it wants waited for. */
const throughCircuit = (circuit: Circuit, ask: Ask): Ask => circuit.perQuestion(inTurn(circuit.perAttempt(ask)));

/** A circuit before a service that behaves as set last. */
function setUp({threshold = 5, cooldownMs = 60_000} = {}) {
	const clock = virtualClock();
	const lines: string[] = [];
	const service = {left: 0, fail: null as unknown};
	const rules = {threshold, cooldownMs, longestWaitMs: 0};
	const options = {rules, name: 'api-a model-x', clock, onChange: () => {}};
	const circuit = createCircuit({...options, log: (level, message) => lines.push(`${level} ${message}`)});
	const ask = throughCircuit(circuit, async () => {
		service.left += 1;
		if (service.fail) throw service.fail;
		return replyOf('yes');
	});
	return {clock, lines, service, circuit, ask: () => ask(requestOf('a'), never)};
}

async function failTimes(times: number, {service, ask}: ReturnType<typeof setUp>, error: unknown) {
	service.fail = error;
	for (let time = 0; time < times; time++) await failureOf(ask());
}

test('a cooldown of less than a second is logged as what it is', async () => {
	const world = setUp({threshold: 1, cooldownMs: 500});
	await failTimes(1, world, trouble('server-error'));
	expect(world.lines.at(-1)).toBe('DEBUG Circuit breaker of api-a model-x is open for 0.5 s');
});

test('opens after the threshold, names the seconds left, probes after the cooldown and closes', async () => {
	const world = setUp();
	const {clock, circuit, service, ask, lines} = world;
	await failTimes(4, world, trouble('server-error'));
	expect(circuit.state).toEqual({state: 'closed', failures: 4, threshold: 5});
	await failTimes(1, world, trouble('timeout'));
	expect(circuit.state).toEqual({state: 'open', remainingMs: 60_000});
	expect(lines.at(-2)).toBe('DEBUG Circuit breaker of api-a model-x: 5 consecutive failures of 5');
	expect(lines.at(-1)).toBe('DEBUG Circuit breaker of api-a model-x is open for 60 s');

	clock.pass(14_500);
	const stop = await failureOf(ask());
	expect(stop).toBeInstanceOf(Stop);
	expect(stop).toMatchObject({
		guard: 'circuit',
		message: 'CircuitBreakerOpen: Circuit breaker is open, retry in 46s',
		remedy: expect.stringMatching(
			/^The circuit stays open for 46 s; a new run tries again immediately\..*CR_LLM_CIRCUIT_BREAKER_COOLDOWN/,
		),
		cause: {kind: 'timeout'},
	});
	expect(service.left).toBe(5);

	clock.pass(45_500);
	expect(circuit.state).toMatchObject({state: 'half-open'});
	service.fail = null;
	await ask();
	expect(circuit.state).toEqual({state: 'closed', failures: 0, threshold: 5});
});

test('a success in between resets the count', async () => {
	const world = setUp({threshold: 2});
	await failTimes(1, world, trouble('server-error'));
	world.service.fail = null;
	await world.ask();
	await failTimes(1, world, trouble('server-error'));
	expect(world.circuit.state).toMatchObject({state: 'closed', failures: 1});
});

test('a probe that fails opens it again for the whole cooldown', async () => {
	const world = setUp({threshold: 1, cooldownMs: 1000});
	await failTimes(1, world, trouble('overloaded'));
	world.clock.pass(1000);
	await failTimes(1, world, trouble('overloaded'));
	expect(world.circuit.state).toEqual({state: 'open', remainingMs: 1000});
	expect(world.service.left).toBe(2);
});

test.each(Object.keys(troubleKinds) as ModelTroubleKind[])('%s counts only where it is meant to', async kind => {
	const world = setUp({threshold: 2});
	await failTimes(2, world, trouble(kind));
	expect(world.circuit.state?.state).toBe(troubleKinds[kind].countsAgainst ? 'open' : 'closed');
});

test('aborts, budget stops and bugs do not count', async () => {
	const world = setUp({threshold: 1});
	await failTimes(1, world, new DOMException('off', 'AbortError'));
	await failTimes(1, world, new Stop('budget', 'spent', ''));
	await failTimes(1, world, new TypeError('a bug'));
	expect(world.circuit.state).toMatchObject({state: 'closed', failures: 0});
});

test.each(['quota', 'rate-limit'] as const)('a window (%s) that ends later opens it until then', async kind => {
	const world = setUp();
	await failTimes(1, world, trouble(kind, 3_600_000));
	expect(world.circuit.state).toEqual({state: 'open', remainingMs: 3_600_000});
});

test('a probe without a verdict leaves the next one to the next request', async () => {
	const world = setUp({threshold: 1, cooldownMs: 1000});
	await failTimes(1, world, trouble('overloaded'));
	world.clock.pass(1000);
	await failTimes(1, world, trouble('authentication'));
	expect(world.circuit.state).toMatchObject({state: 'half-open'});
	world.service.fail = null;
	await world.ask();
	expect(world.circuit.state?.state).toBe('closed');
});

test('waiting for a probe can be aborted', async () => {
	const world = setUp({threshold: 1, cooldownMs: 1000});
	await failTimes(1, world, trouble('overloaded'));
	world.clock.pass(1000);
	const probing = new AbortController();
	const waiting = new AbortController();
	const ask = throughCircuit(world.circuit, hang);
	const probe = failureOf(ask(requestOf('probe'), probing.signal));
	const waiter = failureOf(ask(requestOf('waiter'), waiting.signal));
	waiting.abort('enough');
	expect(await waiter).toBe('enough');
	probing.abort('over');
	expect(await probe).toBe('over');
});

test.each([trouble('overloaded'), null])('a late attempt does not change the result of the probe: %s', async error => {
	const clock = virtualClock();
	const rules = {threshold: 1, cooldownMs: 1000, longestWaitMs: 0};
	const circuit = createCircuit({...quiet, rules, name: 'x', clock});
	const ends: PromiseWithResolvers<ModelReply>[] = [];
	const ask = throughCircuit(circuit, async () => {
		const end = Promise.withResolvers<ModelReply>();
		ends.push(end);
		return end.promise;
	});
	const asked = ['first', 'straggler'].map(key => ask(requestOf(key), never).catch(() => {}));
	await setImmediate();
	ends[0]!.reject(trouble('overloaded'));
	await asked[0];
	clock.pass(1000);
	asked.push(ask(requestOf('probe'), never).catch(() => {}));
	await setImmediate();
	if (error) ends[1]!.reject(error);
	else ends[1]!.resolve(replyOf('late'));
	await asked[1];
	expect(circuit.state).toMatchObject({state: 'half-open'});
	clock.pass(1000);
	const waiting = ask(requestOf('next'), never);
	await setImmediate();
	expect(ends).toHaveLength(3);
	ends[2]!.resolve(replyOf('yes'));
	await setImmediate();
	ends[3]!.resolve(replyOf('yes'));
	expect(await waiting).toMatchObject({text: 'yes'});
	expect(circuit.state).toMatchObject({state: 'closed', failures: 0});
});

test('each provider, model and effort has a circuit of its own', async () => {
	const circuits = createCircuits({
		...quiet,
		rules: {threshold: 1, cooldownMs: 1000, longestWaitMs: 0},
		clock: virtualClock(),
	});
	const choice = {provider: 'api-a', model: 'm', effort: 'low'} as const;
	await failureOf(
		circuits.of(choice).perAttempt(async () => {
			throw trouble('overloaded');
		})(requestOf('a'), never),
	);
	expect(circuits.of({...choice}).state?.state).toBe('open');
	expect(circuits.of({...choice, effort: 'high'}).state?.state).toBe('closed');
	expect(circuits.states().map(({state}) => state.state)).toEqual(['open', 'closed']);
});

const step = fc.oneof(
	{weight: 4, arbitrary: fc.constant({do: 'ask'} as const)},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('end' as const),
			which: fc.constantFrom(0, 0, 1, 2),
			how: fc.constantFrom(0, 1, 1, 1, 1, 1, 2, 3),
		}),
	},
	{weight: 2, arbitrary: fc.record({do: fc.constant('pass' as const), ms: fc.constantFrom(400, 1000)})},
);

test('under any schedule: nothing leaves while it is open, and never a second probe', () =>
	fc.assert(
		fc.asyncProperty(
			fc.integer({min: 1, max: 4}),
			fc.array(step, {maxLength: 80, size: 'max'}),
			async (threshold, steps) => {
				const clock = virtualClock();
				const rules = {threshold, cooldownMs: 1000, longestWaitMs: 0};
				const circuit = createCircuit({...quiet, rules, name: 'x', clock});
				const out = new Set<{isProbe: boolean; end: PromiseWithResolvers<ModelReply>}>();
				const ask = throughCircuit(circuit, async () => {
					const {state} = circuit.state!;
					expect(state).not.toBe('open');
					const isProbe = state === 'half-open';
					if (isProbe) expect([...out].filter(each => each.isProbe)).toEqual([]);
					const entry = {isProbe, end: Promise.withResolvers<ModelReply>()};
					out.add(entry);
					return entry.end.promise.finally(() => out.delete(entry));
				});
				const asked: Promise<unknown>[] = [];
				const end = ({end}: {end: PromiseWithResolvers<ModelReply>}, how: number) => {
					if (how === 0) end.resolve(replyOf('yes'));
					else end.reject([trouble('overloaded'), trouble('authentication'), new Error('off')][how - 1]);
				};
				for (const each of steps) {
					if (each.do === 'ask') asked.push(ask(requestOf('a'), never).catch(error => error));
					else if (each.do === 'pass') clock.pass(each.ms);
					else if (out.size > 0) end([...out][each.which % out.size]!, each.how);
					await setImmediate();
				}
				while (out.size > 0) {
					for (const each of out) end(each, 0);
					await setImmediate();
				}
				for (const ended of await Promise.all(asked)) expect(String(ended)).not.toContain('expect');
			},
		),
		{numRuns: 500},
	));

test('errors about a single request never open the circuit', async () => {
	const world = setUp();
	for (const kind of ['too-large', 'bad-request', 'unsafe-client'] as const) {
		await failTimes(1, world, trouble(kind, 3_600_000));
		expect(world.circuit.state).toMatchObject({state: 'closed', failures: 0});
	}
});
