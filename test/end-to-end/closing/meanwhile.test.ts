import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {ada} from './committing.ts';
import {reviewed} from './publishing.ts';

const both = ['--reply', '--resolve-threads'];

/** Suggestions for these lines, all fixed by hand and pushed. */
async function fixedByHand(...lines: number[]) {
	const opened = await reviewed(lines);
	const sha = opened.fix(...lines);
	opened.push();
	const last = opened.threads.at(-1)!;
	return {
		...opened,
		sha,
		last,
		/** Adds a comment to the last thread. */
		add: (login: string, body: string) =>
			last.comments.push({
				...last.comments[0]!,
				id: `by-${login}`,
				fullDatabaseId: '90',
				replyTo: null,
				author: user(login),
				body,
			}),
		areResolved: () => opened.threads.map(({isResolved}) => isResolved),
	};
}

test('a thread whose reply is refused is not resolved in silence', async () => {
	const {call, gitHub, replies, areResolved} = await fixedByHand(3, 9);
	gitHub.faults.on('Reply', fault.errors({type: 'UNPROCESSABLE', message: 'Body is too long'}));
	const {code, json} = await call([...both, '--json']);
	expect([code, replies().map(texts => texts.length), areResolved()]).toEqual([3, [0, 1], [false, true]]);
	expect(json).toMatchObject({publication: {replies: 1, resolved: 1, pending: 0}});
});

test('a comment that is edited between the plan and the write is left alone', async () => {
	const {call, gitHub, last, replies, areResolved} = await fixedByHand(3, 9);
	gitHub.faults.on(
		'ThreadsToday',
		fault.meanwhile(() => Object.assign(last.comments[0]!, {body: 'Remove the file.'})),
	);
	const {code, stdout} = await call(both);
	expect([code, replies().map(texts => texts.length), areResolved()]).toEqual([3, [1, 0], [true, false]]);
	expect(stdout).toContain('edited');
});

/** When threads are read, and when writes leave. */
async function timesOf({call, gitHub, clock}: Awaited<ReturnType<typeof fixedByHand>>) {
	const reads: number[] = [];
	const note = fault.meanwhile(() => reads.push(clock.now()));
	gitHub.faults.on('ThreadsNow', ...Array.from({length: 20}, () => note));
	expect((await call(both)).code).toBe(0);
	return {reads, writes: gitHub.writes.map(({at}) => at)};
}

test('threads are read again every 20 writes, when the next of them may leave', async () => {
	const lines = Array.from({length: 23}, (_, index) => 2 * index + 1);
	const {reads, writes} = await timesOf(await fixedByHand(...lines));
	// The last one is for doubles of the last replies.
	expect(reads.slice(0, -1)).toEqual([writes[0], writes[20], writes[40]]);
	expect(reads).toHaveLength(4);
});

test('after a wait for a limit, threads are read again', async () => {
	const opened = await fixedByHand(3, 9, 15);
	opened.gitHub.faults.on('Resolve', fault.secondaryLimit({retryAfter: 90}));
	const {reads, writes} = await timesOf(opened);
	expect(reads.slice(0, -1)).toEqual([writes[0], writes[1]]);
});

