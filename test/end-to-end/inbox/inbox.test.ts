import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {InboxReport} from '../../../source/run/inbox/inbox-report.ts';
import {bot} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {longToken} from '../../helpers/long-token.ts';
import {suggestion} from '../../helpers/pull-request.ts';
import type {Review} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {eventually} from '../../helpers/wait.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {gitThat} from '../closing/git-that.ts';
import {clonesIn} from '../no-checkout/reading.ts';
import {servingInbox} from './serving.ts';

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T10:00:00Z`;

const conflicting = (review: Review) =>
	review
		.suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')})
		.suggest('src/list.txt', 5, ['item five'])
		.suggest('src/list.txt', 5, ['item V'])
		.comment('notes.md', 1, 'Is this the right title?');

const web = {repository: 'octo/web', number: 12, updatedAt: day(3), review: conflicting};
const api = {repository: 'acme/api', number: 7, updatedAt: day(9), review: conflicting};

test('each row has what analyze --no-checkout finds, by the settings at its head; nothing is left of it', async () => {
	const {outside, analyze, env, host, server} = await servingInbox([
		web,
		api,
		{...api, number: 8, updatedAt: day(8), files: {'.pr-resolve.yaml': 'strategy: skip\npath: [src/**]\n'}},
		{...api, number: 9, updatedAt: day(7), files: {'src/list.txt': 'item 1\nitem two\n'}},
		{...api, number: 10, updatedAt: day(6), review: () => {}},
	]);
	// By a clock that stands still, no line says how far it is.
	const {code, json, stderr} = await outside.call(['inbox', '--json'], {env, clock: virtualClock()});
	const {pullRequests, exitCode, incomplete, schema} = json as InboxReport;
	expect([code, exitCode, stderr, incomplete, schema]).toEqual([0, 0, '', [], 'pr-resolve/inbox@1']);
	const names = pullRequests.map(({repository, number}) => `${repository}#${number}`);
	expect(names).toEqual(['acme/api#7', 'acme/api#8', 'acme/api#9', 'acme/api#10', 'octo/web#12']);
	const operations = host.requests.map(({operation}) => operation);
	expect(operations.filter(operation => operation === 'search')).toHaveLength(1);
	expect(operations).toHaveLength(2);
	for (const {repository, number, summary} of pullRequests) {
		expect([repository, number, summary]).toEqual([repository, number, (await analyze(repository, number)).summary]);
	}
	expect(pullRequests[0]).toMatchObject({
		url: `${server.url}/acme/api/pull/7`,
		...{title: 'Pull request 7', author: 'octocat', isDraft: false, updatedAt: day(9), error: null},
		...{threads: {open: 4, all: 4}, checks: null, incomplete: []},
		reviewers: [{login: 'coderabbitai', state: 'done', detail: ''}],
	});
	expect(clonesIn(env.TMPDIR)).toEqual([]);
	const documented = documentedReport();
	expect(Object.keys(documented)).toEqual(Object.keys(json as InboxReport));
	expect(Object.keys(documented.pullRequests[0]!)).toEqual(Object.keys(pullRequests[0]!));
});

function documentedReport(): InboxReport {
	const page = readFileSync(join(import.meta.dirname, '../../../docs/usage.md'), 'utf8');
	const [, text = ''] = /```json\n(\{"schema": "pr-resolve\/inbox@1".*?)\n```/s.exec(page) ?? [];
	return JSON.parse(text) as InboxReport;
}

