import {expect, test} from 'vitest';
import {bot, headOid, pullRequest, user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {publisherOf} from './publisher-of.ts';

const twoThreads = () => pullRequest().threads(2, () => ({author: bot('coderabbitai')}));
const reply = (thread: string, body = 'Applied.') => ({kind: 'reply', thread, body}) as const;

test('the state of a pull request is read before anything is written', async () => {
	const {publisher, server} = await publisherOf(
		pullRequest({headRepository: 'friend/app', commits: ['b'.repeat(40), headOid]})
			.review({state: 'CHANGES_REQUESTED', author: user('ann')})
			.review({state: 'CHANGES_REQUESTED', author: user('tom')})
			.review({state: 'APPROVED', author: user('tom')})
			.review({state: 'PENDING', author: user('octocat'), url: 'https://github.com/octo/app/pull/7#pending'}),
		{
			repositories: [
				{nameWithOwner: 'octo/app', roles: {octocat: 'read'}},
				{
					nameWithOwner: 'friend/app',
					requiresSignoff: true,
					roles: {octocat: 'write'},
					rule: {viewerCanPush: false, requiresSignatures: true},
				},
			],
		},
	);
	expect(await publisher.standing()).toEqual({
		id: 'PR_octo/app_7',
		viewer: 'octocat',
		viewerId: 583231,
		state: 'open',
		isLocked: false,
		isArchived: false,
		isQueued: false,
		head: {
			oid: headOid,
			branch: 'feature',
			repository: 'friend/app',
			isFork: true,
			exists: true,
			mayPush: false,
			requiresSignatures: true,
			requiresSignoff: true,
		},
		commits: ['b'.repeat(40), headOid],
		pendingReview: 'https://github.com/octo/app/pull/7#pending',
		changesRequestedBy: [{id: 'U_ann', login: 'ann'}],
	});
	expect(server.writes).toEqual([]);
});

test('who may push to a fork: its writers, and writers of the base if the author allows edits', async () => {
	const mayPush = async (init: object, roles: Record<string, 'read' | 'write'>) => {
		const fork = {nameWithOwner: 'friend/app', roles: {octocat: roles.fork!}};
		const base = {nameWithOwner: 'octo/app', roles: {octocat: roles.base!}};
		const pull = pullRequest({headRepository: 'friend/app', ...init});
		const {publisher} = await publisherOf(pull, {repositories: [base, fork]});
		return (await publisher.standing()).head.mayPush;
	};
	expect(await mayPush({}, {base: 'read', fork: 'write'})).toBe(true);
	expect(await mayPush({}, {base: 'write', fork: 'read'})).toBe(true);
	expect(await mayPush({maintainerCanModify: false}, {base: 'write', fork: 'read'})).toBe(false);
	expect(await mayPush({}, {base: 'read', fork: 'read'})).toBe(false);
});

test('what an older server does not know is null', async () => {
	const {publisher, server} = await publisherOf(pullRequest());
	server.faults.on('Publish', fault.errors({message: "Field 'isInMergeQueue' doesn't exist on type 'PullRequest'"}));
	expect(await publisher.standing()).toMatchObject({
		viewer: 'octocat',
		isQueued: null,
		head: {mayPush: true, requiresSignatures: null, requiresSignoff: null},
	});
});

test('threads are read with their comments, and again by id', async () => {
	const pull = twoThreads();
	const {publisher, data} = await publisherOf(pull.thread({author: user('ann')}, thread => thread.reply()));
	data.reviewThreads[2]!.comments[0]!.thumbs = ['octocat'];
	const threads = await publisher.threads();
	expect(threads.map(({comments}) => comments.map(({author, hasThumb}) => [author!.login, hasThumb]))).toEqual([
		[['coderabbitai', false]],
		[['coderabbitai', false]],
		[
			['ann', true],
			['reviewer', false],
		],
	]);
	const [first, , last] = threads;
	expect(await publisher.threadsNow([last!.id, 'PRRT_gone', first!.id])).toEqual([last, first]);
});

test('more threads than one request may name are read again, all of them', async () => {
	const {publisher} = await publisherOf(twoThreads().threads(118));
	const threads = await publisher.threads();
	expect(await publisher.threadsNow(threads.map(({id}) => id))).toEqual(threads);
});

test('every kind of write takes effect', async () => {
	const {publisher, data, server} = await publisherOf(twoThreads());
	const [{id: thread, comments}] = data.reviewThreads as [(typeof data.reviewThreads)[0]];
	const written = await publisher.write(reply(thread));
	expect(written).toMatchObject({kind: 'done', isPending: false, comment: {url: expect.stringContaining('#')}});
	const mine = comments.at(-1)!;
	expect([mine.body, mine.author!.login]).toEqual(['Applied.', 'octocat']);
	await publisher.write({kind: 'edit', thread, comment: mine.id, body: 'Reverted.'});
	await publisher.write({kind: 'resolve', thread});
	expect([mine.body, data.reviewThreads[0]!.isResolved]).toEqual(['Reverted.', true]);
	await publisher.write({kind: 'unresolve', thread});
	await publisher.write({kind: 'react', thread, comment: comments[0]!.id});
	data.reviewRequests.push('tom');
	await publisher.write({kind: 'request', pullRequest: data.id, people: ['U_ann']});
	const summary = {kind: 'comment', pullRequest: data.id, comment: null, body: 'One'} as const;
	const made = await publisher.write(summary);
	const comment = made.kind === 'done' ? made.comment!.id : null;
	await publisher.write({...summary, comment, body: 'Two'});
	expect(data).toMatchObject({reviewRequests: ['tom', 'ann'], comments: [{body: 'Two'}]});
	expect([data.reviewThreads[0]!.isResolved, comments[0]!.thumbs]).toEqual([false, ['octocat']]);
	expect(server.writes.map(({operation}) => operation)).toEqual([
		...['Reply', 'EditReply', 'Resolve', 'Unresolve', 'React', 'RequestReviews', 'Comment', 'EditComment'],
	]);
});

test('a reply that joins a pending review is noticed', async () => {
	const {publisher, data} = await publisherOf(twoThreads().review({state: 'PENDING', author: user('octocat')}));
	const written = await publisher.write(reply(data.reviewThreads[0]!.id));
	expect(written).toMatchObject({kind: 'done', isPending: true});
});

test('a token without contents: write may reply, but not resolve', async () => {
	const tokens = {[goodToken]: {login: 'octocat', scopes: null, permissions: {contents: 'read' as const}}};
	const {publisher, data} = await publisherOf(twoThreads(), {tokens});
	const thread = data.reviewThreads[0]!.id;
	expect((await publisher.threads()).map(({mayResolve, mayReply}) => [mayReply, mayResolve])).toEqual([
		[true, false],
		[true, false],
	]);
	expect(await publisher.write(reply(thread))).toMatchObject({kind: 'done'});
	expect(await publisher.write({kind: 'resolve', thread})).toMatchObject({
		kind: 'denied',
		failure: {code: 'forbidden'},
	});
});

test.each([
	['a cut connection', fault.cut(), {kind: 'unknown'}, 1],
	['an HTML page', fault.html(502), {kind: 'unknown'}, 1],
	['a token that has expired', fault.badCredentials(), {kind: 'blocked'}, 0],
	[
		'a locked conversation',
		fault.errors({type: 'UNPROCESSABLE', message: 'lock prevents comment'}),
		{kind: 'rejected'},
		0,
	],
])('%s ends a write, which is not sent again', async (_, failing, end, effects) => {
	const {publisher, data, server} = await publisherOf(twoThreads());
	server.faults.on('Reply', failing);
	expect(await publisher.write(reply(data.reviewThreads[0]!.id))).toMatchObject(end);
	expect([server.writes.length, server.requests.length]).toEqual([effects, 1]);
});

test('a write that took effect is not sent again, whatever the answer says of limits', async () => {
	const {publisher, data, server} = await publisherOf(twoThreads());
	const limit = {type: 'RATE_LIMITED', message: 'API rate limit exceeded'};
	server.faults.on('Reply', fault.missing(['addPullRequestReviewThreadReply', 'clientMutationId'], limit));
	expect(await publisher.write(reply(data.reviewThreads[0]!.id))).toMatchObject({kind: 'done'});
	expect(server.writes).toHaveLength(1);
});

test('a thread that is gone is no failure', async () => {
	const {publisher} = await publisherOf(twoThreads());
	expect(await publisher.write(reply('PRRT_gone'))).toEqual({kind: 'gone'});
});
