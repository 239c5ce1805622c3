import {expect, test} from 'vitest';
import {again} from '../../../source/failure.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {gitHub} from '../connect.ts';
import {collect, listsOf, scope} from './lists-of.ts';

/** Pull requests 1 to `count` of a repository. */
const pulls = (repository: string, count: number) =>
	Array.from({length: count}, (_, index) => pullRequest({repository, number: index + 1}));

/** Four repositories with eight pull requests. */
const acme = () => [...pulls('acme/api', 4), ...pulls('acme/old', 1), ...pulls('acme/ui', 1), ...pulls('acme/web', 2)];

test('all open pull requests of an account are listed, with the counts that a list has', async () => {
	const [first, ...others] = acme();
	first!.threads(3).review().comment().comment();
	Object.assign(first!.data, {isDraft: true, headRepository: 'stranger/api', title: 'Draft'});
	others[0]!.data.state = 'MERGED';
	const server = await gitHub({pullRequests: [first!, ...others, ...pulls('other/app', 2)]});
	const {onPage, pages, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('ACME'), null, onPage);
	expect(names()).toEqual([
		...['acme/api#1', 'acme/api#3', 'acme/api#4', 'acme/old#1', 'acme/ui#1', 'acme/web#1', 'acme/web#2'],
	]);
	expect(end).toEqual({incomplete: [], unread: [], repositories: ['acme/api', 'acme/old', 'acme/ui', 'acme/web']});
	expect(pages[0]![0]).toEqual({
		host: 'github.com',
		owner: 'acme',
		name: 'api',
		number: 1,
		id: first!.data.id,
		url: 'https://github.com/acme/api/pull/1',
		title: 'Draft',
		author: 'author',
		isDraft: true,
		createdAt: '2026-03-01T09:00:00Z',
		updatedAt: '2026-03-01T10:00:00Z',
		state: 'open',
		headOid: 'a'.repeat(40),
		isFork: true,
		isArchived: false,
		threads: 3,
		others: 3,
		endedAt: null,
		changedLines: null,
	});
	expect(pages.flat().at(-1)).toMatchObject({threads: 0, others: 0});
});

test('pull requests of archived repositories are marked', async () => {
	const server = await gitHub({pullRequests: acme(), repositories: [{nameWithOwner: 'acme/old', isArchived: true}]});
	const {onPage, pages} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(end.repositories).toHaveLength(4);
	expect(
		pages
			.flat()
			.filter(({isArchived}) => isArchived)
			.map(({name}) => name),
	).toEqual(['old']);
});

test('pages of two are followed to the end, of repositories and of pull requests', async () => {
	const server = await gitHub({pullRequests: acme(), pageCap: 2});
	const {onPage, names} = collect();
	const counts: number[] = [];
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, (page, {repositories}) => {
		onPage(page);
		counts.push(repositories);
	});
	expect(names().toSorted()).toEqual(acme().map(({data}) => `${data.repository}#${data.number}`));
	expect({...end, repositories: end.repositories.length}).toEqual({incomplete: [], unread: [], repositories: 4});
	expect(counts).toEqual(counts.toSorted((a, b) => a - b));
	expect(counts.at(-1)).toBe(4);
});

test.each(['NOT_FOUND', 'FORBIDDEN'] as const)(
	'a repository that is refused (%s) is reported by its name, and the others are read',
	async refusal => {
		const server = await gitHub({
			pullRequests: acme(),
			repositories: [{nameWithOwner: 'acme/ui', refusal}],
			pageCap: 2,
		});
		const {onPage, names} = collect();
		const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
		expect(names().filter(name => name.startsWith('acme/ui'))).toEqual([]);
		expect(names()).toHaveLength(7);
		expect(end).toMatchObject({
			incomplete: [],
			unread: [
				{repository: 'acme/ui', failure: {code: refusal === 'NOT_FOUND' ? 'repository-not-found' : 'forbidden'}},
			],
		});
		expect(end.repositories).toHaveLength(3);
	},
);

