import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import type {Review} from '../../helpers/review-of.ts';
import {gitThatKills} from './git-that.ts';
import {type Pushing, pushing} from './pushing.ts';

const rabbit = {author: bot('coderabbitai')};

const suggest = (review: Review) =>
	void review
		.suggest('src/list.txt', 2, ['item two'], rabbit)
		.suggest('src/other.txt', 3, ['entry three'], rabbit)
		.suggest('notes.md', 5, ['broken'], rabbit);

const threadsOf = ({review, tree}: Pushing) =>
	review.pullRequest.data.reviewThreads.map(({isResolved, comments}) => {
		const said = comments.slice(1).map(({body}) => body.split('\n')[0]!.replace(tree.head, '<commit>'));
		return [isResolved, ...said];
	});

const publish = ['apply', '7', '--publish', '--json'];
const verified = [...publish, '--verify', 'grep -q Second notes.md'];
const continued = ({tree, env}: Pushing) => tree.call(['apply', '--continue', '--json'], {env});

test.each([
	['commit-tree', 'before'],
	['update-ref', 'after'],
	['push', 'before'],
	['push', 'after'],
])('killed at %s, %s it: --continue writes every reply once, as if it had not been', async (command, when) => {
	const opened = await pushing({review: suggest});
	const {tree, env, there} = opened;
	expect((await tree.run(verified, {env: {...env, ...gitThatKills(command, when)}})).code).toBe('SIGKILL');
	const {code, json} = await continued(opened);
	expect([code, json]).toMatchObject([0, {stops: [], publication: {pending: 0}}]);
	expect(there()).toBe(tree.head);
	expect(threadsOf(opened)).toEqual([
		[true, 'Applied in <commit>. "grep -q Second notes.md" passes.'],
		[true, 'Applied in <commit>. "grep -q Second notes.md" passes.'],
		[false, 'Not applied: "grep -q Second notes.md" fails with this change and passes without it.'],
	]);
	const writes = opened.host.writes.length;
	expect((await continued(opened)).json).toMatchObject({error: {code: 'nothing-to-continue'}});
	expect(opened.host.writes).toHaveLength(writes);
});

test('killed after its push: a pending review that was submitted before it has cost no replies', async () => {
	const opened = await pushing({review: suggest});
	const {tree, env, host, review} = opened;
	const draft = review.pullRequest.review({state: 'PENDING', author: user('octocat')}).data.reviews.at(-1)!;
	host.faults.on(
		'Publish',
		fault.meanwhile(() => Object.assign(draft, {state: 'COMMENTED'})),
	);
	expect((await tree.run(publish, {env: {...env, ...gitThatKills('push', 'after')}})).code).toBe('SIGKILL');
	expect((await continued(opened)).json).toMatchObject({publication: {replies: 3, resolved: 3, pending: 0}});
});

test('killed after its push: the same command again answers all threads, and leaves nothing to continue', async () => {
	const opened = await pushing({review: suggest});
	const {tree, env, call, host} = opened;
	await tree.run(publish, {env: {...env, ...gitThatKills('push', 'after')}});
	const {code, json} = await call(publish);
	expect([code, json]).toMatchObject([0, {publication: {replies: 3, resolved: 3, pending: 0}}]);
	expect(threadsOf(opened)).toEqual(Array.from({length: 3}, () => [true, 'Applied in <commit>.']));
	const writes = host.writes.length;
	expect((await continued(opened)).json).toMatchObject({error: {code: 'nothing-to-continue'}});
	expect((await call(publish)).stderr).not.toContain('not finished');
	expect(host.writes).toHaveLength(writes);
});

