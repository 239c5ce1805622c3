import {expect, test} from 'vitest';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import type {PullRequest} from '../../source/review/comment.ts';
import {bot, pullRequest, user} from '../emulators/github/data.ts';
import {type Fault, fault} from '../emulators/github/faults.ts';
import {bodiesOf, connect, gitHub, octoApp} from './connect.ts';

test('a whole pull request is read, with the names that GitHub returns', async () => {
	const pull = pullRequest({headRepository: 'fork/app', headRefName: 'fix', title: 'Fix it'})
		.thread({path: 'src/a.ts', line: 9, startLine: 7, body: 'first', author: bot('coderabbitai')}, thread =>
			thread.reply({body: 'answer', author: user('ann')}).resolve(),
		)
		.thread({path: 'src/b.ts', line: 3, startLine: null}, thread => thread.outdate().minimize('SPAM'))
		.thread({path: 'src/c.ts'}, thread => thread.onFile())
		.review({state: 'CHANGES_REQUESTED', body: 'Please change.', commit: null})
		.comment({body: 'General.'})
		.file('src/a.ts')
		.file('src/new.ts', {changeType: 'ADDED', additions: 4, deletions: 0});
	const {client} = await connect(await gitHub({pullRequests: [pull]}));

	const read = await fetchPullRequest(client, {owner: 'OCTO', name: 'App', number: 7});

	expect(read).toMatchObject({
		host: 'github.com',
		owner: 'octo',
		repo: 'app',
		number: 7,
		title: 'Fix it',
		state: 'open',
		headRefOid: 'a'.repeat(40),
		headRefName: 'fix',
		headRepository: 'fork/app',
		baseRefName: 'main',
		source: {kind: 'host', id: 'github'},
		author: {login: 'author', isBot: false},
		files: [
			{path: 'src/a.ts', changeType: 'modified', additions: 1, deletions: 1},
			{path: 'src/new.ts', changeType: 'added', additions: 4, deletions: 0},
		],
		completeness: {pages: 5, incomplete: [], notInApi: []},
	});
	const [resolved, outdated, onFile] = read.reviewThreads;
	expect(resolved).toMatchObject({path: 'src/a.ts', startLine: 7, line: 9, diffSide: 'new', isResolved: true});
	expect(resolved?.comments[0]?.author).toEqual({login: 'coderabbitai', isBot: true});
	expect(resolved?.comments[1]).toMatchObject({body: 'answer', replyTo: resolved?.comments[0]?.id});
	expect(resolved?.comments[0]?.id).toMatch(/^\d+$/);
	expect(outdated).toMatchObject({isOutdated: true, line: null, originalLine: 3, subjectType: 'lines'});
	expect(outdated?.comments[0]).toMatchObject({isMinimized: true, minimizedReason: 'SPAM'});
	expect(onFile).toMatchObject({subjectType: 'file', line: null, originalLine: null});
	expect(read.reviews).toMatchObject([{body: 'Please change.', state: 'changes-requested', commit: null}]);
	expect(read.comments).toMatchObject([{body: 'General.'}]);
});

test('a deleted fork is a head repository of null', async () => {
	const server = await gitHub({pullRequests: [pullRequest({headRepository: null})]});
	const {client} = await connect(server);
	expect((await fetchPullRequest(client, octoApp)).headRepository).toBeNull();
});

test('31st comment is seen', async () => {
	const pull = pullRequest();
	for (let index = 1; index <= 31; index += 1)
		pull.comment({body: `comment ${index}`}).review({body: `review ${index}`});
	const {client} = await connect(await gitHub({pullRequests: [pull], pageCap: 30}));
	const read = await fetchPullRequest(client, octoApp);
	expect(read.comments.at(-1)?.body).toBe('comment 31');
	expect(read.reviews.map(({body}) => body)).toHaveLength(31);
	expect(read.completeness.incomplete).toEqual([]);
});

test('101st thread and 21st reply are seen', async () => {
	const pull = pullRequest().threads(100);
	pull.thread({body: 'the 101st'}, thread => {
		for (let index = 1; index <= 21; index += 1) thread.reply({body: `reply ${index}`});
	});
	const {client} = await connect(await gitHub({pullRequests: [pull], pageCap: 20}));
	const pages: string[] = [];
	const read = await fetchPullRequest(client, octoApp, ({what, fetched, total}) => {
		if (what === 'review threads') pages.push(`${fetched}/${total}`);
	});
	expect(read.reviewThreads).toHaveLength(101);
	expect(bodiesOf(read)[100]).toEqual(['the 101st', ...Array.from({length: 21}, (_, index) => `reply ${index + 1}`)]);
	expect(pages).toEqual(['20/101', '40/101', '60/101', '80/101', '100/101', '101/101']);
	expect(read.completeness).toMatchObject({pages: 1 + 6 + 1 + 3, incomplete: []});
});