test('a repository that one response lacks by accident is read by itself', async () => {
	const server = await gitHub({pullRequests: acme()});
	server.faults.on(
		'OpenRepositoriesOf',
		fault.missing(['node', 'repositories', 'nodes', 2], {message: 'Something is wrong with it.'}),
	);
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(names()).toHaveLength(8);
	expect({...end, repositories: end.repositories.length}).toEqual({incomplete: [], unread: [], repositories: 4});
});

test('a pull request that the host does not send is reported with its repository', async () => {
	const server = await gitHub({pullRequests: acme()});
	const missing = {message: 'Not for you.'};
	server.faults.on(
		'OpenRepositoriesOf',
		fault.missing(['node', 'repositories', 'nodes', 0, 'pullRequests', 'nodes', 1], missing),
	);
	server.faults.on('OpenPullRequests', fault.missing(['node', 'pullRequests', 'nodes', 1], missing));
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(names()).toHaveLength(7);
	expect(end.incomplete).toContain('Only 3 of 4 open pull requests of acme/api could be read.');
});

test('pages shrink if the host finds them too large', async () => {
	const server = await gitHub({pullRequests: acme(), nodeLimit: 500});
	const {onPage, names} = collect();
	await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(names()).toHaveLength(8);
	const sizes = server.requests
		.filter(({operation}) => operation === 'OpenRepositoriesOf')
		.map(({variables}) => variables);
	expect(sizes.map(({first, inner}) => `${first} x ${inner}`)).toEqual([
		'20 x 50',
		'10 x 50',
		'5 x 50',
		'2 x 50',
		'4 x 50',
		'2 x 50',
	]);
});

const [bad, good] = [fault.html(502), fault.none()];
const times = <T>(count: number, one: T) => Array.from({length: count}, () => one);

test.each([
	['none', [], 16],
	['five in a row', times(5, bad), 40],
	['five, one after each good one', times(5, [bad, good]).flat(), 40],
	['five, three good ones between', times(5, [good, good, good, bad]).flat(), 40],
	[
		'five, whenever pages have grown',
		[bad, good, bad, ...times(2, good), bad, ...times(4, good), bad, ...times(8, good), bad],
		40,
	],
	['one that has no type', [fault.errors({message: 'Something went wrong while executing your query.'})], 20],
] as const)('300 repositories are listed in few requests, of which some fail: %s', async (_, faults, most) => {
	const repositories = Array.from({length: 300}, (_, index) => `acme/app-${index}`);
	const pullRequests = repositories.flatMap((name, index) => pulls(name, 1 + (index % 13)));
	const server = await gitHub({pullRequests});
	server.faults.on('OpenRepositoriesOf', ...faults);
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect([end.incomplete, end.unread, end.repositories.length]).toEqual([[], [], 300]);
	expect([names().length, new Set(names()).size]).toEqual([pullRequests.length, pullRequests.length]);
	expect(server.requests.length).toBeLessThanOrEqual(most);
});

test('if the list breaks off, what was listed counts, and the rest is read by name', async () => {
	const server = await gitHub({pullRequests: acme(), pageCap: 2});
	server.faults.on('OpenRepositoriesOf', fault.none(), ...Array.from({length: 20}, () => fault.html(502)));
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(names()).toHaveLength(8);
	expect({...end, repositories: end.repositories.length}).toEqual({incomplete: [], unread: [], repositories: 4});
});

test('if the names break off too, that is reported', async () => {
	const server = await gitHub({pullRequests: acme(), pageCap: 2});
	const failing = Array.from({length: 20}, () => fault.html(500));
	server.faults.on('OpenRepositoriesOf', fault.none(), ...failing);
	server.faults.on('RepositoryNamesOf', fault.none(), ...failing);
	const {onPage} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(end.repositories).toHaveLength(2);
	expect(end.incomplete).toEqual([
		expect.stringMatching(/^The list of repositories of acme ended early: github\.com returned an error \(500\)/),
	]);
});