test('a comment that is edited before the rest is written is left alone', async () => {
	const {call, gitHub, last, replies, areResolved, tree, clock} = await fixedByHand(3, 9);
	gitHub.faults.on('Resolve', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
	await call(both);
	last.comments[0]!.body = 'Remove the file.';
	const {code, stdout} = await tree.call(['apply', '--continue'], {env: gitHub.env, clock});
	expect([code, stdout]).toEqual([3, expect.stringContaining('Skipped 1 thread: the comment has been edited')]);
	expect([replies().map(texts => texts.length), areResolved()]).toEqual([
		[1, 0],
		[true, false],
	]);
});

test('the same reply by another run of the account is not doubled', async () => {
	const {call, gitHub, sha, add, replies} = await fixedByHand(3);
	const marker = `{"run":"20260101-000000-abcdef","finding":"f1","state":"already-fixed","commit":"${sha}"}`;
	gitHub.faults.on(
		'ThreadsToday',
		fault.meanwhile(() => add('octocat', `Already done in ${sha}.\n\n<!-- pr-resolve:v1 ${marker} -->`)),
	);
	await call(['--reply']);
	expect(replies()).toEqual([[`Already done in ${sha}.`]]);
});

test.each([
	['before', 'ThreadsNow', ['Reply', 'Resolve', 'DeleteReply']],
	// The other run deletes its own.
	['after', 'Reply', ['Reply', 'Resolve']],
])('of a reply that another clone writes right %s ours, the later is deleted', async (_, operation, writes) => {
	const {call, gitHub, sha, add, replies, areResolved} = await fixedByHand(3);
	const marker = `{"run":"20260101-000000-abcdef","finding":"f1","state":"already-fixed","commit":"${sha}"}`;
	gitHub.faults.on(
		`${operation}`,
		fault.meanwhile(() => add('octocat', `Already done in ${sha}.\n\n<!-- pr-resolve:v1 ${marker} -->`)),
	);
	const {code, json} = await call([...both, '--json']);
	expect([code, areResolved()]).toEqual([0, [true]]);
	expect(gitHub.writes.map(made => made.operation)).toEqual(writes);
	expect(replies()[0]).toHaveLength(writes.length === 3 ? 1 : 2);
	expect(json).toMatchObject({publication: {replies: 1, resolved: 1, pending: 0}});
});

test('an objection right before the reply: the thread is unresolved again', async () => {
	const {call, gitHub, add, replies, areResolved} = await fixedByHand(3, 9);
	gitHub.faults.on(
		'Reply',
		fault.none(),
		fault.meanwhile(() => add('ann', 'Wait.')),
	);
	const {code, stdout, json} = await call([...both, '--json']);
	expect(gitHub.writes.map(({operation}) => operation)).toEqual(['Reply', 'Resolve', 'Reply', 'Resolve', 'Unresolve']);
	expect([code, replies().map(texts => texts.length), areResolved()]).toEqual([3, [1, 2], [true, false]]);
	expect(json).toMatchObject({publication: {replies: 2, resolved: 1, pending: 0}});
	expect(stdout).toContain('there is a new comment in the thread');
});

test('an objection whose thread cannot be unresolved for now is told, and --continue unresolves it', async () => {
	const {call, gitHub, add, areResolved, tree, clock} = await fixedByHand(3, 9);
	gitHub.faults.on(
		'Resolve',
		fault.none(),
		fault.meanwhile(() => add('ann', 'Wait.')),
	);
	gitHub.faults.on('Unresolve', ...Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60})));
	const {code, json} = await call([...both, '--json']);
	expect([code, areResolved()]).toEqual([5, [true, true]]);
	expect(json).toMatchObject({
		publication: {resolved: 1, pending: 1},
		stops: [{code: 'write-limit', message: expect.stringContaining('3 of 4 writes done')}],
	});
	const continued = await tree.call(['apply', '--continue'], {env: gitHub.env, clock});
	expect([continued.code, areResolved()]).toEqual([3, [true, false]]);
	expect(continued.stdout).toContain('there is a new comment in the thread');
});

test('an objection before a resolve whose response is lost, or after which the run stops, is noticed', async () => {
	const lost = await fixedByHand(3, 9);
	lost.gitHub.faults.on('Resolve', fault.none(), () => {
		lost.add('ann', 'Wait.');
		return 'cut';
	});
	expect([(await lost.call(both)).code, lost.areResolved()]).toEqual([3, [true, false]]);

	const {call, gitHub, threads, areResolved, tree, clock} = await fixedByHand(3, 9);
	const {comments} = threads[0]!;
	const objection = {...comments[0]!, ...{id: 'objection', fullDatabaseId: '90', author: user('ann'), body: 'Wait.'}};
	gitHub.faults.on(
		'Resolve',
		fault.meanwhile(() => comments.push(objection)),
	);
	gitHub.faults.on('Reply', fault.none(), fault.badCredentials());
	expect([(await call(both)).code, areResolved()]).toEqual([4, [true, false]]);
	const {code} = await tree.call(['apply', '--continue'], {env: gitHub.env, clock});
	expect([code, areResolved()]).toEqual([3, [false, true]]);
});

