import {expect, test} from 'vitest';
import type {OnWait} from '../../../source/code-host/port.ts';
import {ownWriteLimits, type WriteLimits} from '../../../source/code-host/write-limits.ts';
import {Failure} from '../../../source/failure.ts';
import {createPace} from '../../../source/github/publish/pace.ts';
import {openDeadline} from '../../../source/system/deadline.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {mostWithin} from '../../helpers/most-writes.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
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

test('writes are a second apart, and 480 an hour at most', async () => {
	const {times, gaps, waits, publisher} = await replyToAll(500);
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
	expect(mostWithin(times, 60_000)).toBeLessThanOrEqual(80);
	expect(mostWithin(times, 3_600_000)).toBe(480);
	expect(waits).toEqual([{reason: 'limit on writes', ms: 3_610_000 - 479_000}]);
	expect(times.at(-1)! - times[0]!).toBe(publisher.estimateMs(500));
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

/** Publishers of one account: all of them write to the same thread of a host of their own, on one clock. */
async function publishersOf(count: number, limits: (now: () => number) => WriteLimits) {
	let shared: WriteLimits | null = null;
	const first = await publisherOf(pullRequest().threads(2), {}, ({now}) => {
		shared = limits(now);
		return shared;
	});
	const others = await Promise.all(
		Array.from({length: count - 1}, () => publisherOf(pullRequest().threads(2), {}, () => shared!, first.clock)),
	);
	return [first, ...others];
}

test('publishers with the same limits take turns: a second between the writes of two', async () => {
	const [one, other] = await publishersOf(2, ownWriteLimits);
	const write = ({publisher, data}: typeof one & {}) =>
		publisher.write({kind: 'resolve', thread: data.reviewThreads[0]!.id});
	await write(one!);
	await write(other!);
	expect(other!.server.writes[0]!.at - one!.server.writes[0]!.at).toBe(1000);
});

test('a turn that is kept is used by the next write, unless it is over', async () => {
	const [one] = await publishersOf(1, ownWriteLimits);
	const {publisher, clock, data, server} = one!;
	const write = () => publisher.write({kind: 'resolve', thread: data.reviewThreads[0]!.id});
	const start = clock.now();
	for (let again = 0; again < 3; again += 1) await publisher.ready();
	await write();
	await publisher.ready();
	await clock.sleep(60_000);
	await publisher.ready();
	await write();
	expect(server.writes.map(({at}) => at - start)).toEqual([0, 61_000]);
});

test('an hour of other writers is waited for, and told as shared', async () => {
	const limits = (isShared: boolean, now: () => number): WriteLimits => ({...ownWriteLimits(now), isShared});
	for (const isShared of [true, false]) {
		const [one] = await publishersOf(1, now => limits(isShared, now));
		const {publisher, data, waits} = one!;
		for (let write = 0; write < 481; write += 1)
			await publisher.write({kind: 'resolve', thread: data.reviewThreads[0]!.id});
		expect(waits.map(({reason}) => reason)).toEqual([isShared ? 'shared limit on writes' : 'limit on writes']);
	}
});

test('a clock that is set back by a day holds up no write, and a limit of the host ends when it said', async () => {
	const clock = virtualClock();
	let setBack = 0;
	const now = () => clock.now() - setBack;
	const {publisher, server, data, waits} = await publisherOf(
		pullRequest().threads(1),
		{},
		({now}) => ownWriteLimits(now),
		{
			...clock,
			now,
		},
	);
	const write = () => publisher.write({kind: 'resolve', thread: data.reviewThreads[0]!.id});
	await write();
	setBack = 24 * 3_600_000;
	await write();
	server.faults.on('Resolve', fault.secondaryLimit({retryAfter: 30}));
	const last = clock.now();
	setBack *= 2;
	await write();
	expect(waits).toMatchObject([{ms: 30_000}]);
	expect(clock.now() - last).toBeLessThan(60_000);
	server.faults.on('Resolve', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 30})));
	expect(await write()).toMatchObject({kind: 'limited', until: now() + 30_000});
});

const hour = 3_600_000;

const octocat = {host: 'github.com', login: 'octocat'};

/** The pace of a process that waits as `sleep` does. */
function paceOf({now, sleep}: ReturnType<typeof virtualClock>, limits: WriteLimits) {
	const waits: Parameters<OnWait>[0][] = [];
	const {signal} = new AbortController();
	const onWait: OnWait = wait => waits.push(wait);
	return {waits, pace: createPace({now, sleep, signal, onWait, limits, account: async () => octocat})};
}

test('a limit of the host holds up every process of the account, even one that has booked its turn', async () => {
	const clock = virtualClock();
	const start = clock.now();
	const limits = ownWriteLimits(clock.now);
	const meets = (reason: string) =>
		paceOf(clock, limits).pace.sendOnce(async () => {
			const failure = new Failure('failed', 'rate-limited', 'Wait.', 'Wait.');
			return {failure, status: 403, errors: [], limit: {reason, ms: 30_000}};
		});
	// That of a token says nothing about others.
	expect([await meets('rate limit'), await (await limits.of(octocat)).refused(0)]).toEqual(['later', 0]);
	let isFirst = true;
	const {pace, waits} = paceOf(
		{
			...clock,
			async sleep(ms) {
				if (isFirst) {
					isFirst = false;
					await meets('secondary rate limit');
				}
				await clock.sleep(ms);
			},
		},
		limits,
	);
	await pace.turn();
	expect(clock.now() - start).toBeGreaterThanOrEqual(30_000);
	expect(waits).toEqual([{reason: 'secondary rate limit', ms: expect.any(Number)}]);
	expect(await (await limits.of(octocat)).refused(0)).toBe(0);
});

test.each([
	['a turn of others', {take: async () => hour, refused: async () => 0}],
	['a limit that others have met', {take: async () => 0, refused: async () => hour}],
])('%s that lasts longer than the command may is not waited for', async (_, limits) => {
	const clock = virtualClock();
	const waits: Parameters<OnWait>[0][] = [];
	const pace = createPace({
		...clock,
		signal: new AbortController().signal,
		onWait: wait => waits.push(wait),
		limits: {isShared: true, share: 1, of: async () => limits},
		hostPatience: {deadline: openDeadline(600_000, '--for', clock)},
		account: async () => octocat,
	});
	const start = clock.now();
	await expect(pace.ready()).rejects.toMatchObject({kind: 'guard', code: 'time-over'});
	expect([waits, clock.now()]).toEqual([[], start]);
});

test('an abort ends the wait for a turn that nobody grants', async () => {
	const abort = new AbortController();
	const pace = createPace({
		...virtualClock(),
		signal: abort.signal,
		onWait: () => {},
		limits: {isShared: true, share: 1, of: async () => ({take: () => new Promise(() => {}), refused: async () => 0})},
		account: async () => octocat,
	});
	const waits = pace.ready();
	abort.abort('stop');
	await expect(waits).rejects.toBe('stop');
});