test('each page is reported once, with its content', async () => {
	const pull = pullRequest().threads(5).review({body: 'a review'}).comment({body: 'a comment'});
	pull.thread({body: 'long'}, thread => {
		for (let index = 1; index <= 5; index += 1) thread.reply({body: `reply ${index}`});
	});
	const {client} = await connect(await gitHub({pullRequests: [pull], pageCap: 3}));
	const parts: PullRequest[] = [];
	const read = await fetchPullRequest(client, octoApp, (_, part) => void (part && parts.push(part)));
	expect(
		parts.map(({reviewThreads, reviews, comments}) => [reviewThreads, reviews, comments].map(all => all.length)),
	).toEqual([
		[3, 0, 0],
		[3, 0, 0],
		[0, 1, 0],
		[0, 0, 1],
	]);
	const threads = parts.flatMap(({reviewThreads}) => reviewThreads);
	expect(threads.map(({id}) => id)).toEqual(read.reviewThreads.map(({id}) => id));
	expect(threads.at(-1)!.comments).toEqual(read.reviewThreads.at(-1)!.comments.slice(0, 3));
	expect(parts.map(({title, completeness}) => [title, completeness.incomplete])).toEqual(
		parts.map(() => [read.title, []]),
	);
});

test('ghost author (null) does not crash', async () => {
	const pull = pullRequest({author: null}).thread({author: null}).review({author: null}).comment({author: null});
	const {client} = await connect(await gitHub({pullRequests: [pull]}));
	const read = await fetchPullRequest(client, octoApp);
	expect(read.author).toBeNull();
	expect([read.reviewThreads[0]?.comments[0], read.reviews[0], read.comments[0]].map(one => one?.author)).toEqual([
		null,
		null,
		null,
	]);
});

test('a comment of a pending review is kept as pending', async () => {
	const pull = pullRequest()
		.thread({}, thread => thread.pend())
		.review({state: 'PENDING'});
	const {client} = await connect(await gitHub({pullRequests: [pull]}));
	const read = await fetchPullRequest(client, octoApp);
	expect(read.reviewThreads[0]?.comments[0]?.state).toBe('pending');
	expect(read.reviews[0]?.state).toBe('pending');
});

test('MAX_NODE shrinks the page, and nothing is lost', async () => {
	const server = await gitHub({pullRequests: [pullRequest().threads(60)], nodeLimit: 500});
	const {client, waits} = await connect(server);
	const read = await fetchPullRequest(client, octoApp);
	expect(read.reviewThreads).toHaveLength(60);
	expect(waits).toEqual([]);
	const sizes = server.requests
		.filter(({operation}) => operation === 'ReviewThreads')
		.map(({variables}) => `${variables.first} x ${variables.inner}`);
	expect(sizes.slice(0, 6)).toEqual(['100 x 50', '50 x 50', '25 x 50', '12 x 50', '6 x 50', '12 x 50']);
	// Of pages that grow again, ever fewer.
	expect(sizes.filter(size => size === '12 x 50').length).toBeLessThanOrEqual(4);
});

test.each([
	['RESOURCE_LIMITS_EXCEEDED', fault.errors({type: 'RESOURCE_LIMITS_EXCEEDED', message: 'too much'})],
	['a gateway time-out', fault.html(502)],
	['a time-out without a type', fault.errors({message: 'Something went wrong while executing your query.'})],
])('%s shrinks the page and is never sent again unchanged', async (_, failing) => {
	const server = await gitHub({pullRequests: [pullRequest().threads(3)]});
	server.faults.on('ReviewThreads', failing, failing);
	const {client} = await connect(server);
	expect((await fetchPullRequest(client, octoApp)).reviewThreads).toHaveLength(3);
	const sent = server.requests.filter(({operation}) => operation === 'ReviewThreads');
	expect(sent.map(({variables}) => variables.first)).toEqual([100, 50, 25]);
});

test('SSO partial-results are reported', async () => {
	const server = await gitHub({pullRequests: [pullRequest().threads(2)]});
	server.faults.on('ReviewThreads', fault.ssoPartial(21955855, 20582480));
	const {client} = await connect(server);
	const {completeness} = await fetchPullRequest(client, octoApp);
	expect(completeness.incomplete).toEqual([expect.stringContaining('21955855, 20582480')]);
});