test('what a bot answers to a reply keeps its thread resolved', async () => {
	const {call, gitHub, last, areResolved} = await fixedByHand(3, 9);
	const answer = () => last.comments.push({...last.comments[0]!, id: 'thanks', fullDatabaseId: '90', body: 'Thanks!'});
	gitHub.faults.on('Resolve', fault.none(), fault.meanwhile(answer));
	expect([(await call(both)).code, areResolved()]).toEqual([0, [true, true]]);
});

test('a new comment in a thread of more than 50 comments is noticed', async () => {
	const {call, gitHub, last, add, areResolved} = await fixedByHand(3, 9);
	const [first] = last.comments;
	for (let number = 1; number <= 60; number += 1)
		last.comments.push({...first!, id: `talk-${number}`, fullDatabaseId: `${100 + number}`, body: 'Hm.'});
	gitHub.faults.on(
		'ThreadsToday',
		fault.meanwhile(() => add('ann', 'Wait.')),
	);
	expect([(await call(both)).code, areResolved()]).toEqual([3, [true, false]]);
});

test('a double that publishing stopped before is deleted by --continue', async () => {
	const {call, gitHub, sha, tree, clock, threads, replies, areResolved} = await fixedByHand(3, 9);
	const [first] = threads;
	const marker = `{"run":"20260101-000000-abcdef","finding":"f1","state":"already-fixed","commit":"${sha}"}`;
	const body = `Already done in ${sha}.\n\n<!-- pr-resolve:v1 ${marker} -->`;
	gitHub.faults.on(
		'ThreadsNow',
		fault.meanwhile(() =>
			first!.comments.push({
				...first!.comments[0]!,
				...{id: 'theirs', fullDatabaseId: '90', author: user('octocat'), body},
			}),
		),
	);
	gitHub.faults.on('Resolve', fault.badCredentials());
	expect([(await call(both)).code, replies().map(texts => texts.length)]).toEqual([4, [2, 0]]);
	const {code} = await tree.call(['apply', '--continue'], {env: gitHub.env, clock});
	expect([code, replies().map(texts => texts.length), areResolved()]).toEqual([0, [1, 1], [true, true]]);
	expect(first!.comments.at(-1)!.id).toBe('theirs');
});

test('a remark of a person beside what is done is not answered, and keeps the thread open', async () => {
	const {call, sha, add, replies, areResolved} = await fixedByHand(3);
	add('ann', 'I do not agree with this.');
	await call(both);
	expect([replies()[0]!.at(-1), areResolved()]).toEqual([`Already done in ${sha}.`, [false]]);
});

test('your own objection, written by hand, is that of a person', async () => {
	const {call, gitHub, add, replies, areResolved} = await fixedByHand(3, 9);
	gitHub.faults.on(
		'ThreadsToday',
		fault.meanwhile(() => add('octocat', 'Wait.')),
	);
	const {code} = await call(both);
	expect([code, replies().map(texts => texts.length), areResolved()]).toEqual([3, [1, 1], [true, false]]);
});

test('every reaction is written, whatever the number of threads; our replies are no findings later', async () => {
	const {call, push, threads} = await reviewed([1, 4, 7, 10, 13, 16, 19, 22, 25]);
	await call(['--commit'], {env: ada});
	push();
	const {json} = await call([...both, '--react', '--json']);
	expect(json).toMatchObject({publication: {replies: 9, resolved: 9, reactions: 9, pending: 0}});
	expect(threads.every(({isResolved}) => isResolved)).toBe(true);
	const again = await call([...both, '--react', '--json']);
	expect((again.json as {findings: object[]}).findings).toHaveLength(9);
});

test('a write that has to wait for a limit is not sent on what was read before', async () => {
	const {call, gitHub, last, add, areResolved} = await fixedByHand(3);
	const limit = fault.secondaryLimit({retryAfter: 90});
	const answered: Fault = Object.assign(
		(answer: Parameters<Fault>[0]) => {
			add('ada', 'Wait.');
			return limit(answer);
		},
		{isRefusal: true as const},
	);
	gitHub.faults.on('Reply', answered);
	const {code, json} = await call([...both, '--json']);
	expect([code, areResolved(), last.comments.map(({body}) => body).slice(1)]).toEqual([3, [false], ['Wait.']]);
	expect(json).toMatchObject({publication: {replies: 0, resolved: 0, pending: 0}});
});