test('an account whose repositories cannot be listed at all is a failure, not an empty list', async () => {
	const server = await gitHub({pullRequests: acme()});
	const failing = Array.from({length: 20}, () => fault.html(500));
	server.faults.on('OpenRepositoriesOf', ...failing);
	server.faults.on('RepositoryNamesOf', ...failing);
	await expect((await listsOf(server)).ofScope(scope('acme'), null, () => {})).rejects.toMatchObject({
		message: expect.stringContaining('returned an error (500)'),
	});
});

test('results of a single repository that single sign-on hides are reported', async () => {
	const server = await gitHub({pullRequests: acme(), pageCap: 2});
	server.faults.on('ListedRepository', fault.ssoPartial(21955855));
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, () => {});
	expect(end.incomplete).toEqual([expect.stringContaining('21955855')]);
});

test('a limit on requests ends the reading of single repositories', async () => {
	const server = await gitHub({pullRequests: [...pulls('acme/a', 3), ...pulls('acme/b', 3)], pageCap: 2});
	server.faults.on('ListedRepository', ...Array.from({length: 20}, () => fault.secondaryLimit({retryAfter: 9000})));
	const {onPage} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(end.unread).toMatchObject([
		{repository: 'acme/a', failure: {code: 'rate-limited'}},
		{repository: 'acme/b', failure: {code: 'rate-limited'}},
	]);
	expect(server.requests.filter(({operation}) => operation === 'ListedRepository')).toHaveLength(1);
});

test('results that single sign-on hides are reported', async () => {
	const server = await gitHub({pullRequests: acme()});
	server.faults.on('OpenRepositoriesOf', fault.ssoPartial(21955855));
	server.faults.on('RepositoryNamesOf', fault.ssoPartial(21955855));
	const {onPage} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(end.incomplete).toEqual([expect.stringMatching(/21955855 are missing: authorize the token/)]);
});

test.each([
	['does not exist', [], 'Check the name: github.com may have no such organization or user.'],
	['may not be seen', [{nameWithOwner: 'hidden/app', isPrivate: true}], '(it has: gist)'],
])('an account that %s is a failure that says both', async (_, repositories, remedy) => {
	const tokens = {['t'.repeat(40)]: {login: 'octocat', scopes: ['gist']}};
	const lists = await listsOf(await gitHub({repositories, tokens}));
	await expect(lists.ofScope(scope('hidden'), null, () => {})).rejects.toMatchObject({
		kind: 'failed',
		code: 'account-not-found',
		message: 'Account not found, or not visible to the token from GITHUB_TOKEN: hidden',
		remedy: expect.stringContaining(remedy),
	});
});

test('an organization that requires single sign-on is a failure with the address', async () => {
	const server = await gitHub({pullRequests: acme()});
	server.faults.on('Account', fault.ssoRequired('https://github.com/orgs/acme/sso?authorization_request=1'));
	const lists = await listsOf(server);
	const failure = await lists.ofScope(scope('acme'), null, () => {}).catch((error: unknown) => error);
	expect(failure).toMatchObject({kind: 'authentication', code: 'sso-required'});
	expect(failure).toHaveProperty('ways', [
		{kind: 'open', url: 'https://github.com/orgs/acme/sso?authorization_request=1'},
		again,
	]);
});

test('without a token nothing is sent', async () => {
	const server = await gitHub({pullRequests: acme()});
	const lists = await listsOf(server, {env: {GITHUB_TOKEN: ''}});
	await expect(lists.ofScope(scope('acme'), null, () => {})).rejects.toMatchObject({code: 'no-token'});
	expect(server.requests).toEqual([]);
});

test('4,000 pull requests are listed within the points of an hour', async () => {
	const repositories = Array.from({length: 100}, (_, index) => `acme/app-${index}`);
	const server = await gitHub({pullRequests: repositories.flatMap(name => pulls(name, 40))});
	const {onPage, names} = collect();
	await (await listsOf(server)).ofScope(scope('acme'), null, onPage);
	expect(new Set(names()).size).toBe(4000);
	expect(server.requests).toHaveLength(1 + 5);
	expect(server.rate.limit - server.rate.remaining).toBeLessThan(200);
});
