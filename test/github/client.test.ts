import {expect, test} from 'vitest';
import {fetchPullRequest} from '../../source/github/pull-request.ts';
import {pullRequest} from '../emulators/github/data.ts';
import {type Fault, fault} from '../emulators/github/faults.ts';
import {goodToken} from '../emulators/github/server.ts';
import {connect, gitHub, octoApp} from './connect.ts';

/** Reads a pull request of two threads from a host whose first answers have these faults. */
async function readThrough(faults: Fault[], options: Parameters<typeof connect>[1] = {}) {
	const server = await gitHub({pullRequests: [pullRequest().threads(2)]});
	server.faults.next(...faults);
	const {client, waits} = await connect(server, options);
	const result = fetchPullRequest(client, octoApp).then(
		read => ({threads: read.reviewThreads.length, failure: null}),
		(failure: unknown) => ({threads: null, failure: failure as Error & {remedy: string}}),
	);
	return {...(await result), waits, requests: server.requests.length};
}

test.each([
	['403', 403],
	['429', 429],
] as const)('%s secondary limit obeys Retry-After', async (_, status) => {
	const {threads, waits} = await readThrough([fault.secondaryLimit({status, retryAfter: 7})]);
	expect(waits).toEqual([{reason: 'secondary rate limit', ms: 7000}]);
	expect(threads).toBe(2);
});

test('Retry-After can be a date', async () => {
	const now = Date.parse('2026-03-01T10:00:00Z');
	const retryAfter = 'Sun, 01 Mar 2026 10:00:30 GMT';
	const {waits} = await readThrough([fault.secondaryLimit({retryAfter})], {now: () => now});
	expect(waits).toEqual([{reason: 'secondary rate limit', ms: 30_000}]);
});

test('a secondary limit without a time waits a minute, then twice as long', async () => {
	const {threads, waits} = await readThrough([fault.secondaryLimit(), fault.secondaryLimit()]);
	expect(waits.map(({ms}) => ms)).toEqual([60_000, 120_000]);
	expect(threads).toBe(2);
});

test('RATE_LIMITED in a 200 is retried after the reset', async () => {
	let now = Date.parse('2026-03-01T10:00:00Z');
	const server = await gitHub({pullRequests: [pullRequest().threads(2)], now: () => now});
	Object.assign(server.rate, {remaining: 2, resetsAt: now + 300_000});
	const {client, waits} = await connect(server, {
		now: () => now,
		sleep: async ms => {
			now += ms;
		},
	});
	const read = await fetchPullRequest(client, octoApp);
	expect(read.reviewThreads).toHaveLength(2);
	expect(waits).toEqual([{reason: 'rate limit', ms: 301_000}]);
});

test('a reset that is too far away fails at once and shows the time', async () => {
	const now = Date.parse('2026-03-01T10:00:00Z');
	const server = await gitHub({pullRequests: [pullRequest()], points: 0, now: () => now});
	const {client, waits} = await connect(server, {now: () => now});
	await expect(fetchPullRequest(client, octoApp)).rejects.toMatchObject({
		kind: 'failed',
		code: 'rate-limited',
		message: expect.stringContaining('2026-03-01T11:00:00.000Z'),
	});
	expect(waits).toEqual([]);
});

test('waits are bounded in number', async () => {
	const limits = Array.from({length: 20}, () => fault.secondaryLimit({retryAfter: 1}));
	const {failure, waits} = await readThrough(limits);
	expect(failure).toMatchObject({code: 'rate-limited'});
	expect(waits).toHaveLength(5);
});

test('waits are bounded in total', async () => {
	const {failure, waits} = await readThrough([
		fault.secondaryLimit({retryAfter: 600}),
		fault.secondaryLimit({retryAfter: 600}),
	]);
	expect(failure).toMatchObject({code: 'rate-limited'});
	expect(waits).toHaveLength(1);
});

test.each([
	['HTTP 500', fault.status(500, 'Server Error'), 'server-error'],
	['HTTP 503', fault.html(503), 'server-error'],
	['HTTP 502 for the smallest page', fault.html(502), 'server-error'],
	['a cut connection', fault.cut(), 'network'],
	['INTERNAL_ERROR in a 200', fault.errors({type: 'INTERNAL_ERROR', message: 'oops'}), 'server-error'],
])('%s is not "no comments": a failure after three more tries', async (_, failing, code) => {
	const {failure, waits} = await readThrough(Array.from({length: 30}, () => failing));
	expect(failure).toMatchObject({kind: 'failed', code});
	expect(waits.map(({ms}) => ms)).toEqual([1000, 2000, 4000]);
});

test.each([
	['HTTP 500', fault.status(500, 'Server Error'), 'server error (500)'],
	['a cut connection', fault.cut(), 'network error'],
])('%s that passes is retried', async (_, failing, reason) => {
	const {threads, waits} = await readThrough([failing]);
	expect(threads).toBe(2);
	expect(waits).toEqual([{reason, ms: 1000}]);
});

