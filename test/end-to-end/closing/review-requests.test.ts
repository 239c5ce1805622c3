import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {closedPort} from '../../emulators/redis.ts';
import {reviewed} from './publishing.ts';

/** Ann requested changes on line 3 and Tom on lines 9 and 20; all but line 20 are fixed and pushed. */
async function twoPeople() {
	const opened = await reviewed([], {
		more(review) {
			const by = (login: string) => ({author: user(login)});
			review.suggest('src/list.txt', 3, ['better 3'], by('ann'));
			review.suggest('src/list.txt', 9, ['better 9'], by('tom'));
			review.suggest('src/list.txt', 20, ['better 20'], by('tom'));
			for (const login of ['ann', 'tom']) review.pullRequest.review({state: 'CHANGES_REQUESTED', ...by(login)});
		},
	});
	opened.fix(3, 9);
	opened.push();
	return opened;
}

test('a review is requested from people whose threads are all done, once, and others stay requested', async () => {
	const {call, data, gitHub, fix, push} = await twoPeople();
	data.reviewRequests.push('eve');
	const {json} = await call(['--request-review', '--json']);
	expect(data.reviewRequests).toEqual(['eve', 'ann']);
	expect(json).toMatchObject({publication: {requested: 1, replies: 0, resolved: 0, pending: 0}});
	fix(20);
	push();
	await call(['--request-review']);
	expect(data.reviewRequests).toEqual(['eve', 'ann', 'tom']);
	const writes = gitHub.writes.length;
	await call(['--request-review']);
	expect(gitHub.writes).toHaveLength(writes);
});

test('if the server of the limits cannot be reached, a review is requested later, by --continue', async () => {
	const {call, data, tree, gitHub, clock} = await twoPeople();
	const env = {CR_STORE_URL: `redis://127.0.0.1:${closedPort}`};
	const {code, json} = await call(['--request-review', '--json'], {env});
	expect([code, gitHub.writes, json]).toMatchObject([
		...[5, []],
		{publication: {requested: 0}, stops: [{step: 'publish', remedy: expect.stringContaining('--continue')}]},
	]);
	const continued = await tree.call(['apply', '--continue'], {env: gitHub.env, clock});
	expect([continued.code, data.reviewRequests]).toEqual([0, ['ann']]);
});

const publish = ['--reply', '--request-review'];
const limits = () => Array.from({length: 4}, () => fault.secondaryLimit({retryAfter: 60}));

const continued = ({tree, gitHub, clock}: Awaited<ReturnType<typeof twoPeople>>) =>
	tree.call(['apply', '--continue', '--json'], {env: gitHub.env, clock});

test('a run that stops before its requests makes them later', async () => {
	const opened = await twoPeople();
	const {call, data, gitHub} = opened;
	gitHub.faults.on('RequestReviews', ...limits());
	const stopped = await call([...publish, '--json']);
	expect([stopped.code, stopped.json]).toMatchObject([5, {publication: {replies: 2, requested: 0, pending: 1}}]);
	expect((await continued(opened)).json).toMatchObject({exitCode: 0, publication: {requested: 1, pending: 0}});
	expect(data.reviewRequests).toEqual(['ann']);
});

test('a request whose response was lost is found on GitHub', async () => {
	const {call, data, gitHub} = await twoPeople();
	gitHub.faults.on('RequestReviews', fault.cut());
	const {code, json} = await call(['--request-review', '--json']);
	expect([code, json]).toMatchObject([3, {publication: {requested: 1, pending: 0}, stops: []}]);
	expect([data.reviewRequests, gitHub.writes.length]).toEqual([['ann'], 1]);
});

test('no review is requested from a person who answers before the rest is written', async () => {
	const opened = await twoPeople();
	const {call, data, gitHub, threads} = opened;
	gitHub.faults.on('Reply', ...limits());
	expect((await call(publish)).code).toBe(5);
	const [{comments}] = threads as [(typeof threads)[0]];
	comments.push({...comments[0]!, id: 'late', fullDatabaseId: '90', body: 'Wait.'});
	expect((await continued(opened)).json).toMatchObject({
		exitCode: 3,
		publication: {replies: 1, requested: 0, pending: 0},
	});
	expect(data.reviewRequests).toEqual([]);
});

test('no review is requested from a person who answers right before the thread is resolved', async () => {
	const {call, data, gitHub, threads} = await twoPeople();
	const [{comments}] = threads as [(typeof threads)[0]];
	const answer = () => comments.push({...comments[0]!, id: 'late', fullDatabaseId: '90', body: 'Wait.'});
	gitHub.faults.on('Reply', fault.meanwhile(answer));
	const {code, json} = await call([...publish, '--resolve-threads', '--resolve-people', '--json']);
	expect([code, json]).toMatchObject([3, {publication: {resolved: 1, requested: 0, pending: 0}}]);
	expect([data.reviewRequests, threads[0]!.isResolved]).toEqual([[], false]);
});

test('a request that GitHub refuses is reported', async () => {
	const {call, gitHub} = await twoPeople();
	gitHub.faults.on('RequestReviews', fault.errors({type: 'FORBIDDEN', message: 'Resource not accessible'}));
	const {code, json} = await call(['--request-review', '--json']);
	expect([code, json]).toMatchObject([4, {publication: {requested: 0}, stops: [{code: 'no-review-request'}]}]);
});

test('a dry run requests nothing', async () => {
	const {call, gitHub} = await twoPeople();
	const {json} = await call(['--request-review', '--dry-run', '--json']);
	expect([gitHub.writes, json]).toEqual([
		[],
		expect.objectContaining({publication: expect.objectContaining({pending: 1})}),
	]);
});

test('a reaction goes to the comments whose changes a commit of pr-resolve has', async () => {
	const {call, tree, push, threads} = await reviewed([3, 9]);
	tree.git('config', 'user.name', 'A Tester');
	tree.git('config', 'user.email', 'tester@example.com');
	await call(['--commit']);
	push();
	await call(['--react']);
	expect(threads.map(({comments}) => [comments.length, comments[0]!.thumbs])).toEqual([
		[1, ['octocat']],
		[1, ['octocat']],
	]);
});
