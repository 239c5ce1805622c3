import {expect, test} from 'vitest';
import {paceOf} from '../../../source/run/setup/pace.ts';
import {draftIn, worldOf} from './world.ts';

/** The pace of a local model that takes so many seconds to read a usual question and to answer it. */
async function pace(model: string | null, [read, write]: readonly [number, number]) {
	const {draft} = await draftIn(worldOf(), 'local', {model});
	return paceOf({inputPerSecond: 1241 / read, outputPerSecond: 300 / write}, draft);
}

test.each([
	['7b', [20, 60], '3b', 34],
	['14b', [20, 60], '7b', 42],
	['70b', [20, 60], '14b', 17],
	['qwen2.5-coder:14b', [200, 400], '3b', 133],
])('%s in %j s is slow: a smaller one is proposed', async (model, seconds, other, each) => {
	const found = await pace(model, seconds as [number, number]);
	expect(found.other).toMatchObject({name: other, isLarger: false});
	expect(Math.round(found.other!.questionMs / 1000)).toBe(each);
});

test.each([
	['7b', [1, 3], '14b'],
	['3b', [1, 3], '8b'],
	[null, [0.2, 0.8], '14b'],
])('%s in %j s has time to spare: a larger one is proposed', async (model, seconds, other) => {
	expect((await pace(model, seconds as [number, number])).other).toMatchObject({name: other, isLarger: true});
});

test.each([
	['one that is neither slow nor fast', '7b', [10, 30]],
	['the smallest, however slow', '3b', [60, 600]],
	['one for which the next is too slow', '14b', [2, 7]],
	['the largest, however fast', '70b', [1, 1]],
	['one of unknown size', 'smollm2', [60, 600]],
])('no other is proposed for %s', async (_, model, seconds) => {
	expect((await pace(model, seconds as [number, number])).other).toBeNull();
});

test.each<[[number, number], number | null]>([
	[[10, 40], null],
	[[60, 200], null],
	[[100, 10], 90],
	[[20, 300], 90],
	[[2000, 9000], 2220],
	[[9000, 90_000], 3600],
])('with %j s the time limit to propose is %j', async (seconds, timeout) => {
	const {timeout: proposed, questionMs} = await pace('7b', seconds);
	expect(proposed).toBe(timeout);
	expect(questionMs).toBeCloseTo(1000 * (seconds[0] + seconds[1]));
});
