import {expect, test} from 'vitest';
import {follow, withEvents} from '../../source/run/generators.ts';

const {signal: never} = new AbortController();

const untilAborted = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('events arrive in order, followed by the result', async () => {
	const told: number[] = [];
	const run = withEvents<number, string>(async emit => {
		emit(1);
		await Promise.resolve();
		emit(2);
		return 'done';
	}, never);
	expect(await follow(run, event => told.push(event))).toBe('done');
	expect(told).toEqual([1, 2]);
});

test('an error is thrown after the earlier events', async () => {
	const told: number[] = [];
	const run = withEvents<number, never>(async emit => {
		emit(1);
		throw new Error('broken');
	}, never);
	await expect(follow(run, event => told.push(event))).rejects.toThrow('broken');
	expect(told).toEqual([1]);
});

test('a consumer that stops early aborts the work', async () => {
	const {promise, resolve} = Promise.withResolvers<boolean>();
	const run = withEvents<number, never>(async (emit, signal) => {
		emit(1);
		return untilAborted(signal).finally(() => resolve(signal.aborted));
	}, never);
	for await (const _ of run) break;
	expect(await promise).toBe(true);
});

test('an abort from outside stops it with its reason', async () => {
	const stop = new AbortController();
	const run = withEvents<number, never>((_, signal) => untilAborted(signal), stop.signal);
	const ended = follow(run);
	stop.abort(new Error('enough'));
	await expect(ended).rejects.toThrow('enough');
});
