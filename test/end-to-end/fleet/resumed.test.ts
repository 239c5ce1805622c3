import {expect, test} from 'vitest';
import {user, writing} from '../../emulators/github/data.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import type {Review} from '../../helpers/review-of.ts';
import {rabbit} from '../no-checkout/applying.ts';
import {fleetToApply, oneSuggestion} from './applying.ts';

const flags = ['acme', '--apply', '--publish', '--yes', '--json'];

/** Pull requests that a whole fleet has applied, and how to comment on one since. */
async function applied(count: number) {
	const reviews: Review[] = [];
	const review = (one: Review) => reviews.push(oneSuggestion(one));
	const wanted = Array.from({length: count}, (_, index) => ({repository: 'acme/api', number: index + 1, review}));
	const made = await fleetToApply(wanted);
	expect((await made.fleet(flags)).report().totals).toMatchObject({commits: count, replies: count});
	const pullOf = (number: number) => made.host.world.pullRequests.find(one => one.number === number)!;
	const post = (number: number, body: string, author = user('eve')) => {
		const pull = pullOf(number);
		pull.updatedAt = new Date(Date.now() + 60_000).toISOString();
		return {pull, comment: writing(pull.url, {body, author, createdAt: pull.updatedAt, updatedAt: pull.updatedAt})};
	};
	const resume = async () => {
		const before = made.host.requests.length;
		const ended = await made.fleet([...flags, '--resume']);
		return {...ended, requests: made.host.requests.slice(before).map(({operation}) => operation)};
	};
	return {...made, reviews, post, resume};
}

test.each([
	['on the pull request', ({pull, comment}) => void pull.comments.push({__typename: 'IssueComment', ...comment})],
	[
		'in a review',
		({pull, comment}) =>
			void pull.reviews.push({
				...{__typename: 'PullRequestReview', state: 'CHANGES_REQUESTED', commit: {oid: pull.headRefOid}},
				...comment,
			}),
	],
	[
		'as a reply',
		({pull, comment}) => {
			const {comments} = pull.reviewThreads[0]!;
			const [first] = comments;
			comments.push({...first!, ...comment, replyTo: {fullDatabaseId: first!.fullDatabaseId}});
		},
	],
] satisfies [string, (posted: Posted) => void][])(
	'--resume takes one again that has a new comment %s, and no other',
	async (_, add) => {
		const {post, resume} = await applied(2);
		add(post(2, 'Please rename `item two` everywhere, it is misleading.'));
		const first = await resume();
		expect([first.stderr.match(/^acme\/api#\d/gm), first.report().pullRequests]).toMatchObject([
			['acme/api#2'],
			expect.arrayContaining([
				expect.objectContaining({
					number: 2,
					commits: [expect.anything()],
					summary: expect.objectContaining({applied: 1}),
				}),
			]),
		]);
		expect(first.report().totals).toMatchObject({pullRequests: 2, commits: 2, replies: 2, resolved: 2});
		expect((await resume()).stderr).not.toContain('acme/api#');
	},
);

type Posted = Awaited<ReturnType<typeof applied>> extends {post: (...args: never[]) => infer Result} ? Result : never;

test('what a fleet writes itself is no news: --resume reads them together, once, and then none', async () => {
	const {host, resume} = await applied(3);
	const writes = host.writes.length;
	const [first, second] = [await resume(), await resume()];
	expect(first.requests.filter(operation => operation === 'WholePullRequests')).toHaveLength(1);
	expect(second.requests).toHaveLength(first.requests.length - 1);
	expect([first.stderr, second.stderr, host.writes.length]).toEqual(['', '', writes]);
	expect(second.report().totals).toMatchObject({states: {done: 3}, commits: 3, replies: 3, summary: {applied: 3}});
});

test('an edited comment is news', async () => {
	const {host, post, resume} = await applied(1);
	const {pull} = post(1, '');
	pull.reviewThreads[0]!.comments[0]!.body = `Better like this.\n\n${suggestion('item 2')}`;
	expect((await resume()).stderr).toContain('acme/api#1: ');
	expect(host.world.pullRequests).toHaveLength(1);
});

test('what is taken again counts once: all that this fleet did, also if the second run is cut', async () => {
	const {host, cutAfter, reviews, resume} = await applied(2);
	for (const review of reviews) review.suggest('src/other.txt', 3, ['entry three'], rabbit);
	const writes = host.writes.length;
	await cutAfter(writes + 3, [...flags, '--resume']);
	for (const time of ['cut', 'whole']) {
		const {code, report} = await resume();
		expect([time, code, report().totals]).toMatchObject([
			...[time, 0],
			{states: {done: 2}, commits: 4, replies: 4, resolved: 4, summary: {findings: 4, applied: 4}},
		]);
	}
});

test('the exit code is that of the last run, which reads all that is left', async () => {
	const {host, reviews, resume} = await applied(1);
	reviews[0]!.suggest('src/other.txt', 3, ['entry three'], rabbit).suggest('src/other.txt', 3, ['entry drei'], rabbit);
	const open = await resume();
	expect([open.code, open.report().totals.summary]).toMatchObject([3, {findings: 3, applied: 1, conflict: 2}]);
	for (const thread of host.world.pullRequests[0]!.reviewThreads) thread.isResolved = true;
	reviews[0]!.suggest('src/list.txt', 5, ['item five'], rabbit);
	const done = await resume();
	expect([done.code, done.report().totals]).toMatchObject([
		0,
		{commits: 2, summary: {findings: 4, applied: 2, conflict: 0, notActionable: 2}},
	]);
});
