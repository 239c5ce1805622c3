import {expect, test} from 'vitest';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import {gitHub} from '../connect.ts';
import {collect, listsOf, scope} from './lists-of.ts';
import {endsOf, numbers, operations, pulls, readAllOf, wholeOf} from './reading.ts';

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
	await lists.ofScope(scope('octo/app'), null, onPage);
	const reads: number[] = [];
	const reading = lists.readEach(pages.flat(), [], ({number}) => {
		reads.push(number);
		stop.abort(new Error('stopped'));
	});
	await expect(reading).rejects.toThrow('stopped');
	expect(reads.length).toBeLessThan(11);
});
