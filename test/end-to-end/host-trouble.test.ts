import {expect, test} from 'vitest';
import {type Fault, fault} from '../emulators/github/faults.ts';
import type {GitHub} from '../emulators/github/server.ts';
import {hostOf} from '../helpers/host.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {virtualClock} from '../helpers/virtual-clock.ts';
import {type Environment, type WorkTree, workTree} from '../helpers/work-tree.ts';

const clone = () => workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');

/** A work tree and a host with a pull request of one change to it. */
async function hosted(): Promise<{tree: WorkTree; gitHub: GitHub}> {
	const tree = clone();
	return {tree, gitHub: await hostOf([reviewOf(tree).suggest('src/list.txt', 2, ['item two'])])};
}

type Trouble = {
	name: string;
	args?: string[];
	env?: (gitHub: GitHub) => Environment;
	/** What is to go wrong, once for each time that the program tries. */
	faults?: Fault[];
	code: string;
	exit: number;
	/** Words of the message, and of the remedy. */
	says: string[];
	advises: string[];
};

const sso = 'https://github.com/orgs/octo/sso?authorization_request=abc';
const strayToken = ['ghp', 'nobody'.repeat(6)].join('_');
const retried = (one: Fault, times = 6) => Array.from({length: times}, () => one);
const atOnce = {'retry-after': '0'};

