import type {ChildProcess} from 'node:child_process';
import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {rabbitBody} from '../../helpers/rabbit-body.ts';
import type {Review} from '../../helpers/review-of.ts';
import {fleetToApply} from '../fleet/applying.ts';
import {applying} from '../no-checkout/applying.ts';
import {gitThatKills} from './git-that.ts';
import {type Pushing, pushing} from './pushing.ts';

const rabbit = {author: bot('coderabbitai')};
const needed = ['--set', 'replies=needed'];
const publish = ['apply', '7', '--publish', '--json', ...needed];

/** Three suggestions by a bot, of which the last can be excluded. */
const threeByBot = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], rabbit)
		.suggest('src/list.txt', 9, ['item nine'], rabbit)
		.suggest('src/other.txt', 3, ['entry three'], rabbit);

type On = Pick<Pushing, 'review'>;

const dataOf = ({review}: On) => review.pullRequest.data;

/** Of each thread, whether it is resolved, and what it has after its first comment. */
const threadsOf = (on: On) =>
	dataOf(on).reviewThreads.map(({isResolved, comments}) => [
		isResolved,
		...comments.slice(1).map(({body}) => body.split('\n')[0]!),
	]);

/** What people see of the comments on the pull request. */
const commentsOf = (on: On) => dataOf(on).comments.map(({body}) => body.split('\n\n<!--')[0]);

const places = ['src/list.txt 2', 'src/list.txt 9', 'src/other.txt 3'];

/** The summary that says this of the threads, in their order; empty: it has no line of that one. */
const summaryOf = (on: On, ...texts: string[]) =>
	[
		'Findings in reviews and comments:',
		'',
		...texts.flatMap((text, index) => {
			const url = dataOf(on).reviewThreads[index]!.comments[0]!.url;
			return text === '' ? [] : [`- [${places[index]}](${url}): ${text}`];
		}),
	].join('\n');

const allOf = (on: On, text: string) => summaryOf(on, text, text, text);

const resolved = [[true], [true], [true]];
const open = [[false], [false], [false]];

async function published(more: readonly string[] = []) {
	const opened = await pushing({review: threeByBot});
	const {code, json} = await opened.call([...publish, ...more]);
	return {...opened, code, report: json as {run: {id: string}; publication: object}};
}

const continued = ({call}: Pushing) => call(['apply', '--continue', '--json']);

/** Kills a process once its comment is there. */
const killedAtComment =
	({host}: Pick<Pushing, 'host'>) =>
	(child: ChildProcess) =>
		host.faults.on(
			'Comment',
			fault.meanwhile(() => void child.kill('SIGKILL')),
		);

const publishedUntilKilled = ({tree, env, host}: Pushing) =>
	tree.run(publish, {env, meanwhile: killedAtComment({host})});

const operations = ({host}: Pushing) => host.writes.map(({operation}) => operation);

/** Somebody writes in the first thread. */
const answer = (on: On, by = user('ann')) => {
	const {comments} = dataOf(on).reviewThreads[0]!;
	comments.push({...comments[0]!, id: 'late', fullDatabaseId: '999', author: by, body: 'Not so fast.'});
};

