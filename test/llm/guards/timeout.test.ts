import {expect, test} from 'vitest';
import {withinTime} from '../../../source/llm/guards/timeout.ts';
import {ModelTrouble} from '../../../source/llm/providers/trouble.ts';
import {failureOf, hang, never, replyOf, requestOf} from './model.ts';
import {virtualClock} from './virtual-clock.ts';

test('an attempt without an answer ends after its time, and its cost counts as unknown', async () => {
	const clock = virtualClock();
	let reason: unknown;
	const ask = (signal: AbortSignal) => {
		signal.addEventListener('abort', () => (reason = signal.reason));
		return hang(requestOf('a'), signal);
	};
	const start = clock.now();
	const error = await clock.run(failureOf(withinTime(ask, {ms: 60_000, clock}, never)));
	expect(error).toBeInstanceOf(ModelTrouble);
	expect(error).toMatchObject({
		kind: 'timeout',
		message: 'Worker timeout waiting for response',
		spent: 'unknown',
		remedy: expect.stringContaining('60 s'),
	});
	expect(clock.now() - start).toBe(60_000);
	expect(reason).toBeDefined();
});

test('an answer in time is given, and the clock is left alone', async () => {
	const clock = virtualClock();
	const start = clock.now();
	const asked = withinTime(async () => replyOf('yes'), {ms: 1000, clock}, never);
	expect(await clock.run(asked)).toMatchObject({text: 'yes'});
	await clock.run(Promise.resolve());
	expect(clock.now()).toBe(start);
});

test('an abort ends the attempt with its own reason', async () => {
	const clock = virtualClock();
	const stop = new AbortController();
	const asked = failureOf(withinTime(signal => hang(requestOf('a'), signal), {ms: 1000, clock}, stop.signal));
	stop.abort(new Error('called off'));
	expect(await asked).toMatchObject({message: 'called off'});
});
