import {expect, test} from 'vitest';
import {estimateMs} from '../../../source/github/publish/pace.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {publisherOf} from './publisher-of.ts';

/** Replies to every thread, one after the other, in threads of a host whose first answers have these faults. */
async function replyToAll(threads: number, faults: readonly Fault[] = []) {
	const opened = await publisherOf(pullRequest().threads(threads));
	const {publisher, server, data, waits} = opened;
	server.faults.on('Reply', ...faults);
	const ends: string[] = [];
	for (const {id} of data.reviewThreads)
		ends.push((await publisher.write({kind: 'reply', thread: id, body: 'x'})).kind);
	const times = server.writes.map(({at}) => at);
	return {...opened, ends, times, waits, gaps: times.slice(1).map((time, index) => time - times[index]!)};
}

const mostIn = (times: readonly number[], ms: number) =>
	Math.max(...times.map(start => times.filter(time => time >= start && time < start + ms).length));

test('writes are a second apart, and 480 an hour at most', async () => {
	const {times, gaps, waits} = await replyToAll(500);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
	expect(mostIn(times, 60_000)).toBeLessThanOrEqual(80);
	expect(mostIn(times, 3_600_000)).toBe(480);
	expect(waits).toEqual([{reason: 'limit on writes', ms: 3_600_000 - 479_000}]);
	expect(times.at(-1)! - times[0]!).toBe(estimateMs(500));
});

test.each<[string, Fault, number]>([
	['403 with a time', fault.secondaryLimit({retryAfter: 30}), 30_000],
	['429 with a time', fault.secondaryLimit({status: 429, retryAfter: 90}), 90_000],
	['403 without a time', fault.secondaryLimit(), 60_000],
	[
		'"was submitted too quickly" in a 200',
		fault.errors({type: 'UNPROCESSABLE', message: 'was submitted too quickly'}),
		60_000,
	],
	[
		'"temporarily blocked" in a 200',
		fault.errors({
			message: 'You have exceeded a secondary rate limit and have been temporarily blocked from content creation.',
		}),
		60_000,
	],
])('the limit as %s is waited out, and the write is sent once more', async (_, refusal, ms) => {
	const {ends, waits, data} = await replyToAll(2, [refusal]);
	expect(waits).toMatchObject([{ms}]);
	expect(ends).toEqual(['done', 'done']);
	expect(data.reviewThreads.map(({comments}) => comments.length)).toEqual([2, 2]);
});

test('the fourth refusal in a row stops, with the time when writing may go on', async () => {
	const {publisher, server, data, clock, waits} = await publisherOf(pullRequest().threads(1));
	const start = clock.now();
	server.faults.on('Reply', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 30})));
	const end = await publisher.write({kind: 'reply', thread: data.reviewThreads[0]!.id, body: 'x'});
	expect(end).toMatchObject({kind: 'limited', until: start + 4 * 30_000});
	expect([waits.length, server.writes.length]).toEqual([3, 0]);
});

test('refusals are counted from zero after a write', async () => {
	const refusals = Array.from({length: 3}, () => fault.secondaryLimit({retryAfter: 5}));
	const {ends} = await replyToAll(2, [...refusals, fault.none(), ...refusals]);
	expect(ends).toEqual(['done', 'done']);
});