describe('threads whose suggestion stands on the head as written', () => {
	test('get no reply: one comment lists them with their commit, before they are resolved', async () => {
		const opened = await published();
		expect([opened.code, opened.report]).toMatchObject([
			0,
			{
				publication: {replies: 0, resolved: 3, comments: 1, pending: 0, repliesWith: null},
				findings: Array.from({length: 3}, () => ({
					closing: {state: 'fixed', resolved: true, replyUrl: dataOf(opened).comments[0]!.url},
				})),
			},
		]);
		expect(commentsOf(opened)).toEqual([allOf(opened, `Applied in ${opened.tree.head}.`)]);
		expect(threadsOf(opened)).toEqual(resolved);
		expect(operations(opened)).toEqual(['Comment', 'Resolve', 'Resolve', 'Resolve']);
	});

	test('are listed below the findings that no thread repeats, which later runs leave alone', async () => {
		const opened = await pushing({
			review: review => {
				threeByBot(review);
				const body = rabbitBody({path: 'notes.md', line: 1, old: '# Notes', new: '# My notes'});
				review.pullRequest.review({body, ...rabbit, commit: {oid: review.pullRequest.data.headRefOid}});
			},
		});
		const {call, tree, host} = opened;
		const {code, json} = await call(publish);
		expect([code, json]).toMatchObject([0, {publication: {replies: 0, resolved: 3, comments: 1}}]);
		const [review] = dataOf(opened).reviews;
		const [head, blank, ...rows] = allOf(opened, `Applied in ${tree.head}.`).split('\n');
		const beside = `- [notes.md 1](${review!.url}): Applied in ${tree.head}.`;
		expect(commentsOf(opened)).toEqual([[head, blank, beside, ...rows].join('\n')]);
		const writes = host.writes.length;
		await call(publish);
		await call([...publish, '--path', 'src/other.txt']);
		expect(host.writes).toHaveLength(writes);
	});

	test('are listed too if another commit has it', async () => {
		const opened = await pushing({review: threeByBot});
		const {tree, bare, call} = opened;
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'item two\n')});
		tree.git('push', '-q', bare, 'HEAD');
		const {code} = await call(['apply', '7', '--reply', '--resolve-threads', ...needed]);
		expect([code, threadsOf(opened)]).toEqual([3, [[true], [false], [false]]]);
		expect(commentsOf(opened)).toEqual([summaryOf(opened, `Already done in ${tree.head}.`)]);
	});

	test('get their reply without --resolve-threads, and if a person began them', async () => {
		const opened = await pushing({
			review: review => {
				threeByBot(review);
				review.suggest('notes.md', 1, ['Notes'], {author: user('ann')});
			},
		});
		const {call, tree} = opened;
		await call([...publish, '--path', 'src/other.txt,notes.md']);
		const reply = `Applied in ${tree.head}.`;
		expect(threadsOf(opened)).toEqual([[false], [false], [true], [false, reply]]);
		await call(['apply', '7', '--push', '--reply', ...needed]);
		expect(threadsOf(opened).slice(0, 2)).toEqual(Array.from({length: 2}, () => [false, `Applied in ${tree.head}.`]));
	});

	test('get their reply if somebody has replied there for this program before', async () => {
		const opened = await pushing({review: threeByBot});
		const {call, tree} = opened;
		await call(['apply', '7', '--push', '--reply', '--path', 'src/list.txt']);
		const first = tree.head;
		await call(publish);
		expect(threadsOf(opened)).toEqual([[true, `Applied in ${first}.`], [true, `Applied in ${first}.`], [true]]);
		expect(commentsOf(opened)).toEqual([summaryOf(opened, '', '', `Applied in ${tree.head}.`)]);
	});
});

describe('later runs', () => {
	test('know the threads from the comment: they write nothing, with either value of the setting', async () => {
		const opened = await published();
		const writes = opened.host.writes.length;
		for (const replies of ['needed', 'all']) {
			const again = await opened.call(['apply', '7', '--publish', '--json', '--set', `replies=${replies}`]);
			expect(again.code).toBe(0);
		}
		expect(opened.host.writes).toHaveLength(writes);
	});

	test('resolve a thread that is open again, and say nothing anew', async () => {
		const opened = await published();
		dataOf(opened).reviewThreads[1]!.isResolved = false;
		const writes = opened.host.writes.length;
		await opened.call(['apply', '7', '--publish', '--json']);
		expect(operations(opened).slice(writes)).toEqual(['Resolve']);
		expect(threadsOf(opened)).toEqual(resolved);
	});

	test('say nothing anew where somebody has changed the lines since', async () => {
		const opened = await published();
		const {tree, bare, call} = opened;
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item 2, by hand')});
		tree.git('push', '-q', bare, 'HEAD');
		dataOf(opened).reviewThreads[0]!.isResolved = false;
		const writes = opened.host.writes.length;
		await call(['apply', '7', '--publish', ...needed]);
		expect(operations(opened).slice(writes)).toEqual([]);
	});

	test('add what they push to the same comment, in the order of the threads', async () => {
		const opened = await pushing({review: threeByBot});
		const {call, tree} = opened;
		await call([...publish, '--path', 'src/other.txt']);
		const first = tree.head;
		await call(publish);
		const [old, now] = [`Applied in ${first}.`, `Applied in ${tree.head}.`];
		expect(commentsOf(opened)).toEqual([summaryOf(opened, now, now, old)]);
	});

	test('correct the line of a commit that a force-push removed, and open the thread again', async () => {
		const opened = await published();
		const {tree, bare, call} = opened;
		const made = tree.head;
		tree.git('reset', '-q', '--hard', 'HEAD~');
		tree.commit({'later.md': 'later\n'});
		tree.git('push', '-q', '--force', bare, 'HEAD');
		await call(['apply', '7', '--reply', '--resolve-threads', ...needed]);
		const gone = `Applied in ${made}, which is no longer on this pull request.`;
		expect([commentsOf(opened), threadsOf(opened)]).toEqual([[allOf(opened, gone)], open]);
		const writes = opened.host.writes.length;
		await call(['apply', '7', '--reply', '--resolve-threads', ...needed]);
		expect(opened.host.writes).toHaveLength(writes);
		await call(publish);
		expect(commentsOf(opened)).toEqual([allOf(opened, `Applied in ${tree.head}.`)]);
		expect(threadsOf(opened)).toEqual(resolved);
	});
});