test('data beside errors is reported with its place and never taken for complete', async () => {
	const pull = pullRequest().threads(3).file('a.ts');
	const server = await gitHub({pullRequests: [pull]});
	server.faults.on(
		'ReviewThreads',
		fault.missing(['node', 'reviewThreads', 'nodes', 1], {type: 'FORBIDDEN', message: 'Not for you.'}),
	);
	server.faults.on('ChangedFiles', fault.missing(['node', 'files'], {message: 'Diff is not available.'}));
	const {client} = await connect(server);
	const read = await fetchPullRequest(client, octoApp);
	expect(bodiesOf(read)).toEqual([['thread 1'], ['thread 3']]);
	expect(read.files).toBeNull();
	expect(read.completeness.incomplete).toEqual([
		'github.com omitted part of the response: node.reviewThreads.nodes[1]: Not for you.',
		'Only 2 of 3 review threads could be read.',
		'github.com omitted part of the response: node.files: Diff is not available.',
		'github.com did not send the changed files.',
	]);
});

test.each([
	['stands still', {hasNextPage: true, endCursor: 'same'}, [null]],
	['is missing', {hasNextPage: true, endCursor: null}, [null]],
	['leads to empty pages', {hasNextPage: true, endCursor: 'next'}, []],
])('a cursor that %s is an error, not a loop', async (_, pageInfo, nodes) => {
	const server = await gitHub({pullRequests: [pullRequest()]});
	const stuck = fault.body({data: {node: {reviews: {totalCount: 5, pageInfo, nodes}}}});
	server.faults.on('Reviews', stuck, stuck, stuck);
	const {client} = await connect(server);
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({kind: 'failed', code: 'bad-answer'});
	expect(server.requests.filter(({operation}) => operation === 'Reviews').length).toBeLessThanOrEqual(2);
});

test.each([
	['the same comment', () => 1, 5],
	['new comments', (page: number) => page * 100, 12],
])('pages of %s without an end are left, and that is reported', async (_, firstId, pages) => {
	const pull = pullRequest().comment({body: 'one'});
	const server = await gitHub({pullRequests: [pull]});
	let page = 0;
	let sample: object | undefined;
	const endless: Fault = answer => {
		page++;
		// The server knows no such cursor, but the first answer shows what a comment looks like.
		sample ??= (answer.body as {data: {node: {comments: {nodes: object[]}}}}).data.node.comments.nodes[0];
		const fresh = Array.from({length: 100}, (_, index) => ({...sample, fullDatabaseId: `${firstId(page) + index}`}));
		const pageInfo = {hasNextPage: true, endCursor: `cursor ${page}`};
		return {...answer, body: {data: {node: {comments: {totalCount: 1, pageInfo, nodes: fresh}}}}};
	};
	server.faults.on('IssueComments', ...Array.from({length: 100}, () => endless));
	const {client} = await connect(server);
	const read = await fetchPullRequest(client, octoApp);
	expect(read.completeness.incomplete).toEqual([
		expect.stringMatching(/^github\.com kept sending more pages of issue comments; reading stopped at \d+\.$/),
	]);
	expect(page).toBeLessThan(pages);
});

test('a comment that comes again on the next page, because the list moved, is one comment', async () => {
	const pull = pullRequest().comment({body: 'one'}).comment({body: 'two'});
	const server = await gitHub({pullRequests: [pull], pageCap: 1});
	server.faults.on('IssueComments', answer => {
		pull.data.comments.unshift({...pull.data.comments[0]!, id: 'node_0', fullDatabaseId: '1', body: 'zero'});
		return answer;
	});
	const {client} = await connect(server);
	const read = await fetchPullRequest(client, octoApp);
	expect(read.comments.map(({body}) => body)).toEqual(['one', 'two']);
	expect(read.completeness.incomplete).toEqual(['Only 2 of 3 issue comments could be read.']);
});

test.each([
	['repository', {...octoApp, name: 'other'}, 'Repository not found (404 Not Found): octo/other'],
	['pull request', {...octoApp, number: 99}, 'Pull request not found (404 Not Found): octo/app#99'],
])('a missing %s is a failure that names it', async (_, where, message) => {
	const {client} = await connect(await gitHub({pullRequests: [pullRequest()]}));
	await expect(fetchPullRequest(client, where)).rejects.toMatchObject({kind: 'failed', message});
});

test('a private repository that the token may not see names the scopes it has', async () => {
	const server = await gitHub({
		pullRequests: [pullRequest()],
		repositories: [{nameWithOwner: 'octo/app', isPrivate: true}],
		tokens: {['t'.repeat(40)]: {login: 'octocat', scopes: ['gist']}},
	});
	const {client} = await connect(server, {token: {value: server.env.GITHUB_TOKEN, source: 'GITHUB_TOKEN'}});
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({
		code: 'repository-not-found',
		remedy: expect.stringMatching(/scopes.*it has: gist.*case-sensitive.*match exactly/),
	});
});