describe('a push that the host shows late', () => {
	const applied = [
		[true, 'Applied in <commit>.'],
		[true, 'Applied in <commit>.'],
		[true, 'Applied in <commit>.'],
	];

	test.each(['before', 'after'])('killed %s it: every thread has its reply', async when => {
		const opened = await pushing({review: suggest});
		const {tree, env, host} = opened;
		const before = tree.head;
		await tree.run(publish, {env: {...env, ...gitThatKills('push', when)}});
		host.faults.on('Publish', ...Array.from({length: 12}, () => fault.showing(() => [before])));
		const {code, json} = await continued(opened);
		expect([code, json]).toMatchObject([0, {stops: []}]);
		expect(threadsOf(opened)).toEqual(applied);
	});

	test.each([
		['is waited for', 2, 0, []],
		[
			'is gone if the host does not show it for long',
			12,
			3,
			[{message: 'Skipped 3 threads: its commit is not on the pull request.'}],
		],
	])('made before: %s', async (_, looks, ends, stops) => {
		const opened = await pushing({review: suggest});
		const {tree, host, call, push} = opened;
		const before = tree.head;
		host.faults.on('Reply', fault.badCredentials());
		expect((await push('--publish')).code).toBe(4);
		host.faults.on('Publish', ...Array.from({length: looks}, () => fault.showing(() => [before])));
		const {code, json} = await call(['apply', '--continue', '--json']);
		expect([code, json]).toMatchObject([ends, {stops}]);
		expect(threadsOf(opened)).toEqual(ends === 0 ? applied : applied.map(() => [false]));
	});
});

test('killed before several commits: each reply names that of its own change', async () => {
	const opened = await pushing({review: suggest});
	const {tree, env} = opened;
	const args = [...publish, '--set', 'split=file'];
	await tree.run(args, {env: {...env, ...gitThatKills('commit-tree', 'before')}});
	expect((await continued(opened)).code).toBe(0);
	const [first, second] = tree.git('log', '--format=%H', '-3').split('\n').reverse();
	expect(threadsOf(opened)).toEqual([
		[true, `Applied in ${first}.`],
		[true, `Applied in ${second}.`],
		[true, 'Applied in <commit>.'],
	]);
});

test('killed before a commit: all threads that ask for the same change have their reply', async () => {
	const opened = await pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], rabbit)
				.suggest('src/list.txt', 2, ['item two'], rabbit)
				.suggest('src/list.txt', 2, ['item two'], {author: bot('copilot')})
				.suggest('src/other.txt', 3, ['entry three'], rabbit),
	});
	const {tree, env} = opened;
	await tree.run(publish, {env: {...env, ...gitThatKills('commit-tree', 'before')}});
	expect((await continued(opened)).code).toBe(0);
	expect(threadsOf(opened)).toEqual(Array.from({length: 4}, () => [true, 'Applied in <commit>.']));
});

test.each([
	['with replies', ['--publish']],
	['without them', ['--push']],
])('killed before a push: the review is requested once its changes are on GitHub, %s', async (_, flags) => {
	const opened = await pushing({
		review(review) {
			for (const [login, path] of [
				['ann', 'src/list.txt'],
				['tom', 'src/other.txt'],
			] as const) {
				review.suggest(path, 2, ['changed'], {author: user(login)});
				review.pullRequest.review({state: 'CHANGES_REQUESTED', author: user(login)});
			}
		},
	});
	const {tree, env, review} = opened;
	tree.put({'src/other.txt': tree.read('src/other.txt').replace('entry 1', 'mine')});
	const args = ['apply', '7', ...flags, '--request-review', '--trust', 'anyone'];
	await tree.run(args, {env: {...env, ...gitThatKills('push', 'before')}});
	expect(review.pullRequest.data.reviewRequests).toEqual([]);
	expect((await continued(opened)).json).toMatchObject({publication: {requested: 1, pending: 0}});
	// The change for Tom is not committed, because it is next to an edit of the user.
	expect(review.pullRequest.data.reviewRequests).toEqual(['ann']);
});

test.each([
	['nor said to be applied', publish, ['Applied in <commit>.']],
	['with replies off', ['apply', '7', '--push', '--resolve-threads'], []],
])('the thread of a change that is left uncommitted is not resolved, %s', async (_, args, said) => {
	const opened = await pushing({review: suggest});
	const {tree, env} = opened;
	tree.put({'src/other.txt': tree.read('src/other.txt').replace('entry 2', 'mine')});
	await tree.run(args, {env: {...env, ...gitThatKills('push', 'before')}});
	const {code, json} = await continued(opened);
	expect([code, json]).toMatchObject([
		3,
		{stops: [{message: 'Skipped 1 thread: its commit is not on the pull request.'}]},
	]);
	expect(threadsOf(opened)).toEqual([[true, ...said], [false], [true, ...said]]);
});

test('after a push that is refused nothing is left to be said', async () => {
	const opened = await pushing({review: suggest});
	opened.hook('pre-receive', 'exit 1');
	expect((await opened.push('--publish')).code).toBe(4);
	expect((await continued(opened)).json).toMatchObject({error: {code: 'nothing-to-continue'}});
});
