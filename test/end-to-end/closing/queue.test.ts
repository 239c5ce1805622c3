import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {mostWithin} from '../../helpers/most-writes.ts';
import {reviewed} from './publishing.ts';

const both = ['--reply', '--resolve-threads'];

/** Suggestions for so many lines, all fixed by hand and pushed. */
async function fixedByHand(count: number) {
	const lines = Array.from({length: count}, (_, index) => 3 * index + 1);
	const opened = await reviewed(lines);
	opened.fix(...lines);
	opened.push();
	return opened;
}

const continued = (opened: Awaited<ReturnType<typeof fixedByHand>>, ...more: string[]) =>
	opened.tree.call(['apply', '--continue', ...more], {env: opened.gitHub.env, clock: opened.clock});

const none = (count: number) => Array.from({length: count}, () => fault.none());

test('120 threads, oldest first, a second between writes: a limit is waited out, the fourth in a row stops, nothing is doubled', async () => {
	const opened = await fixedByHand(120);
	const {call, gitHub, threads, replies} = opened;
	const tooQuick = fault.errors({type: 'UNPROCESSABLE', message: 'was submitted too quickly'});
	const endless = Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 30}));
	gitHub.faults.on('Reply', ...none(10), fault.secondaryLimit({retryAfter: 30}), ...none(60), tooQuick);
	gitHub.faults.on('Resolve', ...none(100), ...endless);
	const {code, json} = await call([...both, '--json']);
	expect([code, json]).toMatchObject([5, {publication: {replies: 101, resolved: 100, stoppedBy: 'write-limit'}}]);
	expect((await continued(opened)).code).toBe(0);

	const order = gitHub.writes.map(({operation, variables}) => [operation, variables.thread]);
	expect(order).toEqual(
		threads.flatMap(({id}) => [
			['Reply', id],
			['Resolve', id],
		]),
	);
	expect(replies().every(texts => texts.length === 1)).toBe(true);
	const times = gitHub.writes.map(({at}) => at);
	expect(mostWithin(times, 60_000)).toBeLessThanOrEqual(80);
	const gaps = times.slice(1).map((time, index) => time - times[index]!);
	expect(Math.min(...gaps)).toBe(1000);
	// The write that was refused: a second for its turn, then what GitHub requires, or a minute if it names no time.
	const longer = gaps.flatMap((ms, index) => (ms === 1000 ? [] : [[gitHub.writes[index + 1]!.operation, ms]]));
	expect(longer).toEqual([
		['Reply', 1000 + 30_000],
		['Reply', 1000 + 60_000],
		// After the last refusal another process goes on, and waits as long as well.
		['Resolve', 1000 + 4 * 30_000],
	]);
});