describe('before anything is written', () => {
	test.each([
		['all', '3 replies (0 with replies=needed), 3 resolves, about 6 s', 3],
		['needed', '0 replies (3 with replies=all), 3 resolves, 1 summary comment, about 4 s', 0],
	])('both numbers are shown: with %s', async (value, text, replies) => {
		const opened = await pushing({review: threeByBot});
		const args = ['apply', '7', '--publish', '--dry-run', '--set', `replies=${value}`];
		const {stdout} = await opened.call(args);
		expect(stdout.replaceAll(/\n +/g, ' ')).toContain(`Threads: ${text} (planned).`);
		// A thread that the comment tells of is not shown as if it had a reply.
		expect(stdout.match(/Applied in <commit>/g)).toHaveLength(3);
		const {json} = await opened.call([...args, '--json']);
		expect(json).toMatchObject({
			publication: {planned: {replies, resolved: 3}, repliesWith: {all: 3, needed: 0}},
			findings: Array.from({length: 3}, () => ({closing: {told: value === 'all' ? 'reply' : 'summary'}})),
		});
		expect(opened.host.writes).toEqual([]);
	});

	test('only one is shown where one comment would take the place of one reply', async () => {
		const opened = await pushing({review: threeByBot});
		const {stdout} = await opened.call(['apply', '7', '--publish', '--dry-run', '--path', 'src/other.txt']);
		expect(stdout).toContain('Threads: 1 reply, 1 resolve, about 2 s (planned).');
	});

	test('the dialog of the review shows both', async () => {
		const opened = await pushing({review: threeByBot});
		const terminal = opened.tree.terminal(['review', '7', ...needed], {env: opened.env, columns: 110});
		await terminal.answer('3 to apply', 'A');
		await terminal.answer('Write 3 changes to 2 files', 'y');
		await terminal.waitFor(/reply +after a push: 0 threads \(3 with replies=all\) and a summary comment/);
		terminal.press('\x03');
		terminal.press('\x03');
		await terminal.ended;
	});

	test.each([
		['a value that it does not have', ['--publish', '--set', 'replies=some'], /--set replies does not accept "some"/],
		['no step that it belongs to', ['--push', '--set', 'replies=needed'], /--set replies needs --reply/],
	])('it is refused: %s', async (_, args, message) => {
		const opened = await pushing({review: threeByBot});
		const {code, json} = await opened.call(['apply', '7', '--json', ...args]);
		expect([code, (json as {error: {message: string}}).error.message]).toEqual([2, expect.stringMatching(message)]);
	});

	test("the project's file cannot set it, yours can", async () => {
		const opened = await pushing({review: threeByBot});
		opened.tree.put({'.pr-resolve.yaml': 'replies: needed\n'});
		const refused = await opened.call(['apply', '7', '--publish', '--json']);
		expect([refused.code, refused.json]).toMatchObject([2, {error: {message: expect.stringContaining('replies')}}]);
		opened.tree.git('clean', '-fq');
		const {code} = await opened.call(['apply', '7', '--publish', '--json'], {CR_REPLIES: 'needed'});
		expect([code, threadsOf(opened)]).toEqual([0, resolved]);
	});
});

