import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fleetOf, namesIn, pull} from './listing.ts';

/** Three repositories with seven pull requests, one without a comment; and one repository that is archived. */
const acme = () => [
	pull({repository: 'acme/api', number: 1, updatedAt: '2026-03-08T09:00:00Z'}),
	pull({repository: 'acme/api', number: 2, updatedAt: '2026-03-07T10:00:00Z', author: 'eve', threads: 3}),
	pull({repository: 'acme/api', number: 3, updatedAt: '2026-03-06T10:00:00Z'}, {isDraft: true}),
	pull({repository: 'acme/api', number: 4, updatedAt: '2026-03-05T10:00:00Z', threads: 0}),
	pull({repository: 'acme/ui', number: 1, updatedAt: '2026-03-04T10:00:00Z'}, {headRepository: 'eve/ui'}),
	pull({repository: 'acme/web', number: 1, updatedAt: '2026-03-03T10:00:00Z'}),
	pull({repository: 'acme/web', number: 2, updatedAt: '2026-02-01T10:00:00Z'}),
	pull({repository: 'acme/old', number: 9}),
];
const archived = {nameWithOwner: 'acme/old', isArchived: true};

test('all pull requests of an organization are listed, also by pages of two, and without reading one whole', async () => {
	const {fleet, host} = await fleetOf(acme(), {repositories: [archived], pageCap: 2});
	const {code, report, stderr} = await fleet('acme', '--json');
	expect([code, stderr]).toEqual([0, '']);
	expect(namesIn(report())).toEqual([
		...['acme/api#1', 'acme/api#2', 'acme/api#3', 'acme/ui#1', 'acme/web#1', 'acme/web#2', 'acme/api#4'],
	]);
	expect(report()).toMatchObject({
		schema: 'pr-resolve/fleet@1',
		scope: ['acme'],
		action: 'list',
		repositories: {read: 4, unread: []},
		leftOut: {archived: 1},
		incomplete: [],
		totals: {pullRequests: 7, states: {listed: 6, quiet: 1}},
		exitCode: 0,
	});
	expect(report().pullRequests[1]).toMatchObject({author: 'eve', threads: 3, state: 'listed', exitCode: null});
	expect(report().pullRequests[4]).toMatchObject({repository: 'acme/web', url: 'https://github.com/acme/web/pull/1'});
	expect(host.requests.some(({document}) => document.includes('diffHunk'))).toBe(false);
});

test('a repository that is in several scopes counts once', async () => {
	const {fleet} = await fleetOf(acme(), {repositories: [archived]});
	const {report} = await fleet('acme/api#1', 'ACME/api', 'acme', 'acme/old', 'acme/api#2', '--json');
	expect(report()).toMatchObject({repositories: {read: 4}, leftOut: {archived: 1}, totals: {pullRequests: 7}});
});

test('a pipe gets a row for each pull request with comments, and stderr the rest', async () => {
	const {fleet} = await fleetOf(acme(), {repositories: [archived]});
	const {stdout, stderr} = await fleet('acme', '--exclude-drafts');
	expect(stdout.split('\n').map(line => line.split(/ {2,}/))).toEqual([
		['acme/api#1', 'Pull request 1', 'ada', '1 thread', '2026-03-08T09:00:00Z'],
		['acme/api#2', 'Pull request 2', 'eve', '3 threads', '2026-03-07T10:00:00Z'],
		['acme/ui#1', 'Pull request 1', 'ada', '1 thread', 'fork', '2026-03-04T10:00:00Z'],
		['acme/web#1', 'Pull request 1', 'ada', '1 thread', '2026-03-03T10:00:00Z'],
		['acme/web#2', 'Pull request 2', 'ada', '1 thread', '2026-02-01T10:00:00Z'],
		[''],
	]);
	expect(stderr).toBe(
		'4 repositories: 5 pull requests with comments, 1 without; skipped: 1 in archived repositories, 1 draft.\n',
	);
});