test('a limit that does not end stops with the rest to continue, and nothing is doubled', async () => {
	const opened = await fixedByHand(3);
	const {call, gitHub, replies, threads} = opened;
	gitHub.faults.on('Resolve', fault.none(), ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
	const {code, stdout, json} = await call([...both, '--json']);
	expect(code).toBe(5);
	expect(json).toMatchObject({
		publication: {replies: 2, resolved: 1, pending: 3, stoppedBy: 'write-limit'},
		stops: [
			{message: 'GitHub limits writes: 3 of 6 writes done.', remedy: expect.stringContaining('apply --continue')},
		],
	});
	expect(stdout).not.toBe('');
	const next = await continued(opened, '--json');
	expect([next.code, next.json]).toEqual([
		0,
		expect.objectContaining({publication: expect.objectContaining({pending: 0})}),
	]);
	expect(replies().map(texts => texts.length)).toEqual([1, 1, 1]);
	expect(threads.every(({isResolved}) => isResolved)).toBe(true);
	expect((await continued(opened)).code).toBe(2);
});

test('all threads that ask for the same change have their reply, whenever publishing stops', async () => {
	const same = [3, 3, 9, 3];
	const opened = await reviewed(same);
	const {call, gitHub, threads, replies} = opened;
	const sha = opened.fix(3, 9);
	opened.push();
	gitHub.faults.on('Reply', fault.none(), ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
	expect([(await call(both)).code, replies().map(texts => texts.length)]).toEqual([5, [1, 0, 0, 0]]);
	expect((await continued(opened)).code).toBe(0);
	expect(replies()).toEqual(same.map(() => [`Already done in ${sha}.`]));
	expect(threads.every(({isResolved}) => isResolved)).toBe(true);
});

test('a reply whose response was lost is found on GitHub, and not written again', async () => {
	const {call, gitHub, replies} = await fixedByHand(2);
	gitHub.faults.on('Reply', fault.cut());
	const {code, json} = await call([...both, '--json']);
	expect(code).toBe(0);
	expect(json).toMatchObject({publication: {replies: 2, resolved: 2, pending: 0}});
	expect(replies().map(texts => texts.length)).toEqual([1, 1]);
});

test('an expired token stops; with another one the rest is written', async () => {
	const opened = await fixedByHand(2);
	const {call, gitHub, replies} = opened;
	gitHub.faults.on('Reply', fault.none(), fault.badCredentials());
	const {code, stdout} = await call(both);
	expect([code, replies().map(texts => texts.length)]).toEqual([4, [1, 0]]);
	expect(stdout).toContain('apply --continue');
	const {code: continuedWith, stdout: later} = await continued(opened);
	expect([continuedWith, later]).toEqual([0, expect.not.stringContaining('Undo:')]);
	expect(replies().map(texts => texts.length)).toEqual([1, 1]);
});

test('an interruption leaves the rest to continue', async () => {
	const opened = await fixedByHand(3);
	const {call, gitHub, replies, threads} = opened;
	const user = new AbortController();
	gitHub.faults.on(
		'Reply',
		fault.none(),
		fault.meanwhile(() => user.abort(new Error('interrupted'))),
	);
	await call(both, {signal: user.signal}).catch(() => {});
	expect(replies().map(texts => texts.length)).toEqual([1, 1, 0]);
	expect((await continued(opened)).code).toBe(0);
	expect(replies().map(texts => texts.length)).toEqual([1, 1, 1]);
	expect(threads.every(({isResolved}) => isResolved)).toBe(true);
});

test('Ctrl-C in a terminal ends the run, and the rest is written later', async () => {
	const opened = await fixedByHand(3);
	const {tree, gitHub, replies} = opened;
	const terminal = tree.terminal(['apply', '7', ...both, '--yes'], {env: gitHub.env, columns: 100});
	await terminal.waitFor(/writing to the pull request: [1-3] of 6, about [2-5] s left/);
	terminal.press('\x03');
	expect(await terminal.ended).toBe(130);
	expect(gitHub.writes.length).toBeLessThan(6);
	const later = tree.terminal(['apply', '--continue'], {env: gitHub.env, columns: 100});
	await later.waitFor(/writing to the pull request: \d of \d/);
	expect(await later.ended).toBe(0);
	expect(later.screen()).not.toContain('writing to the pull request');
	expect(replies().map(texts => texts.length)).toEqual([1, 1, 1]);
	expect(gitHub.writes).toHaveLength(6);
});

test('after a crash that lost how the writes ended, nothing is doubled', async () => {
	const opened = await fixedByHand(3);
	const {call, tree, gitHub, replies} = opened;
	await call(both);
	const runs = join(tree.root, '.git/pr-resolve/runs');
	const [id] = readdirSync(runs);
	const record = join(runs, id!, 'run.json');
	writeFileSync(record, readFileSync(record, 'utf8').replace(/"state": ?"done"/g, '"state": "intended"'));
	const writes = gitHub.writes.length;
	const {code} = await continued(opened);
	expect([code, gitHub.writes.length - writes, replies().map(texts => texts.length)]).toEqual([0, 0, [1, 1, 1]]);
});

test('other commands name what is left in one line', async () => {
	const {call, gitHub} = await fixedByHand(2);
	gitHub.faults.on('Reply', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 5})));
	await call(['--reply']);
	const {stderr} = await call(['--dry-run']);
	expect(stderr).toMatch(
		/Run \S+ \(reply\) is not finished\. .*Written to the pull request: 0 of 2\. To finish it, run `pr-resolve apply --continue \S+`\.$/m,
	);
});

test('a thread that a reviewer answers while the queue runs is left', async () => {
	const {call, gitHub, threads} = await fixedByHand(2);
	const answer = () => {
		const [, second] = threads;
		second!.comments.push({...second!.comments[0]!, id: 'late', fullDatabaseId: '9', author: user('ann'), body: 'No!'});
	};
	gitHub.faults.on('ThreadsToday', fault.meanwhile(answer));
	const {code, stdout} = await call(both);
	expect([code, threads.map(({isResolved}) => isResolved)]).toEqual([3, [true, false]]);
	expect(threads[1]!.comments).toHaveLength(2);
	expect(stdout).toContain('there is a new comment in the thread');
});

test.each([
	['while the replies are planned keeps all of them back', 'ThreadsToday', 0],
	['after the last look is joined by one reply, and stops the others', 'ThreadsNow', 1],
])('a review that is begun %s', async (_, read, written) => {
	const {call, gitHub, data, threads} = await fixedByHand(2);
	const draft = {state: 'PENDING', author: user('octocat')};
	const begin = () =>
		data.reviews.push({...({} as (typeof data.reviews)[0]), ...threads[0]!.comments[0]!, ...draft} as never);
	gitHub.faults.on(read, fault.meanwhile(begin));
	const {code, stdout} = await call(both);
	expect([code, gitHub.writes.length]).toEqual([3, written]);
	expect(stdout).toContain('pending review');
});
