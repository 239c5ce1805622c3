import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {slots} from '../../../source/llm/guards/slots.ts';
import {failureOf, hang, never, replyOf, requestOf} from './model.ts';

test('no more than the workers run at a time, all run, and in their order', () =>
	fc.assert(
		fc.asyncProperty(
			fc.integer({min: 1, max: 8}),
			fc.array(fc.integer({min: 1, max: 3}), {maxLength: 20, size: 'max'}),
			async (workers, turns) => {
				let running = 0;
				let most = 0;
				const started: string[] = [];
				const ask = slots(workers)(async ({key}) => {
					started.push(key);
					running += 1;
					most = Math.max(most, running);
					for (let turn = turns[Number(key)]!; turn > 0; turn--) await setImmediate();
					running -= 1;
					return replyOf(key);
				});
				const replies = await Promise.all(turns.map((_, index) => ask(requestOf(String(index)), never)));
				expect(replies.map(({text}) => text)).toEqual(turns.map((_, index) => String(index)));
				expect(started).toEqual(turns.map((_, index) => String(index)));
				expect(most).toBeLessThanOrEqual(workers);
				expect(most).toBe(Math.min(workers, turns.length));
			},
		),
		{numRuns: 40},
	));

test('an abort ends those that run and those that wait, which never leave', async () => {
	const stop = new AbortController();
	let left = 0;
	const ask = slots(1)((request, signal) => {
		left += 1;
		return hang(request, signal);
	});
	const asked = ['a', 'b', 'c'].map(key => failureOf(ask(requestOf(key), stop.signal)));
	while (left === 0) await setImmediate();
	stop.abort(new Error('called off'));
	expect(await Promise.all(asked)).toEqual(Array(3).fill(stop.signal.reason));
	expect(left).toBe(1);
});