describe('a comment that is not there', () => {
	test.each([
		['GitHub refuses it', fault.errors({type: 'UNPROCESSABLE', message: 'Body is too long'}), 3, 'summary comment'],
		['the token may not write it', fault.errors({type: 'FORBIDDEN', message: 'Not for you'}), 4, 'Not for you'],
	])('no thread is resolved on it: %s', async (_, refused, ends, said) => {
		const opened = await pushing({review: threeByBot});
		opened.host.faults.on('Comment', refused);
		const {code, json, stdout} = await opened.call(publish);
		expect([code, threadsOf(opened), commentsOf(opened)]).toEqual([ends, open, []]);
		expect(stdout).toContain(said);
		expect(json).toMatchObject({
			findings: Array.from({length: 3}, () => ({
				closing: {resolved: false, reason: 'the summary comment was not written'},
			})),
		});
		const again = await opened.call(publish);
		expect([again.code, threadsOf(opened), commentsOf(opened).length]).toEqual([0, resolved, 1]);
	});

	const somebody = (on: On, happens: 'edits' | 'deletes') => {
		const {comments} = dataOf(on);
		if (happens === 'deletes') comments.length = 0;
		else comments[0]!.body += '\nEdited.';
	};

	test.each(['edits', 'deletes'] as const)(
		'somebody %s it before the threads are resolved: they stay open',
		async happens => {
			const opened = await pushing({review: threeByBot});
			const {host} = opened;
			host.faults.on(
				'Comment',
				fault.meanwhile(() => somebody(opened, happens)),
			);
			const {code, json} = await opened.call(publish);
			const reason = 'the summary comment, which was to answer it, was edited or deleted meanwhile';
			expect([code, threadsOf(opened)]).toEqual([3, open]);
			expect(json).toMatchObject({
				findings: Array.from({length: 3}, () => ({closing: {resolved: false, reason, reasonCode: 'comment-edited'}})),
			});
			expect(operations(opened)).toEqual(['Comment']);
		},
	);

	test.each(['edits', 'deletes'] as const)(
		'somebody %s it before a later run: what stands is not told again',
		async happens => {
			const opened = await published();
			somebody(opened, happens);
			const [writes, left] = [opened.host.writes.length, commentsOf(opened)];
			expect((await opened.call(publish)).code).toBe(0);
			expect([opened.host.writes.length, commentsOf(opened), threadsOf(opened)]).toEqual([writes, left, resolved]);
		},
	);

	test('somebody edits it before lines are added: it stays as they have it, and so do the threads', async () => {
		const opened = await pushing({review: threeByBot});
		await opened.call([...publish, '--path', 'src/other.txt']);
		// It is read before the push, and for the plan after it.
		const edits = fault.meanwhile(() => somebody(opened, 'edits'));
		opened.host.faults.on('CommentsToday', fault.none(), edits);
		const before = dataOf(opened).comments[0]!.body;
		const {code} = await opened.call(publish);
		expect([code, threadsOf(opened)]).toEqual([3, [[false], [false], [true]]]);
		expect(dataOf(opened).comments.map(({body}) => body)).toEqual([`${before}\nEdited.`]);
	});
});

describe('a person who is in the threads before the comment is written', () => {
	test('and answers has no line about it in the comment, and the thread stays open', async () => {
		const opened = await pushing({review: threeByBot});
		const {tree} = opened;
		await tree.run(publish, {env: {...opened.env, ...gitThatKills('push', 'after')}});
		answer(opened);
		const {code} = await continued(opened);
		const applied = `Applied in ${tree.head}.`;
		expect([code, threadsOf(opened)]).toEqual([3, [[false, 'Not so fast.'], [true], [true]]]);
		expect(commentsOf(opened)).toEqual([summaryOf(opened, '', applied, applied)]);
	});

	const wasResolved = {resolved: true, reason: 'the thread was resolved meanwhile', reasonCode: null};
	const wasAnswered = {resolved: false, reason: 'there is a new comment in the thread', reasonCode: 'new-comment'};

	const somebody = (on: On, happens: 'resolves all' | 'answers in one and resolves the others') => {
		if (happens === 'resolves all') dataOf(on).reviewThreads[0]!.isResolved = true;
		else answer(on);
		for (const thread of dataOf(on).reviewThreads.slice(1)) thread.isResolved = true;
	};

	describe.each([
		['resolves all', 0, wasResolved],
		['answers in one and resolves the others', 3, wasAnswered],
	] as const)('and %s: no comment is written, and each thread says why', (happens, ends, first) => {
		test('in the run', async () => {
			const opened = await pushing({review: threeByBot});
			// It is read before the push, and for the plan after it.
			const meanwhile = fault.meanwhile(() => somebody(opened, happens));
			opened.host.faults.on('CommentsToday', fault.none(), meanwhile);
			const {code, json} = await opened.call(publish);
			expect([code, operations(opened)]).toEqual([ends, []]);
			const closings = [first, wasResolved, wasResolved];
			expect(json).toMatchObject({findings: closings.map(closing => ({closing}))});
		});

		test('by --continue', async () => {
			const opened = await pushing({review: threeByBot});
			await opened.tree.run(publish, {env: {...opened.env, ...gitThatKills('push', 'after')}});
			somebody(opened, happens);
			const {code, json} = await continued(opened);
			expect([code, operations(opened)]).toEqual([ends, []]);
			const message = `Skipped 1 thread: ${wasAnswered.reason}.`;
			expect(json).toMatchObject({stops: ends === 0 ? [] : [{message}]});
		});
	});
});