test.each([
	[['--exclude-drafts'], 6, {draft: 1}],
	[['--pr-author', 'EVE'], 1, {author: 6}],
	[['--pr-author', 'eve,ada'], 7, {}],
	[['--updated-since', '2d'], 3, {older: 4}],
	[['--updated-since', '2026-03-01'], 6, {older: 1}],
	[['--max-prs', '2'], 3, {'max-prs': 4}],
])('%j leaves %i, and the others are counted', async (flags, left, leftOut) => {
	const {fleet} = await fleetOf(acme(), {repositories: [archived]});
	const {code, report} = await fleet('acme', '--json', ...flags);
	expect([code, report().pullRequests.length, report().leftOut]).toEqual([0, left, {archived: 1, ...leftOut}]);
	if (flags[0] === '--max-prs') expect(namesIn(report())).toEqual(['acme/api#1', 'acme/api#2', 'acme/api#4']);
});

test('archived repositories are listed if they are to be, and nothing is skipped then', async () => {
	const {fleet} = await fleetOf(acme(), {repositories: [archived]});
	const {code, report} = await fleet('acme', '--json', '--include-archived');
	expect([code, report().pullRequests.length, report().leftOut]).toEqual([0, 8, {}]);
});

test('scopes are merged: an organization, its repository, a URL, and the lines of a file', async () => {
	const {fleet, outside} = await fleetOf([...acme(), pull({repository: 'other/app', number: 5})]);
	writeFileSync(
		join(outside.root, 'scopes.txt'),
		'# ours\n\nacme/ui # the old one\r\nACME/UI\n\t# acme/api\nhttps://github.com/other/app/pull/5\n',
	);
	const {code, report} = await fleet('acme/web', '@scopes.txt', 'acme/web#2', '--json');
	expect(code).toBe(0);
	expect(namesIn(report())).toEqual(['acme/ui#1', 'acme/web#1', 'other/app#5', 'acme/web#2']);
	expect(report().scope).toEqual(['acme/web', 'ACME/UI', 'github.com/other/app#5', 'acme/web#2']);
});

test('a summary that cannot be written ends it before the first request, with one JSON document', async () => {
	const {fleet, host} = await fleetOf(acme());
	for (const place of ['missing/summary.md', '.']) {
		const {code, report} = await fleet('acme', '--summary', place, '--json');
		expect([code, report(), host.requests]).toMatchObject([2, {error: {code: 'summary-not-writable'}}, []]);
	}
});

test.each([
	[[], 'fleet needs a scope'],
	[['@scopes.txt'], 'scopes.txt:3: "not a scope"'],
	[['@missing.txt'], 'Cannot read missing.txt (ENOENT)'],
	[['-'], 'There is no scope in the lines'],
	[['acme/api/web/app'], '"acme/api/web/app" is not'],
	[['acme', '--shard', '3/2'], '--shard does not accept "3/2"'],
	[['acme', '--shard', '0/2'], '--shard does not accept "0/2"'],
	[['acme', '--max-prs', '0'], '--max-prs does not accept "0"'],
	[['acme', '--updated-since', 'soon'], '--updated-since does not accept "soon"'],
	[['acme', '--updated-since', '2099-01-01'], '--updated-since does not accept'],
	[['acme', '--matrix', '--include-archived'], '--matrix and --include-archived cannot be combined'],
	[['acme', '--owner', 'acme'], 'There is no flag --owner for fleet'],
	[['acme', '--pr', '7'], 'There is no flag --pr for fleet'],
])('%j is a usage error', async (args, message) => {
	const {fleet, outside, host} = await fleetOf(acme());
	writeFileSync(join(outside.root, 'scopes.txt'), '# ours\nacme\nnot a scope\n');
	const {code, stdout, stderr} = await fleet(...args);
	expect([code, stdout, host.requests]).toEqual([2, '', []]);
	expect(stderr).toContain(message);
});

