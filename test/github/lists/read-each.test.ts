import {parse} from 'graphql';
import {expect, test} from 'vitest';
import {Failure} from '../../../source/failure.ts';
import {wholePullRequestsQuery} from '../../../source/github/lists/list-documents.ts';
import {fetchPullRequest, threadSizes} from '../../../source/github/pull-request.ts';
import {memoryFile} from '../../../source/resolve/memory-file.ts';
import {costOf} from '../../emulators/github/cost.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {connect, gitHub} from '../connect.ts';
import {committing} from '../publish/committing.ts';
import {endsOf, numbers, operations, pulls, readAllOf, wholeOf} from './reading.ts';

test('ten are read with one request, each as it would be by itself', async () => {
	const server = await gitHub({pullRequests: pulls(23)});
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(endsOf(reads)).toEqual(numbers(23));
	expect(operations(server)).toEqual(['WholePullRequests', 'WholePullRequests', 'WholePullRequests']);
	const {client} = await connect(server);
	for (const {listed, read} of reads) {
		if (read instanceof Failure) throw read;
		const {completeness, ...alone} = await fetchPullRequest(client, listed);
		const {completeness: receipt, ...together} = read.pullRequest;
		expect(together).toEqual(alone);
		expect([receipt.incomplete, completeness.incomplete]).toEqual([[], []]);
		expect(read).toMatchObject({checks: 'passed', files: []});
	}
});

test('what only a plan needs is not asked for where nothing is planned', async () => {
	const asksForMemory = (count: number | null) => wholePullRequestsQuery(count).includes(memoryFile);
	expect([asksForMemory(0), asksForMemory(null)]).toEqual([true, false]);
	const {reads, reading} = await readAllOf(await gitHub({pullRequests: pulls(2)}), null);
	await reading;
	expect(endsOf(reads)).toEqual(numbers(2));
});

test('more pages are read only of what has more', async () => {
	const [first, second, ...others] = pulls(4);
	first!.threads(120);
	second!.thread({body: 'long'}, thread => {
		for (let index = 1; index <= 60; index += 1) thread.reply({body: `reply ${index}`});
	});
	const server = await gitHub({pullRequests: [first!, second!, ...others]});
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(operations(server)).toEqual(['WholePullRequests', 'ReviewThreads', 'ThreadComments']);
	const [whole, long] = wholeOf(reads);
	expect(whole!.pullRequest.reviewThreads).toHaveLength(122);
	expect(whole!.pullRequest.completeness).toEqual({pages: 2, incomplete: [], notInApi: []});
	expect(
		long!.pullRequest.reviewThreads
			.at(-1)!
			.comments.map(({body}) => body)
			.at(-1),
	).toBe('reply 60');
});

test('with pages of two nothing is lost', async () => {
	const [pull] = pulls(1);
	pull!.threads(5).review().review().comment().comment().file('b.ts').file('c.ts');
	const server = await gitHub({pullRequests: [pull!, ...pulls(3).slice(1)], pageCap: 2});
	const {reads, reading, listed} = await readAllOf(server);
	await reading;
	const {client} = await connect(server);
	const {completeness, ...alone} = await fetchPullRequest(client, listed[0]!);
	expect(wholeOf(reads)[0]!.pullRequest).toMatchObject(alone);
	expect(completeness.incomplete).toEqual([]);
});

test.each([
	['SUCCESS', 'passed'],
	['FAILURE', 'failed'],
	['ERROR', 'failed'],
	['PENDING', 'running'],
	['EXPECTED', 'running'],
] as const)('checks that are %s have %s', async (checks, state) => {
	const without = pullRequest({number: 2});
	const server = await gitHub({pullRequests: [pullRequest({number: 1, checks}), without]});
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(wholeOf(reads).map(read => read.checks)).toEqual([state, null]);
});

test('checks that the token may not see keep nothing else from being read', async () => {
	const server = await gitHub({pullRequests: pulls(3)});
	const path = (index: number) => ['nodes', index, 'commits', 'nodes', 0, 'commit', 'statusCheckRollup'];
	const denied = {type: 'FORBIDDEN', message: 'Resource not accessible by personal access token'};
	const all = [0, 1, 2].map(index => fault.missing(path(index), denied));
	server.faults.on('WholePullRequests', async answer => {
		let sent = answer;
		for (const one of all) sent = (await one(sent)) as typeof answer;
		return sent;
	});
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(operations(server)).toEqual(['WholePullRequests']);
	expect(wholeOf(reads).map(({checks, pullRequest: {completeness}}) => [checks, completeness.incomplete])).toEqual([
		[null, []],
		[null, []],
		[null, []],
	]);
});

test('100 pull requests take a request for ten, and few of the points of an hour', async () => {
	const server = await gitHub({pullRequests: pulls(100)});
	const {reads, reading} = await readAllOf(server);
	const before = server.rate.remaining;
	await reading;
	expect(wholeOf(reads)).toHaveLength(100);
	expect(server.requests).toHaveLength(10);
	expect(before - server.rate.remaining).toBeLessThanOrEqual(110);
});

test('ten with full pages are within what GitHub allows for a query', () => {
	const ids = Array.from({length: 10}, (_, index) => `PR_${index}`);
	const {nodes, points} = costOf(parse(wholePullRequestsQuery(9)), {ids, ...threadSizes});
	expect(nodes).toBeLessThan(500_000 / 2);
	expect(points).toBeLessThanOrEqual(11);
});

test.each([
	['of the last commit', undefined, ['WholePullRequests']],
	['of the head, if that is not the last commit', ['b'.repeat(40)], ['WholePullRequests', 'RootFiles']],
])('files %s come with it', async (_, commits, sent) => {
	const {server, data} = await committing({'.pr-resolve.yaml': {content: 'strategy: skip\n'}});
	if (commits) data.commits = commits;
	const other = pullRequest({number: 8, headRepository: null});
	server.world.pullRequests.push(other.data);
	const {reads, reading} = await readAllOf(server, ['.pr-resolve.yaml', 'none.toml']);
	await reading;
	expect(operations(server).slice(0, sent.length)).toEqual(sent);
	expect(wholeOf(reads)[0]!.files).toEqual([{name: '.pr-resolve.yaml', text: 'strategy: skip\n'}]);
	expect(wholeOf(reads)[1]!.files).toEqual([]);
});