test('no review is requested while the comment is missing that is to answer its threads', async () => {
	const opened = await pushing({
		review: review => {
			const ann = user('ann');
			review.suggest('src/list.txt', 2, ['item two'], {author: ann});
			review.suggest('src/list.txt', 9, ['item nine'], {author: ann});
			review.pullRequest.review({state: 'CHANGES_REQUESTED', author: ann});
		},
	});
	const asked = [...publish, '--resolve-people', '--request-review'];
	opened.host.faults.on('Comment', fault.errors({type: 'UNPROCESSABLE', message: 'Body is too long'}));
	expect((await opened.call(asked)).code).toBe(3);
	expect(operations(opened)).toEqual([]);
	opened.host.faults.on('Comment', fault.cut());
	opened.host.faults.on('CommentsToday', fault.none(), fault.none(), fault.none(), fault.badCredentials());
	await opened.call(asked);
	expect(operations(opened)).not.toContain('RequestReviews');
	await continued(opened);
	await opened.call(asked);
	expect(operations(opened)).toEqual(['Comment', 'Resolve', 'Resolve', expect.stringContaining('Request')]);
});

describe('after a crash', () => {
	test.each([
		['after the push', [] as string[]],
		['after the push, with several commits', ['--set', 'split=finding']],
	])('--continue writes the comment, once, and resolves the threads: killed %s', async (_, more) => {
		const opened = await pushing({review: threeByBot});
		const {tree, env, host} = opened;
		const killed = await tree.run([...publish, ...more], {env: {...env, ...gitThatKills('push', 'after')}});
		expect([killed.code, host.writes]).toEqual(['SIGKILL', []]);
		const {code, json} = await continued(opened);
		expect([code, json]).toMatchObject([0, {stops: [], publication: {resolved: 3, comments: 1, pending: 0}}]);
		const made = tree
			.git('log', '--format=%H', `-${more.length > 0 ? 3 : 1}`)
			.split('\n')
			.reverse();
		const texts = [0, 1, 2].map(index => `Applied in ${made[index] ?? made[0]}.`);
		expect([commentsOf(opened), threadsOf(opened)]).toEqual([[summaryOf(opened, ...texts)], resolved]);
		expect((await continued(opened)).json).toMatchObject({error: {code: 'nothing-to-continue'}});
	});

	test('killed once the comment is there: it is found, and the threads are resolved', async () => {
		const opened = await pushing({review: threeByBot});
		const killed = await publishedUntilKilled(opened);
		expect([killed.code, commentsOf(opened).length, threadsOf(opened)]).toEqual(['SIGKILL', 1, open]);
		const {code} = await continued(opened);
		expect([code, threadsOf(opened)]).toEqual([0, resolved]);
		expect(operations(opened)).toEqual(['Comment', 'Resolve', 'Resolve', 'Resolve']);
	});

	test('killed once the comment is there: the same command finishes it, and leaves nothing to continue', async () => {
		const opened = await pushing({review: threeByBot});
		await publishedUntilKilled(opened);
		expect([(await opened.call(publish)).code, threadsOf(opened)]).toEqual([0, resolved]);
		expect(operations(opened)).toEqual(['Comment', 'Resolve', 'Resolve', 'Resolve']);
		expect((await continued(opened)).json).toMatchObject({error: {code: 'nothing-to-continue'}});
	});

	test.each([
		['edited', 3, 1],
		['resolved', 0, 1],
	])('killed once the comment is there, which is %s then: nothing is written twice', async (then, ends, comments) => {
		const opened = await pushing({review: threeByBot});
		await publishedUntilKilled(opened);
		if (then === 'edited') dataOf(opened).comments[0]!.body += '\nEdited.';
		else for (const thread of dataOf(opened).reviewThreads) thread.isResolved = true;
		const {code} = await continued(opened);
		expect([code, commentsOf(opened).length]).toEqual([ends, comments]);
		expect(threadsOf(opened)).toEqual(then === 'edited' ? open : resolved);
	});
});

