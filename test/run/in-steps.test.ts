import {stat} from 'node:fs';
import {expect, test} from 'vitest';
import type {Steps} from '../../source/review/steps.ts';
import {inSteps} from '../../source/run/generators.ts';

function* count(to: number, seen: number[] = []): Steps<number[]> {
	for (let step = 0; step < to; step++) {
		seen.push(step);
		yield;
	}
	return seen;
}

test('returns the result of all steps', async () => {
	expect(await inSteps(count(3), null)).toEqual([0, 1, 2]);
	expect(await inSteps(count(0), new AbortController().signal)).toEqual([]);
});

test('endless work lets other events happen, and stops after an abort', async () => {
	const controller = new AbortController();
	const seen: number[] = [];
	const work = inSteps(count(Number.POSITIVE_INFINITY, seen), controller.signal);
	// As a signal or a key, it arrives with what the system has ready.
	stat('.', () => controller.abort(new Error('heard')));
	await expect(work).rejects.toThrow('heard');
	expect(seen.length).toBeGreaterThan(0);
});