test('one that fails is a row with the reason, and the others are read', async () => {
	const broken = {...api, number: 8, updatedAt: day(8), files: {'.pr-resolve.yaml': 'strateggy: skip\n'}};
	const gone = {...api, number: 9, updatedAt: day(7), headRefOid: 'd'.repeat(40), commits: ['d'.repeat(40)]};
	const {call} = await servingInbox([
		api,
		broken,
		{...gone, review: ({pullRequest}) => pullRequest.thread({path: 'notes.md', line: 1, body: suggestion('#')})},
	]);
	const {code, json} = await call(['--json']);
	const {pullRequests} = json as InboxReport;
	expect(code).toBe(1);
	expect(pullRequests.map(({error, summary}) => [error?.code ?? null, summary?.findings ?? null])).toEqual([
		[null, 4],
		['unknown-setting', null],
		['fetch-failed', null],
	]);
	expect(pullRequests[1]!.threads).toEqual({open: 4, all: 4});
	const {code: again, stdout, stderr} = await call();
	expect(again).toBe(1);
	expect(stdout.split('\n').slice(0, 3)).toEqual([
		expect.stringMatching(/^acme\/api#7 {2}open {2}Pull request 7 {2}octocat {2}1 to apply, 2 in conflict/),
		expect.stringMatching(/^acme\/api#8 .* failed {2,}4 of 4 threads open/),
		expect.stringMatching(/^acme\/api#9 .* failed /),
	]);
	expect(stderr).toContain('acme/api#8: There is no setting "strateggy"');
	expect(stderr).toMatch(/^acme\/api#9: The head of the pull request, d{10}, is not in \S+ The branch may/m);
});

test('foreign text is escaped, in a pipe and in JSON', async () => {
	const title = 'Fix \u001b[31mcolors\u202e and \u0007bells';
	const {call} = await servingInbox([{...web, title, headRefName: 'a;b$(c)', isDraft: true}]);
	const {stdout} = await call();
	expect(stdout).toContain('octo/web#12  draft  Fix \\u001b[31mcolors\\u202e and \\u0007bells');
	const asJson = await call(['--json']);
	expect(asJson.stdout).not.toMatch(/[\u001b\u202e\u0007]/);
	expect((asJson.json as InboxReport).pullRequests[0]!.title).toBe(title);
});

test('filters limit the list, and what they do not accept is a usage error', async () => {
	const {call} = await servingInbox([api, web], {now: () => Date.parse(day(10))});
	const listed = async (...args: string[]) =>
		((await call([...args, '--json'])).json as InboxReport).pullRequests.map(({repository}) => repository);
	expect(await listed('--org', 'acme')).toEqual(['acme/api']);
	expect(await listed('--repo', 'octo/web,acme/api')).toEqual(['acme/api', 'octo/web']);
	expect(await listed('--pr-author', '@me', '--updated-since', '2026-03-04')).toEqual(['acme/api']);
	for (const [flag, value] of [
		['--repo', 'web'],
		['--org', 'a b'],
		['--pr-author', 'x y'],
		['--updated-since', 'yesterday'],
		['--updated-since', '2999-01-01'],
	] as const) {
		const {code, stderr} = await call([flag, value]);
		expect([code, stderr]).toEqual([2, expect.stringContaining(`${flag} does not accept "${value}"`)]);
	}
});

test('a clone from a server that is not GitHub is no reason to list nothing', async () => {
	const {env} = await servingInbox([{...web, review: () => {}}]);
	const clone = workTree().remote('origin', 'https://gitlab.com/octo/web.git');
	const {code, stdout, stderr} = await clone.call(['inbox'], {env: {...env, GITHUB_SERVER_URL: ''}});
	expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^octo\/web#12 /)]);
});

test('an empty list is a sentence and no error', async () => {
	const {call} = await servingInbox([web]);
	const {code, stdout, stderr} = await call(['--pr-author', 'someone']);
	expect([code, stdout, stderr]).toEqual([0, '', 'Found no open pull requests.\n']);
});

test('an incomplete search is reported with what it found, and is exit code 1', async () => {
	const {call, host} = await servingInbox([web]);
	host.faults.on('search', fault.cutSearch());
	const {code, json} = await call(['--json']);
	const {pullRequests, incomplete, exitCode} = json as InboxReport;
	expect([code, exitCode, pullRequests.length, incomplete.length]).toEqual([1, 1, 1, 1]);
});

/** The host refuses to read anything that it has listed. */
const refused = fault.secondaryLimit({retryAfter: 9000});

test('what was listed before a failure is shown beside it, in JSON and as text', async () => {
	const {call, host} = await servingInbox([web, api]);
	host.faults.on('WholePullRequests', refused);
	const {code, json, stderr} = await call(['--json']);
	const unread = {threads: null, reviewers: null, checks: null, summary: null, error: null};
	expect([code, stderr, json]).toMatchObject([
		1,
		'',
		{
			schema: 'pr-resolve/inbox@1',
			error: {code: 'rate-limited'},
			pullRequests: [
				{repository: 'acme/api', number: 7, title: 'Pull request 7', ...unread},
				{repository: 'octo/web', number: 12, ...unread},
			],
			incomplete: [],
			exitCode: 1,
		},
	]);
	host.faults.on('WholePullRequests', refused);
	const text = await call();
	expect([text.code, text.stdout.split('\n')]).toEqual([
		1,
		[
			expect.stringMatching(/^acme\/api#7 {3}open {2}Pull request 7 {3}octocat {2}not read /),
			expect.stringMatching(/^octo\/web#12 {2}open {2}Pull request 12 {2}octocat {2}not read /),
			'',
		],
	]);
	expect(text.stderr).toMatch(/^pr-resolve: .*secondary rate limit/);
});

test('Ctrl-C keeps what was read until then', async () => {
	const {outside, env} = await servingInbox([{...web, review: () => {}}, api]);
	const stuck = gitThat('fetch', 'sleep 30');
	const {code, json} = await outside.run(['inbox', '--json'], {
		env: {...env, ...stuck.env},
		meanwhile: child => {
			void eventually(() => expect(stuck.calls()).toContain('fetch')).then(() => child.kill('SIGINT'));
		},
	});
	expect([code, json]).toMatchObject([
		130,
		{
			error: {code: 'interrupted', remedy: 'Nothing was written.'},
			pullRequests: [
				{number: 7, threads: {open: 4, all: 4}, summary: null, error: null},
				{number: 12, summary: {findings: 0}},
			],
			exitCode: 130,
		},
	]);
});

test('a name that GitHub does not find is reported with the rows of the others, and is exit code 1', async () => {
	const {call} = await servingInbox([web]);
	const {code, stdout, stderr} = await call(['--org', 'nope,octo']);
	expect([code, stdout]).toEqual([1, expect.stringMatching(/^octo\/web#12 /)]);
	expect(stderr).toMatch(/^Cannot read nope\. .* Check the names\./);
});

test('a token that GitHub refuses is exit code 4, and the project file of the folder does not matter', async () => {
	const {call, outside} = await servingInbox([web]);
	outside.put({'.pr-resolve.yaml': 'nonsense: true\n'});
	expect((await call(['--json'])).code).toBe(0);
	const refused = await call(['--json'], {GITHUB_TOKEN: 'x'.repeat(40)});
	expect([refused.code, refused.json]).toMatchObject([
		4,
		{schema: 'pr-resolve/inbox@1', error: {code: 'bad-credentials'}},
	]);
});

test('the token of an app, which is nobody, is exit code 4 rather than an empty list', async () => {
	const {call, host} = await servingInbox([web], {
		tokens: {[longToken]: {login: 'fixer[bot]', scopes: null, isApp: true}},
	});
	const validation = fault.status(422, 'Validation Failed');
	for (const faults of [[], [validation, validation]]) {
		host.faults.on('search', ...faults);
		const {code, json, stderr} = await call(['--json']);
		expect([code, stderr, json]).toMatchObject([
			4,
			'',
			{error: {code: 'app-token', message: expect.stringContaining('The token from GITHUB_TOKEN belongs to an app')}},
		]);
	}
	host.faults.on('search', fault.secondaryLimit({retryAfter: 9000}));
	expect((await call(['--json'])).json).toMatchObject({error: {code: 'rate-limited'}});
});

test('a wide terminal gets a table, a narrow one the same in lines', async () => {
	const long = 'A title that is too long for narrow terminals';
	const {outside, env} = await servingInbox([api, {...web, title: long, isDraft: true, checks: 'FAILURE'}]);
	const screenAt = async (columns: number) => {
		const terminal = outside.terminal(['inbox', '--no-input'], {env, columns});
		expect(await terminal.ended).toBe(0);
		return terminal.screen();
	};
	const wide = await screenAt(160);
	expect(wide).toMatch(/^pull request {2}title .* findings .* threads {2}checks {2}updated/);
	expect(wide).toContain(`octo/web#12   draft: ${long}  1 to apply, 2 in conflict`);
	const narrow = (await screenAt(40)).split('\n');
	const start = narrow.indexOf('octo/web#12  draft: A title that is too');
	expect(narrow.slice(start + 1, start + 4)).toEqual([
		'  long for narrow terminals',
		'  1 to apply, 2 in conflict, 1 in words,',
		'  4 open threads, checks failed, updated',
	]);
	expect(narrow[0]).toBe('acme/api#7  Pull request 7');
});