const troubles: Trouble[] = [
	{
		name: 'no token',
		env: () => ({GITHUB_TOKEN: ''}),
		code: 'no-token',
		exit: 4,
		says: ['No token for github.com'],
		advises: [
			'https://github.com/settings/tokens',
			'https://github.com/settings/personal-access-tokens',
			'fine-grained',
			'GITHUB_PERSONAL_ACCESS_TOKEN',
			'GITHUB_TOKEN',
			'GH_TOKEN',
			'`repo`',
			'`read:org`',
			'gh auth login',
		],
	},
	{
		name: 'a token that is refused',
		env: () => ({GITHUB_TOKEN: strayToken}),
		code: 'bad-credentials',
		exit: 4,
		says: ['Authentication failed (401 Unauthorized)', 'Bad credentials'],
		advises: ['Replace the token from GITHUB_TOKEN', '`repo`'],
	},
	{
		name: 'a token that was pasted with a line break',
		env: () => ({GITHUB_TOKEN: 'two\nlines'}),
		code: 'malformed-token',
		exit: 4,
		says: ['The token from GITHUB_TOKEN contains invalid characters'],
		advises: ['Set GITHUB_TOKEN to the token alone.'],
	},
	{
		name: 'a token without permission',
		faults: [fault.status(403, 'Resource not accessible by personal access token')],
		code: 'forbidden',
		exit: 4,
		says: ['Permission denied (403 Forbidden)', 'not accessible by personal access token'],
		advises: ['GITHUB_TOKEN', 'pull requests: read'],
	},
	{
		name: 'single sign-on',
		faults: [fault.ssoRequired(sso)],
		code: 'sso-required',
		exit: 4,
		says: ['single sign-on', 'GITHUB_TOKEN'],
		advises: [`Open ${sso}`, 'authorize the token'],
	},
	{
		name: 'a missing scope',
		faults: [
			fault.status(403, 'Missing scopes', {'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'repo, public_repo'}),
		],
		code: 'insufficient-scopes',
		exit: 4,
		says: ['The scopes of the token from GITHUB_TOKEN are insufficient'],
		advises: ['one of the scopes repo, public_repo', 'it has: gist'],
	},
	{
		name: 'a repository that is not there',
		args: ['7', '--repo', 'octo/nowhere'],
		code: 'repository-not-found',
		exit: 1,
		says: ['Repository not found (404 Not Found): octo/nowhere'],
		advises: ['scopes', 'the owner is case-sensitive and the name must match exactly'],
	},
	{
		name: 'a pull request that is not there',
		args: ['4711'],
		code: 'pull-request-not-found',
		exit: 1,
		says: ['Pull request not found (404 Not Found): octo/app#4711'],
		advises: ['Check the number'],
	},
	{
		name: 'a pull request that is not there, in a repository that is named',
		args: ['4711', '--repo', 'octo/app'],
		code: 'pull-request-not-found',
		exit: 1,
		says: ['Pull request not found (404 Not Found): octo/app#4711'],
		advises: ['Check the number'],
	},
	{
		name: 'a server error that stays',
		faults: retried(fault.status(500, 'Oops', atOnce)),
		code: 'server-error',
		exit: 1,
		says: ['github.com returned an error (500): Oops'],
		advises: ['later'],
	},
	{
		name: 'a gateway that answers with a page, and stays',
		faults: retried(answer => ({...(fault.html(503)(answer) as object), headers: atOnce}) as never),
		code: 'server-error',
		exit: 1,
		says: ['(503)'],
		advises: ['later'],
	},
	{
		name: 'a rate limit that stays',
		faults: retried(fault.secondaryLimit({retryAfter: 0})),
		code: 'rate-limited',
		exit: 1,
		says: ['The rate limit of github.com was exceeded', 'secondary rate limit'],
		advises: ['again in a few minutes'],
	},
	{
		name: 'a rate limit that lasts longer than anybody would wait',
		faults: [fault.secondaryLimit({status: 429, retryAfter: 36_000})],
		code: 'rate-limited',
		exit: 1,
		says: ['The rate limit of github.com was exceeded (until 20'],
		advises: ['again after that time'],
	},
	{
		name: 'a page of HTML with status 200',
		faults: [fault.html(200)],
		code: 'bad-answer',
		exit: 1,
		says: ['returned an invalid response'],
		advises: ['GITHUB_API_URL', 'proxy'],
	},
	{
		name: 'text that is no JSON with status 200',
		faults: [fault.body('{"data": {')],
		code: 'bad-answer',
		exit: 1,
		says: ['returned an invalid response'],
		advises: ['GITHUB_API_URL'],
	},
	{
		name: 'JSON of something else with status 200',
		faults: [fault.body({hello: 'world'})],
		code: 'bad-answer',
		exit: 1,
		says: ['neither data nor GraphQL errors'],
		advises: ['GITHUB_API_URL'],
	},
	{
		name: 'errors without data in HTTP 200',
		faults: [fault.errors({message: "Field 'reviewThreads' doesn't exist on type 'PullRequest'"})],
		code: 'query-refused',
		exit: 1,
		says: ['rejected the query', 'reviewThreads'],
		advises: ['If this is a GitHub Enterprise Server, update it'],
	},
	{
		name: 'a host that is no host',
		env: () => ({GITHUB_API_URL: 'not an address'}),
		code: 'bad-host',
		exit: 2,
		says: ['GITHUB_API_URL is not a valid address'],
		advises: ['GITHUB_API_URL to an http(s) URL'],
	},
	{
		name: 'an argument that names no pull request',
		args: ['0'],
		code: 'bad-pull-request',
		exit: 2,
		says: ['"0" is not a pull request'],
		advises: ['Pass a number'],
	},
];

type Refused = {schema: string; error: {code: string; message: string; remedy: string}; exitCode: number};

test.each(troubles)('$name is reported with its remedy', async trouble => {
	const {args = ['7'], env = () => ({}), faults = [], code, exit, says, advises} = trouble;
	const {tree, gitHub} = await hosted();
	gitHub.faults.next(...faults);
	const {json, ...ended} = await tree.call(['apply', ...args, '--json'], {env: {...gitHub.env, ...env(gitHub)}});
	const {error, ...rest} = json as Refused;
	expect([ended.code, rest, error.code]).toEqual([exit, {schema: 'pr-resolve/report@1', exitCode: exit}, code]);
	for (const words of says) expect(error.message).toContain(words);
	for (const words of advises) expect(error.remedy).toContain(words);
	expect(ended.stdout + ended.stderr).not.toContain(gitHub.env.GITHUB_TOKEN);
	expect(tree.git('status', '--porcelain')).toBe('');
});

test('as text, the last two lines are message and remedy', async () => {
	const {tree, gitHub} = await hosted();
	gitHub.faults.next(fault.ssoRequired(sso));
	const {code, stdout, stderr} = await tree.run(['analyze', '7'], {env: gitHub.env});
	expect([code, stdout]).toEqual([4, '']);
	const [remedy, message] = stderr.trimEnd().split('\n').reverse();
	expect(message).toContain('single sign-on');
	expect(remedy).toContain(`Open ${sso}`);
	expect(stderr).not.toContain(gitHub.env.GITHUB_TOKEN);
});

test('without network the run fails after some retries, never with "no comments"', async () => {
	const {tree, gitHub} = await hosted();
	await gitHub.close();
	const options = {env: gitHub.env, clock: virtualClock()};
	const [text, json] = await Promise.all([
		tree.call(['apply', '7'], options),
		tree.call(['analyze', '7', '--json'], options),
	]);
	expect([text.code, text.stdout, json.code]).toEqual([1, '', 1]);
	expect(text.stderr).toMatch(/^pr-resolve: Cannot reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/m);
	expect(text.stderr).toMatch(/^Check the network, GH_HOST or GITHUB_API_URL/m);
	expect(text.stderr).toContain('WARNING Network error; retrying in 1 s');
	expect(json.json).toMatchObject({error: {code: 'network'}, exitCode: 1});
});

test('temporary trouble is waited for and shown', async () => {
	const {tree, gitHub} = await hosted();
	gitHub.faults.next(fault.status(502, 'Bad gateway', atOnce), fault.secondaryLimit({retryAfter: 1}));
	gitHub.faults.on('ReviewThreads', fault.status(500, 'Oops', atOnce));
	const {code, stderr} = await tree.run(['apply', '7'], {env: gitHub.env});
	expect(code).toBe(0);
	expect(stderr).toContain('WARNING Secondary rate limit; retrying in 1 s');
	expect(stderr).toContain('WARNING Server error (502); retrying\n');
	expect(stderr).not.toContain('retrying in 0 s');
	expect(tree.read('src/list.txt')).toContain('item two');
});

test('a truncated answer is requested again', async () => {
	const {tree, gitHub} = await hosted();
	gitHub.faults.on('ReviewThreads', fault.cut());
	const {code, json} = await tree.call(['analyze', '7', '--json'], {env: gitHub.env});
	expect([code, json]).toMatchObject([0, {summary: {findings: 1}}]);
});

test('results withheld for single sign-on make the run incomplete', async () => {
	const {tree, gitHub} = await hosted();
	gitHub.faults.on('ReviewThreads', fault.ssoPartial(21_955_855));
	const {code, json} = await tree.call(['apply', '7', '--json'], {env: gitHub.env});
	expect(code).toBe(3);
	expect(json).toMatchObject({
		receipt: {incomplete: [expect.stringContaining('21955855')]},
		summary: {applied: 1},
		exitCode: 3,
	});
});

test('a connection that the host withholds is reported, and the rest is used', async () => {
	const {tree, gitHub} = await hosted();
	gitHub.faults.on('Reviews', fault.missing(['node', 'reviews'], {type: 'FORBIDDEN', message: 'Not for you'}));
	const {code, stdout} = await tree.call(['apply', '7'], {env: gitHub.env});
	expect(code).toBe(3);
	expect(stdout).toContain('incomplete: github.com omitted part of the response');
	expect(stdout).toContain('incomplete: github.com did not send the reviews.');
	expect(stdout).toMatch(/^read: 1 thread \(\d+ pages? from GitHub\)$/m);
	const recording = await tree.call(['record', '7'], {env: gitHub.env});
	expect(recording.code).toBe(0);
});

test.each([
	['GITHUB_PERSONAL_ACCESS_TOKEN', {GITHUB_TOKEN: strayToken, GH_TOKEN: strayToken}],
	['GITHUB_TOKEN', {GH_TOKEN: strayToken}],
	['GH_TOKEN', {}],
])('the token of %s is used before those that follow', async (name, others: Environment) => {
	const {tree, gitHub} = await hosted();
	const {GITHUB_TOKEN, GITHUB_API_URL} = gitHub.env;
	const {code, stdout} = await tree.call(['doctor'], {env: {GITHUB_API_URL, ...others, [name]: GITHUB_TOKEN}});
	expect(code).toBe(0);
	expect(stdout).toContain(`${name}, accepted as octocat`);
});
