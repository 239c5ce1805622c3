import {expect, test} from 'vitest';
import type {ListedPullRequest, MineFilter} from '../../../source/code-host/lists.ts';
import {bot, type PullRequestInit, pullRequest, user} from '../../emulators/github/data.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {gitHub} from '../connect.ts';
import {collect, listsOf} from './lists-of.ts';

const me = user('octocat');
const everything: MineFilter = {orgs: [], repos: [], authors: [], updatedSince: null};

/** Updated on this day of March. */
const pull = (repository: string, number: number, day: number, init: PullRequestInit = {}) =>
	pullRequest({repository, number, updatedAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`, ...init});

/** One for each thing that it can be to me, two for several, and some that are none of mine. */
const mine = () => [
	pull('acme/api', 1, 1, {author: me}),
	pull('acme/api', 2, 5, {assignees: ['octocat'], author: bot('dependabot')}),
	pull('acme/web', 3, 3, {reviewRequests: ['octocat'], isDraft: true}),
	pull('octo/app', 4, 4).review({author: me}),
	pull('octo/app', 5, 2, {author: me, assignees: ['octocat']}).review({author: me}),
	pull('octo/app', 6, 9),
	pull('octo/app', 7, 9, {author: me, state: 'MERGED'}),
	pull('octo/old', 8, 9, {author: me}),
];
const repositories = [{nameWithOwner: 'octo/old', isArchived: true}];
const inOrder = ['acme/api#2', 'octo/app#4', 'acme/web#3', 'octo/app#5', 'acme/api#1'];

async function list(server: GitHub, filter: Partial<MineFilter> = {}) {
	const {onPage, pages, names} = collect<ListedPullRequest>();
	const end = await (await listsOf(server)).mine({...everything, ...filter}, onPage);
	return {names: names(), pages, end};
}

const searches = ({requests}: GitHub) => requests.filter(({operation}) => operation === 'search');

test('mine are those that I wrote, review, have reviewed or am assigned to, by one search', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	const {names, pages, end} = await list(server);
	expect(names).toEqual(inOrder);
	expect(end).toEqual({incomplete: [], unread: []});
	expect(searches(server)).toHaveLength(1);
	expect(pages[0]!.find(({number}) => number === 3)).toEqual({
		owner: 'acme',
		name: 'web',
		number: 3,
		id: 'PR_acme/web_3',
		url: 'https://github.com/acme/web/pull/3',
		title: 'Pull request 3',
		author: 'author',
		isDraft: true,
		createdAt: '2026-03-01T09:00:00Z',
		updatedAt: '2026-03-03T10:00:00Z',
	});
	expect(pages[0]![0]!.author).toBe('dependabot');
});

test('a server without parentheses in searches gets one for each role', async () => {
	const server = await gitHub({pullRequests: mine(), repositories, searchIsAdvanced: false});
	expect(await list(server)).toMatchObject({
		names: inOrder,
		end: {incomplete: [], unread: []},
	});
	expect(searches(server)).toHaveLength(5);
	const byBot = await list(server, {authors: ['dependabot[bot]', 'octocat']});
	expect(byBot.names).toEqual(['acme/api#2', 'octo/app#5', 'acme/api#1']);
	expect((await list(server, {authors: ['@me']})).names).toEqual(['octo/app#5', 'acme/api#1']);
});

test.each<[Partial<MineFilter>, string[]]>([
	[{orgs: ['acme']}, ['acme/api#2', 'acme/web#3', 'acme/api#1']],
	[{orgs: ['acme'], repos: ['octo/app']}, inOrder],
	[{repos: ['acme/web', 'octo/app']}, ['octo/app#4', 'acme/web#3', 'octo/app#5']],
	[{authors: ['@me']}, ['octo/app#5', 'acme/api#1']],
	[{authors: ['dependabot[bot]', 'author'], orgs: ['acme']}, ['acme/api#2', 'acme/web#3']],
	[{updatedSince: Date.parse('2026-03-03T10:00:00Z')}, ['acme/api#2', 'octo/app#4', 'acme/web#3']],
])('%o limits them', async (filter, names) => {
	const server = await gitHub({pullRequests: mine(), repositories});
	expect((await list(server, filter)).names).toEqual(names);
});

test('pages are reported as they come, with how many there are', async () => {
	const server = await gitHub({pullRequests: mine(), repositories, pageCap: 2});
	const sizes: [number, number | null][] = [];
	const lists = await listsOf(server);
	await lists.mine(everything, (page, total) => sizes.push([page.length, total]));
	expect(sizes).toEqual([
		[2, 5],
		[2, 5],
		[1, 5],
	]);
});

test('one that is updated meanwhile is not missed, and the one that comes again on the next page is one', async () => {
	const pulls = mine();
	const server = await gitHub({pullRequests: pulls, repositories, pageCap: 2});
	server.faults.on(
		'search',
		fault.meanwhile(() => {
			pulls[0]!.data.updatedAt = '2026-03-30T10:00:00Z';
		}),
	);
	const {names, end} = await list(server);
	expect(names.toSorted()).toEqual(inOrder.toSorted());
	expect(end.incomplete).toEqual([]);
});

test('a search that timed out is reported', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	server.faults.on('search', fault.cutSearch());
	const {names, end} = await list(server);
	expect(names).toEqual(inOrder);
	expect(end.incomplete).toEqual(['The search of github.com timed out: pull requests may be missing.']);
});

test('a search that sends fewer than it counts is reported', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	const count: Fault = answer => ({...answer, body: {...(answer.body as object), total_count: 7}});
	server.faults.on('search', count, count, count, count);
	const {end} = await list(server);
	expect(end.incomplete).toEqual(['github.com lists only 5 of the 7 pull requests that it found.']);
});

test('results that single sign-on hides are reported', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	server.faults.on('search', fault.ssoPartial(21955855));
	expect((await list(server)).end.incomplete).toEqual([expect.stringMatching(/21955855 are missing: authorize/)]);
});

test('beyond a thousand there are no more, and that is reported', async () => {
	const pullRequests = Array.from({length: 1234}, (_, index) => pull('acme/api', index + 1, 1, {author: me}));
	const server = await gitHub({pullRequests});
	const {names, end} = await list(server);
	expect(names).toHaveLength(1000);
	expect(searches(server)).toHaveLength(10);
	expect(end.incomplete).toEqual([
		'github.com lists only 1000 of the 1234 pull requests that it found: narrow the search.',
	]);
});

test('thirty searches a minute are not exceeded for long', async () => {
	const pullRequests = Array.from({length: 40}, (_, index) => pull(`acme/app-${index}`, 1, 1, {author: me}));
	let time = Date.parse('2026-04-01T00:00:00Z');
	const server = await gitHub({pullRequests, now: () => time});
	const repos = pullRequests.map(({data}) => data.repository);
	const waits: number[] = [];
	const lists = await listsOf(server, {
		now: () => time,
		sleep: async ms => {
			waits.push(ms);
			time += ms;
		},
	});
	const {onPage, pages} = collect<ListedPullRequest>();
	const end = await lists.mine({...everything, repos}, onPage);
	expect(new Set(pages.flat().map(({name}) => name)).size).toBe(40);
	expect(end).toEqual({incomplete: [], unread: []});
	expect(waits).toEqual([61_000]);
});

test('a place that the host cannot search is reported by its name, and the others are searched', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	const {names, end} = await list(server, {orgs: ['acme', 'nobody'], repos: ['octo/none']});
	expect(names).toEqual(['acme/api#2', 'acme/web#3', 'acme/api#1']);
	expect(end).toMatchObject({
		incomplete: [],
		unread: [
			{repository: 'nobody', failure: {code: 'search-refused'}},
			{repository: 'octo/none', failure: {code: 'search-refused'}},
		],
	});
	await expect(list(server, {orgs: ['nobody']})).rejects.toMatchObject({
		kind: 'failed',
		code: 'search-refused',
		message: expect.stringMatching(/^github\.com cannot search nobody: The listed users/),
		remedy: expect.stringContaining('may not exist, or the token may not see them'),
	});
});

test('a search that breaks off is reported with what it found', async () => {
	const server = await gitHub({pullRequests: mine(), repositories, pageCap: 2});
	server.faults.on('search', fault.none(), fault.secondaryLimit({retryAfter: 9000}));
	const {names, end} = await list(server);
	expect(names).toEqual(inOrder.slice(0, 2));
	expect(end.incomplete).toEqual([expect.stringMatching(/^The list of your pull requests ended early: /)]);
});

test('a limit ends the search: the other places are reported with it, and nothing more is sent', async () => {
	const server = await gitHub({pullRequests: mine(), repositories});
	server.faults.on('search', fault.none(), fault.secondaryLimit({retryAfter: 9000}));
	const {names, end} = await list(server, {orgs: ['acme', 'octo', 'other']});
	expect(names).toEqual(['acme/api#2', 'acme/web#3', 'acme/api#1']);
	expect(end.unread).toMatchObject([
		{repository: 'octo', failure: {code: 'rate-limited'}},
		{repository: 'other', failure: {code: 'rate-limited'}},
	]);
	expect(searches(server)).toHaveLength(2);
});

test('a search for each role that breaks off is reported', async () => {
	const server = await gitHub({pullRequests: mine(), repositories, searchIsAdvanced: false});
	server.faults.on('search', fault.none(), fault.none(), ...Array.from({length: 20}, () => fault.html(500)));
	const {names, end} = await list(server);
	expect(names).toEqual(['octo/app#5', 'acme/api#1']);
	expect(end.incomplete).toEqual([
		expect.stringMatching(/^The list of your pull requests ended early: github\.com returned an error \(500\)/),
	]);
});

test.each<[Partial<MineFilter>]>([
	[{orgs: ['acme is:issue']}],
	[{orgs: ['acme/api']}],
	[{repos: ['api']}],
	[{authors: ['a OR b']}],
	[{authors: ['@you']}],
])('%o is refused before anything is sent', async filter => {
	const server = await gitHub();
	await expect(list(server, filter)).rejects.toMatchObject({kind: 'usage', code: 'bad-name'});
	expect(server.requests).toEqual([]);
});

test('a bad token and a missing one are failures', async () => {
	const server = await gitHub();
	server.faults.next(fault.badCredentials());
	await expect(list(server)).rejects.toMatchObject({kind: 'authentication', code: 'bad-credentials'});
	const lists = await listsOf(server, {env: {GITHUB_TOKEN: ''}});
	await expect(lists.mine(everything, () => {})).rejects.toMatchObject({code: 'no-token'});
});
