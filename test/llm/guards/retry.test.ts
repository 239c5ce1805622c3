import fc from 'fast-check';
import {expect, test} from 'vitest';
import {Stop} from '../../../source/llm/guard.ts';
import {longestWaitMs, retry} from '../../../source/llm/guards/retry.ts';
import {ModelTrouble, type ModelTroubleKind, troubleKinds} from '../../../source/llm/providers/trouble.ts';
import {failureOf, never, replyOf, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

type Trial = {
	fail: (attempt: number) => unknown;
	attempts?: number;
	stop?: () => Stop | null;
	isWanted?: (trouble: ModelTrouble) => boolean;
	signal?: AbortSignal;
	random?: () => number;
};

/** Sends a question to a service that fails in the given ways, up to the first null. */
function attempt({
	fail,
	attempts = 3,
	stop = () => null,
	isWanted = () => true,
	signal = never,
	random = () => 0,
}: Trial) {
	const clock = virtualClock(random);
	const seen = {attempts: 0, waits: clock.sleeps};
	const ask = retry({attempts, isWanted, clock, stop, onAttempt: () => {}, onWait: () => {}})(async () => {
		seen.attempts += 1;
		const error = fail(seen.attempts);
		if (error) throw error;
		return replyOf('yes');
	});
	return {clock, seen, asked: ask(requestOf('a'), signal)};
}

const trouble = (kind: ModelTroubleKind, retryAfterMs: number | null = null) =>
	new ModelTrouble(kind, kind, {retryAfterMs});

test('waits twice as long each time and gives up with the last trouble after three attempts', async () => {
	const {clock, seen, asked} = attempt({fail: () => trouble('overloaded')});
	expect(await clock.run(failureOf(asked))).toMatchObject({kind: 'overloaded'});
	expect(seen).toEqual({attempts: 3, waits: [1000, 2000]});
});

test('jitter lengthens a wait by at most half', () => {
	return fc.assert(
		fc.asyncProperty(fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true}), async chance => {
			const {clock, seen, asked} = attempt({fail: n => n < 3 && trouble('cut-off'), random: () => chance});
			await clock.run(asked);
			const [first, second] = seen.waits as [number, number];
			expect(first).toBeGreaterThanOrEqual(1000);
			expect(first).toBeLessThanOrEqual(1500);
			expect(second).toBeGreaterThanOrEqual(2000);
			expect(second).toBeLessThanOrEqual(3000);
		}),
		{numRuns: 30},
	);
});

test('waits as long as the service asks for', async () => {
	const {clock, seen, asked} = attempt({fail: n => n === 1 && trouble('rate-limit', 7000)});
	expect(await clock.run(asked)).toMatchObject({text: 'yes'});
	expect(seen).toEqual({attempts: 2, waits: [7000]});
});

test('a service that asks for more than a minute is not waited for', async () => {
	const {clock, seen, asked} = attempt({fail: () => trouble('rate-limit', longestWaitMs + 1)});
	expect(await clock.run(failureOf(asked))).toMatchObject({kind: 'rate-limit'});
	expect(seen).toEqual({attempts: 1, waits: []});
});

test.each(Object.keys(troubleKinds) as ModelTroubleKind[])('%s is retried only if it is temporary', async kind => {
	const {clock, seen, asked} = attempt({fail: () => trouble(kind)});
	await clock.run(failureOf(asked));
	expect(seen.attempts).toBe(troubleKinds[kind].isPassing ? 3 : 1);
});

test('one attempt means no retry', async () => {
	const {clock, seen, asked} = attempt({fail: () => trouble('timeout'), attempts: 1});
	await clock.run(failureOf(asked));
	expect(seen).toEqual({attempts: 1, waits: []});
});

test('a client that has already retried is not retried', async () => {
	const {clock, seen, asked} = attempt({fail: () => new ModelTrouble('server-error', 'no', {isTriedOut: true})});
	expect(await clock.run(failureOf(asked))).toMatchObject({kind: 'server-error'});
	expect(seen).toEqual({attempts: 1, waits: []});
});

test('other errors are not retried', async () => {
	const {clock, seen, asked} = attempt({fail: () => new TypeError('a bug')});
	expect(await clock.run(failureOf(asked))).toBeInstanceOf(TypeError);
	expect(seen.attempts).toBe(1);
});

test('an abort ends the waiting at once, with its reason', async () => {
	const stop = new AbortController();
	const {seen, asked} = attempt({fail: () => trouble('overloaded'), signal: stop.signal});
	const failed = failureOf(asked);
	await Promise.resolve().then(() => stop.abort(new Error('called off')));
	expect(await failed).toMatchObject({message: 'called off'});
	expect(seen.attempts).toBe(1);
});

test('if a guard would stop the retry, it ends at once with that stop', async () => {
	const stop = new Stop('circuit', 'open', '');
	const {clock, seen, asked} = attempt({fail: () => trouble('overloaded'), stop: () => stop});
	expect(await clock.run(failureOf(asked))).toBe(stop);
	expect(seen).toEqual({attempts: 1, waits: []});
});

test('excluded kinds of trouble are not retried', async () => {
	const isWanted = ({kind}: ModelTrouble) => kind !== 'rate-limit';
	const limited = attempt({fail: () => trouble('rate-limit', 1000), isWanted});
	expect(await limited.clock.run(failureOf(limited.asked))).toMatchObject({kind: 'rate-limit'});
	expect(limited.seen).toEqual({attempts: 1, waits: []});
	const other = attempt({fail: () => trouble('server-error'), isWanted});
	await other.clock.run(failureOf(other.asked));
	expect(other.seen.attempts).toBe(3);
});