test('a repository that cannot be read is reported with its remedy, and the others are listed', async () => {
	const refused = {nameWithOwner: 'acme/ui', refusal: 'NOT_FOUND'} as const;
	const {fleet} = await fleetOf(acme(), {repositories: [archived, refused], pageCap: 2});
	const {code, report, stdout} = await fleet('acme', '--json');
	expect(code).toBe(1);
	expect(report().repositories).toMatchObject({
		read: 3,
		unread: [{repository: 'acme/ui', code: 'repository-not-found', remedy: expect.stringMatching(/./)}],
	});
	expect(namesIn(report())).toHaveLength(6);
	expect(JSON.parse(stdout).exitCode).toBe(1);
	const text = await fleet('acme');
	expect([text.code, text.stdout.split('\n')]).toEqual([
		1,
		expect.arrayContaining([expect.stringMatching(/^acme\/web#1 /)]),
	]);
	expect(text.stderr).toContain('Cannot read acme/ui.');
});

test('a scope that cannot be seen is reported, and others are listed; alone it is the failure', async () => {
	const {fleet} = await fleetOf(acme());
	const both = await fleet('nobody', 'acme/ui', '--json');
	expect([both.code, both.report().repositories.unread, namesIn(both.report())]).toMatchObject([
		1,
		[{repository: 'nobody'}],
		['acme/ui#1'],
	]);
	const alone = await fleet('nobody', '--json');
	expect([alone.code, alone.report()]).toMatchObject([
		1,
		{schema: 'pr-resolve/fleet@1', error: {code: 'account-not-found', message: expect.stringContaining('nobody')}},
	]);
});

test('a refused token ends the listing with 4', async () => {
	const {fleet, host} = await fleetOf(acme(), {});
	host.world.pullRequests.length = 0;
	const {outside} = await fleetOf([]);
	const ended = await outside.call(['fleet', 'acme/api', 'acme/ui', '--json'], {
		env: {...host.env, GITHUB_TOKEN: 'ghp_wrong'},
	});
	expect([ended.code, ended.json]).toMatchObject([4, {error: {code: 'bad-credentials'}}]);
	expect((await fleet('acme/api', '--json')).code).toBe(0);
});

test('a server without a token does not keep another from being listed, and is exit code 4', async () => {
	const {fleet} = await fleetOf(acme());
	const {code, report} = await fleet('ghe.example.com/acme', 'acme/ui', 'ghe.example.com/other', '--json');
	expect([code, namesIn(report()), report().repositories]).toMatchObject([
		4,
		['acme/ui#1'],
		{
			unread: [
				{repository: 'ghe.example.com/acme', code: 'no-token'},
				{repository: 'ghe.example.com/other', code: 'no-token'},
			],
		},
	]);
	const alone = await fleet('nobody', 'ghe.example.com/acme', '--json');
	expect([alone.code, alone.report()]).toMatchObject([4, {error: {code: 'no-token'}}]);
});

test('the page of Markdown is appended to a file: hostile titles stay in their cells', async () => {
	const title = 'A | b ](http://x) <img src=x> `\u0024{{ secrets.KEY }}` \u202e\u001b[2J';
	const {fleet, outside} = await fleetOf([...acme(), pull({repository: 'acme/api', number: 66, title})]);
	const file = join(outside.root, 'summary.md');
	writeFileSync(file, '# Before\n\n');
	await fleet('acme', '--summary', 'summary.md');
	const page = readFileSync(file, 'utf8');
	expect(page).toMatch(/^# Before\n\n### pr\\-resolve fleet acme\n\n/);
	const [row] = page.split('\n').filter(line => line.includes('pull/66'));
	expect(row?.match(/(?<!\\)\|/g)).toHaveLength(6);
	expect(row).not.toMatch(/(?<!\\)[<`$[](?!acme)|\u202e|\u001b/);
	expect(page).not.toMatch(/\u001b|\u202e/);
});