describe('undo --publish', () => {
	test('corrects the comment and opens the threads again; a later run remembers it', async () => {
		const opened = await published();
		const {call, tree, report} = opened;
		const {code, json} = await call(['undo', report.run.id, '--publish', '--json']);
		expect([code, json]).toMatchObject([
			0,
			{stops: [], revert: {threads: {replies: 0, comments: 1, unresolved: 3, pending: 0, left: []}}},
		]);
		expect(commentsOf(opened)).toEqual([allOf(opened, `Reverted in ${tree.head}.`)]);
		expect(threadsOf(opened)).toEqual(open);
		const writes = opened.host.writes.length;
		const again = await call(publish);
		expect(again.json).toMatchObject({findings: Array.from({length: 3}, () => ({outcome: 'needs-person'}))});
		expect(opened.host.writes).toHaveLength(writes);
	});

	test.each([
		['changed', 'item 2, by hand', 'its lines were changed since', true],
		['reverted', 'item 2', 'others have reverted its lines', false],
	])('names a thread whose lines others have %s', async (_, lines, reason, isResolved) => {
		const opened = await published();
		const {call, tree, bare, report} = opened;
		const made = tree.head;
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', lines)});
		tree.git('push', '-q', bare, 'HEAD');
		const {code, json} = await call(['undo', report.run.id, '--publish', '--json']);
		const url = dataOf(opened).reviewThreads[0]!.comments[0]!.url;
		expect([code, json]).toMatchObject([3, {revert: {threads: {left: [{thread: url, reason}]}}}]);
		const reverted = `Reverted in ${tree.head}.`;
		expect(commentsOf(opened)).toEqual([summaryOf(opened, `Applied in ${made}.`, reverted, reverted)]);
		expect(threadsOf(opened)).toEqual([[isResolved], [false], [false]]);
	});

	test('names the comment if somebody has edited it, and opens the threads again', async () => {
		const opened = await published();
		const {call, report} = opened;
		dataOf(opened).comments[0]!.body += '\nEdited.';
		const before = commentsOf(opened);
		const {code, json} = await call(['undo', report.run.id, '--publish', '--json']);
		expect([code, json]).toMatchObject([
			3,
			{
				revert: {
					threads: {comments: 0, unresolved: 3, left: [{thread: 'summary comment', reason: 'it was edited since'}]},
				},
			},
		]);
		expect([commentsOf(opened), threadsOf(opened)]).toEqual([before, open]);
	});

	test('names both if somebody has edited the comment and others have changed the lines', async () => {
		const opened = await published();
		const {call, tree, bare, report} = opened;
		dataOf(opened).comments[0]!.body += '\nEdited.';
		tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item two', 'item 2, by hand')});
		tree.git('push', '-q', bare, 'HEAD');
		const {json} = await call(['undo', report.run.id, '--publish', '--json']);
		const reasons = ['its lines were changed since', 'it was edited since'];
		expect(json).toMatchObject({revert: {threads: {left: reasons.map(reason => ({reason}))}}});
		expect(threadsOf(opened)).toEqual([[true], [false], [false]]);
	});

	test('tells of the comment alone where there is no reply', async () => {
		const {call, report} = await published();
		const {stdout} = await call(['undo', report.run.id, '--publish']);
		expect(stdout).toContain('GitHub: summary comment corrected, 3 threads unresolved.');
	});

	test('leaves a thread with a new comment resolved', async () => {
		const opened = await published();
		answer(opened);
		const {code} = await opened.call(['undo', opened.report.run.id, '--publish', '--json']);
		expect([code, threadsOf(opened).map(([isResolved]) => isResolved)]).toEqual([3, [true, false, false]]);
	});
});

