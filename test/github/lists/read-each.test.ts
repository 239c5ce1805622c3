import {parse} from 'graphql';
import {expect, test} from 'vitest';
import type {ListedPullRequest, ReadPullRequest} from '../../../source/code-host/lists.ts';
import {Failure} from '../../../source/failure.ts';
import {wholePullRequestsQuery} from '../../../source/github/lists/whole-documents.ts';
import {fetchPullRequest, threadSizes} from '../../../source/github/pull-request.ts';
import {costOf} from '../../emulators/github/cost.ts';
import {bot, pullRequest} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {connect, gitHub} from '../connect.ts';
import {committing} from '../publish/committing.ts';
import {collect, listsOf} from './lists-of.ts';

/** So many pull requests, each with threads, a review, a comment and a file. */
const pulls = (count: number) =>
	Array.from({length: count}, (_, index) =>
		pullRequest({number: index + 1, headRefName: `fix-${index}`, checks: 'SUCCESS'})
			.thread({path: 'a.ts', author: bot('coderabbitai')}, thread => thread.reply({body: 'answer'}))
			.thread({path: 'b.ts'}, thread => thread.outdate().resolve())
			.review({body: 'a review'})
			.comment({body: 'a comment'})
			.file('a.ts'),
	);

type Read = {listed: ListedPullRequest; read: ReadPullRequest | Failure};

/** Lists the pull requests of octo/app and reads them; what is on the server then are the requests of the reading. */
async function readAllOf(server: GitHub, files: readonly string[] = []) {
	const lists = await listsOf(server);
	const {onPage, pages} = collect();
	await lists.ofRepository({owner: 'octo', name: 'app'}, onPage);
	server.requests.length = 0;
	const reads: Read[] = [];
	const reading = lists.readEach(pages.flat(), files, (listed, read) => void reads.push({listed, read}));
	return {reads, reading, listed: pages.flat()};
}

const operations = ({requests}: GitHub) => requests.map(({operation}) => operation);

/** What became of each: its number, and the code of its failure. */
const endsOf = (reads: readonly Read[]) =>
	reads.map(({listed, read}) => `${listed.number}${read instanceof Failure ? ` ${read.code}` : ''}`);

const numbers = (count: number) => Array.from({length: count}, (_, index) => `${index + 1}`);

const wholeOf = (reads: readonly Read[]) => reads.flatMap(({read}) => (read instanceof Failure ? [] : [read]));

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

test.each<[string, Fault]>([
	['RESOURCE_LIMITS_EXCEEDED', fault.errors({type: 'RESOURCE_LIMITS_EXCEEDED', message: 'too much'})],
	['a gateway time-out', fault.html(504)],
	['a bad gateway', fault.html(502)],
])('%s halves the batch, and is never sent again unchanged', async (_, refusal) => {
	const server = await gitHub({pullRequests: pulls(10)});
	server.faults.on('WholePullRequests', refusal, refusal);
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(endsOf(reads)).toEqual(numbers(10));
	const sizes = server.requests.map(({variables}) => (variables.ids as string[] | undefined)?.length ?? 1);
	expect(sizes).toEqual([10, 5, 3, 2, 5]);
});

test('at last they are read one by one, with smaller pages', async () => {
	const server = await gitHub({pullRequests: pulls(3), nodeLimit: 2000});
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(endsOf(reads)).toEqual(numbers(3));
	expect(operations(server).filter(name => name === 'WholePullRequests')).toHaveLength(2);
});

test('a server that does not know a part of the query is asked for each by itself', async () => {
	const server = await gitHub({pullRequests: pulls(4)});
	const unknown = fault.errors({message: "Field 'statusCheckRollup' doesn't exist on type 'Commit'"});
	server.faults.on('WholePullRequests', unknown);
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(endsOf(reads)).toEqual(numbers(4));
	expect(operations(server)).toEqual(['WholePullRequests', ...Array.from({length: 4}, () => 'WholePullRequest')]);
});

test('one that is gone or that the host does not send is a failure of its own', async () => {
	const held = pulls(5);
	const server = await gitHub({pullRequests: held});
	const {reads, reading} = await readAllOf(server);
	server.world.pullRequests.splice(1, 1);
	const broken = {message: 'Something is wrong with it.'};
	server.faults.on('WholePullRequests', fault.missing(['nodes', 3], broken));
	server.faults.on('WholePullRequest', fault.none(), fault.missing(['node'], {type: 'FORBIDDEN', message: 'No.'}));
	await reading;
	expect(endsOf(reads)).toEqual(['1', '2 pull-request-not-found', '3', '4 forbidden', '5']);
});

test('one of which a part is missing is read by itself, and what is missing then is in its receipt alone', async () => {
	const server = await gitHub({pullRequests: pulls(3)});
	server.faults.on('WholePullRequests', fault.missing(['nodes', 1, 'files'], {message: 'Diff is not available.'}));
	server.faults.on('WholePullRequest', fault.missing(['node', 'files'], {message: 'Diff is not available.'}));
	server.faults.on('ChangedFiles', fault.missing(['node', 'files'], {message: 'Diff is not available.'}));
	const {reads, reading} = await readAllOf(server);
	await reading;
	expect(operations(server)).toEqual(['WholePullRequests', 'WholePullRequest', 'ChangedFiles']);
	expect(wholeOf(reads).map(read => read.pullRequest.completeness.incomplete)).toEqual([
		[],
		[expect.stringContaining('node.files: Diff is not available.'), 'github.com did not send the changed files.'],
		[],
	]);
});

test('results that single sign-on hides are in the receipt of each', async () => {
	const server = await gitHub({pullRequests: pulls(2)});
	server.faults.on('WholePullRequests', fault.ssoPartial(21955855));
	const {reads, reading} = await readAllOf(server);
	await reading;
	for (const {pullRequest: read} of wholeOf(reads)) {
		expect(read.completeness.incomplete).toEqual([expect.stringContaining('21955855')]);
	}
});

test('a limit ends the reading: before anything was read it is thrown, later it is why the rest is not', async () => {
	const limit = fault.secondaryLimit({retryAfter: 9000});
	const early = await gitHub({pullRequests: pulls(2)});
	const first = await readAllOf(early);
	early.faults.next(limit);
	await expect(first.reading).rejects.toMatchObject({code: 'rate-limited'});
	expect(first.reads).toEqual([]);

	const server = await gitHub({pullRequests: pulls(25)});
	const {reads, reading} = await readAllOf(server);
	server.faults.on('WholePullRequests', fault.none(), limit);
	await reading;
	const limited = numbers(25).slice(10);
	expect(endsOf(reads)).toEqual([...numbers(10), ...limited.map(number => `${number} rate-limited`)]);
	expect(operations(server)).toEqual(['WholePullRequests', 'WholePullRequests']);
});

test('an interruption is thrown', async () => {
	const server = await gitHub({pullRequests: pulls(12)});
	const stop = new AbortController();
	const lists = await listsOf(server, {signal: stop.signal});
	const {onPage, pages} = collect();
	await lists.ofRepository({owner: 'octo', name: 'app'}, onPage);
	const reads: number[] = [];
	const reading = lists.readEach(pages.flat(), [], ({number}) => {
		reads.push(number);
		stop.abort(new Error('stopped'));
	});
	await expect(reading).rejects.toThrow('stopped');
	expect(reads.length).toBeLessThan(11);
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