test('401 is not retried', async () => {
	const {failure, requests} = await readThrough([fault.badCredentials(), fault.badCredentials()]);
	expect(failure).toMatchObject({
		kind: 'authentication',
		code: 'bad-credentials',
		message: expect.stringContaining('Authentication failed (401 Unauthorized)'),
		remedy: expect.stringContaining('GITHUB_TOKEN'),
	});
	expect(requests).toBe(1);
});

const ssoUrl = 'https://github.com/orgs/octo/sso?authorization_request=abc';

test.each([
	['single sign-on', fault.ssoRequired(ssoUrl), 'sso-required', ssoUrl],
	[
		'single sign-on in a 200',
		(answer => ({
			...answer,
			headers: {...answer.headers, 'x-github-sso': `required; url=${ssoUrl}`},
			body: {data: {repository: null}, errors: [{type: 'FORBIDDEN', path: ['repository'], message: 'SAML'}]},
		})) satisfies Fault,
		'sso-required',
		ssoUrl,
	],
	[
		'a missing permission',
		fault.status(403, 'Resource not accessible by personal access token', {
			'x-accepted-github-permissions': 'pull_requests=read',
		}),
		'forbidden',
		'pull_requests=read',
	],
	[
		'a missing permission of a workflow',
		fault.errors({type: 'FORBIDDEN', message: 'Resource not accessible by integration', path: ['repository']}),
		'forbidden',
		'workflow',
	],
	[
		'a missing scope',
		fault.status(403, 'Must have admin rights', {'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'repo'}),
		'insufficient-scopes',
		'repo',
	],
	[
		'INSUFFICIENT_SCOPES',
		fault.errors({type: 'INSUFFICIENT_SCOPES', message: "requires one of: ['read:org']"}),
		'insufficient-scopes',
		'read:org',
	],
])('%s is an authentication failure with its remedy, not retried', async (_, failing, code, remedy) => {
	const {failure, requests} = await readThrough([failing]);
	expect(failure).toMatchObject({kind: 'authentication', code});
	expect(String(failure?.remedy)).toContain(remedy);
	expect(requests).toBe(1);
});

test.each([
	['HTML', fault.html(200)],
	['JSON of something else', fault.body({hello: 'world'})],
	['null', fault.body('null')],
	['a list', fault.body('[]')],
	['an answer of another shape', fault.body({data: {repository: {nameWithOwner: 'o/n', pullRequest: {id: 3}}}})],
	['errors that are no list', fault.body({errors: 'no'})],
])('a 200 that holds %s is an error', async (_, failing) => {
	const {failure} = await readThrough([failing]);
	expect(failure).toMatchObject({kind: 'failed', code: 'bad-answer'});
});

test('a 404 of the whole address is reported with the address', async () => {
	const {failure} = await readThrough([fault.status(404, 'Not Found')]);
	expect(failure).toMatchObject({
		kind: 'failed',
		message: 'Repository not found (404 Not Found): octo/app',
		remedy: expect.stringContaining('/graphql'),
	});
});

test('a field that an old server does not know is named', async () => {
	const {failure} = await readThrough([fault.errors({message: "Field 'fullDatabaseId' doesn't exist on type"})]);
	expect(failure).toMatchObject({code: 'query-refused', message: expect.stringContaining('fullDatabaseId')});
});

test('a host that never answers ends with the time limit', async () => {
	const {failure} = await readThrough(
		Array.from({length: 4}, () => fault.hang()),
		{timeoutMs: 40},
	);
	expect(failure).toMatchObject({code: 'network', message: expect.stringContaining('no response in time')});
});

test('an abort ends a request with its own reason', async () => {
	const controller = new AbortController();
	const reason = new Error('interrupted by the user');
	const hang: Fault = () => {
		controller.abort(reason);
		return 'hang';
	};
	const {failure} = await readThrough([hang], {signal: controller.signal});
	expect(failure).toBe(reason);
});

test('the token is in no message, even where the host repeats it', async () => {
	const {failure} = await readThrough([fault.status(403, `Token ${goodToken} may not`)]);
	expect(failure).toMatchObject({code: 'forbidden', message: expect.stringContaining('***')});
	expect(JSON.stringify([failure, failure?.message, String(failure?.stack)])).not.toContain(goodToken);
});

test.each([301, 302, 307, 308])(
	'a redirect (%i) is not followed, and the failure names where it leads',
	async status => {
		const other = await gitHub({pullRequests: [pullRequest().threads(2)]});
		const {failure, waits, requests} = await readThrough([
			answer => ({
				...answer,
				status,
				headers: {location: `${other.url.replace('//', '//user:secret@')}/graphql`},
				body: '',
			}),
		]);
		expect(failure).toMatchObject({kind: 'failed', code: 'redirected', message: expect.stringContaining(other.url)});
		expect(failure!.message).not.toContain('secret');
		expect([waits, requests, other.requests.length]).toEqual([[], 1, 0]);
	},
);