describe('without a checkout', () => {
	test('the same comment is written; undo on another machine knows the threads from it', async () => {
		const opened = await applying();
		const on = {review: {pullRequest: {data: opened.data}} as unknown as Review};
		const {code} = await opened.apply('--publish', ...needed);
		expect([code, opened.threads()]).toEqual([0, [[true], [true]]]);
		expect(commentsOf(on)).toEqual([expect.stringContaining(`: Applied in ${opened.there()}.`)]);
		const elsewhere = {XDG_STATE_HOME: `${opened.bare}-elsewhere`};
		const undone = await opened.call(['undo', '--publish', '--pr', opened.url, '--json'], elsewhere);
		expect([undone.code, undone.json]).toMatchObject([0, {revert: {threads: {comments: 1, unresolved: 2, left: []}}}]);
		expect(opened.threads()).toEqual([[false], [false]]);
		expect(commentsOf(on)).toEqual([expect.stringContaining(`: Reverted in ${opened.there()}.`)]);
	});
});

describe('other commands', () => {
	test('a watch on another machine resolves what the comment of a killed one answers, and writes nothing else', async () => {
		const time = new Date().toISOString();
		const fresh = {...rabbit, createdAt: time, updatedAt: time};
		const opened = await applying(
			review =>
				void review.suggest('src/list.txt', 2, ['item two'], fresh).suggest('src/other.txt', 3, ['entry three'], fresh),
		);
		const {host, outside, url, env, call} = opened;
		const watch = ['watch', url, '--no-checkout', '--publish', '--yes', '--json', '--once', ...needed];
		const killed = await outside.run(watch, {
			env: {...env, XDG_STATE_HOME: newFolder()},
			meanwhile: killedAtComment(opened),
		});
		expect([killed.code, opened.threads()]).toEqual(['SIGKILL', [[false], [false]]]);
		const writes = host.writes.length;
		const elsewhere = {XDG_STATE_HOME: newFolder()};
		const {json} = await call(watch, elsewhere);
		expect(json).toMatchObject({end: expect.stringMatching(/^clean/), stoppedBy: null});
		expect(opened.threads()).toEqual([[true], [true]]);
		expect(host.writes.slice(writes).map(({operation}) => operation)).toEqual(['Resolve', 'Resolve']);
		await call(watch, elsewhere);
		expect(host.writes).toHaveLength(writes + 2);
	});

	test('a fleet answers each pull request in one comment', async () => {
		const {fleet, host} = await fleetToApply(
			[1, 2].map(number => ({repository: 'acme/api', number, review: threeByBot})),
		);
		const {code, report} = await fleet(['acme', '--apply', '--publish', '--yes', '--json', ...needed]);
		expect([code, report().totals]).toMatchObject([0, {replies: 0, resolved: 6}]);
		for (const {comments, reviewThreads} of host.world.pullRequests) {
			expect(comments).toHaveLength(1);
			expect(reviewThreads.map(thread => [thread.isResolved, thread.comments.length])).toEqual([
				[true, 1],
				[true, 1],
				[true, 1],
			]);
		}
	});
});

test('threads for which the comment has no room get their own reply', async () => {
	// With a name of a thousand characters, some seventy lines fill it.
	const [path, count] = [`${`${'long'.repeat(50)}/`.repeat(5)}list.txt`, 90];
	const numbers = Array.from({length: count}, (_, index) => index + 1);
	const opened = await pushing({
		files: {[path]: numbers.map(number => `line ${number}\n`).join('')},
		review: review => {
			for (const number of numbers) review.suggest(path, number, [`better ${number}`], rabbit);
		},
	});
	const {code, json} = await opened.call(publish);
	const {publication} = json as {publication: {replies: number; resolved: number; comments: number}};
	expect([code, publication]).toMatchObject([0, {resolved: count, comments: 1}]);
	expect(publication.replies).toBeGreaterThan(0);
	const [comment] = dataOf(opened).comments;
	expect(comment!.body.length).toBeLessThan(65_536);
	expect(comment!.body.match(/: Applied in/g)).toHaveLength(count - publication.replies);
	expect(threadsOf(opened).filter(said => said.length > 1)).toHaveLength(publication.replies);
});
