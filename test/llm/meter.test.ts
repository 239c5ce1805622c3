import {expect, test} from 'vitest';
import {createBudget} from '../../source/llm/guards/budget.ts';
import {ownLedger} from '../../source/llm/guards/ledger.ts';
import {createMeter} from '../../source/llm/meter.ts';
import {totalsByAbout, totalsByChoice} from '../../source/llm/metrics.ts';
import {ModelTrouble} from '../../source/llm/providers/trouble.ts';
import type {Spent} from '../../source/llm/providers/usage.ts';
import {failureOf, never, replyOf, requestOf, usage} from './guards/model.ts';
import {virtualClock} from './guards/virtual-clock.ts';

const bill = {
	worst: () => 1,
	of: (_: unknown, spent: Spent) => (spent === 'unknown' ? {usd: 0.25, isUnknown: true} : {usd: 0.5, isUnknown: false}),
};
const [small, large] = [
	{provider: 'api-a', model: 's', effort: null},
	{provider: 'api-a', model: 'l', effort: 'low'},
] as const;

function setUp(told: () => void = () => {}) {
	const clock = virtualClock();
	let changes = 0;
	const onChange = () => {
		changes += 1;
		told();
	};
	const budget = createBudget({limitUsd: 5, ledger: ownLedger, clock, log: () => {}, onChange: () => {}});
	return {clock, meter: createMeter({clock, budget, circuits: {states: () => []}, onChange}), changes: () => changes};
}

test('without requests everything is nothing', () => {
	const {meter} = setUp();
	expect(meter.snapshot()).toEqual({
		requests: 0,
		answered: 0,
		avoided: 0,
		cacheHits: 0,
		sharedHits: 0,
		joined: 0,
		inFlight: 0,
		stopped: {budget: 0, circuit: 0, store: 0},
		errors: {},
		tokens: {input: 0, cachedInput: 0, cacheWrite: 0, output: 0},
		premiumRequests: 0,
		costUsd: 0,
		unknownCosts: 0,
		latency: null,
		circuits: [],
		budget: {limitUsd: 5, settledUsd: 0, reservedUsd: 0, isShared: false},
		rows: [],
	});
});

test('adds up at each change, also while requests are under way', async () => {
	const {clock, meter} = setUp(() => taken());
	let asked = 0;
	const taken = () => {
		const snapshot = meter.snapshot();
		asked += 1;
		expect(snapshot.requests).toBe(snapshot.rows.length);
	};
	const attempt = meter.attempts(
		small,
		bill,
	)(async () => {
		clock.pass(1);
		meter.avoided(1);
		return replyOf('yes');
	});
	for (let index = 0; index < 50; index++) await attempt(requestOf(String(index)), never);
	expect(asked).toBe(150);
	expect(meter.snapshot()).toMatchObject({requests: 50, avoided: 50, inFlight: 0});
});

test('a snapshot stays as it was', () => {
	const {meter} = setUp();
	const before = meter.snapshot();
	meter.spared(small, requestOf('a'), 'cache-hit');
	expect([before.cacheHits, before.rows.length, meter.snapshot().cacheHits]).toEqual([0, 0, 1]);
});

test('counts by model and by comment, and reports each change', async () => {
	const {clock, meter, changes} = setUp();
	meter.avoided(3);
	const answer = (ms: number) =>
		meter.attempts(
			small,
			bill,
		)(async () => {
			clock.pass(ms);
			return replyOf('yes', {usage: {...usage, cachedInput: 40}});
		});
	await answer(100)(requestOf('a', {about: '1'}), never);
	await answer(300)(requestOf('b', {about: '2'}), never);
	const fail = meter.attempts(
		large,
		bill,
	)(async () => {
		throw new ModelTrouble('overloaded', 'busy', {spent: 'unknown'});
	});
	await failureOf(fail(requestOf('a', {about: '1'}), never));
	meter.spared(small, requestOf('a', {about: '1'}), 'joined');
	const metrics = meter.snapshot();
	expect(metrics).toMatchObject({requests: 3, answered: 2, avoided: 3, joined: 1, costUsd: 1.25, unknownCosts: 1});
	expect(metrics.tokens).toEqual({input: 200, cachedInput: 80, cacheWrite: 0, output: 20});
	expect(metrics.latency).toMatchObject({count: 2, meanMs: 200, p50Ms: 200, p95Ms: 290, p99Ms: 298});
	expect(totalsByChoice(metrics.rows)).toMatchObject([
		{choice: small, totals: {requests: 2, costUsd: 1, unknownCosts: 0, joined: 1}},
		{choice: large, totals: {requests: 1, costUsd: 0.25, unknownCosts: 1, errors: {overloaded: 1}, latency: null}},
	]);
	expect(totalsByAbout(metrics.rows)).toMatchObject([
		{about: '1', totals: {requests: 2, costUsd: 0.75}},
		{about: '2', totals: {requests: 1, costUsd: 0.5}},
	]);
	expect(changes()).toBe(8);
});

test('a clock that is set back while a request is out does not change its latency', async () => {
	const {clock} = setUp();
	const budget = createBudget({limitUsd: 5, ledger: ownLedger, clock, log: () => {}, onChange: () => {}});
	let ticks = 0;
	const jumping = {...clock, tick: () => ticks};
	const meter = createMeter({clock: jumping, budget, circuits: {states: () => []}, onChange: () => {}});
	const answer = meter.attempts(
		small,
		bill,
	)(async () => {
		clock.pass(-600_000);
		ticks += 250;
		return replyOf('yes', {usage});
	});
	await answer(requestOf('a'), never);
	expect(meter.snapshot().latency).toMatchObject({count: 1, meanMs: 250});
});
