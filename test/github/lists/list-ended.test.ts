import {expect, test} from 'vitest';
import {type PullRequestInit, pullRequest} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {gitHub} from '../connect.ts';
import {collect, listsOf, scope} from './lists-of.ts';

const since = Date.parse('2026-03-01T00:00:00Z');
const dayOf = (day: number) => new Date(since + day * 86_400_000).toISOString();
const api = scope('acme/api');

const pull = (number: number, init: PullRequestInit = {}) =>
	pullRequest({repository: 'acme/api', number, state: 'MERGED', createdAt: dayOf(-60), ...init});

const merged = {states: ['merged'], since} as const;
const all = {states: ['merged', 'closed', 'open'], since} as const;

const each = () => [
	pull(1, {mergedAt: dayOf(3), updatedAt: dayOf(9)}).file('a.ts', {additions: 5, deletions: 2}),
	pull(2, {mergedAt: dayOf(-1), updatedAt: dayOf(8)}),
	pull(3, {updatedAt: dayOf(-2)}),
	pull(4, {state: 'CLOSED', closedAt: dayOf(0), updatedAt: dayOf(7)}),
	pull(5, {state: 'CLOSED', closedAt: dayOf(-3), updatedAt: dayOf(6)}),
	pull(6, {state: 'OPEN', createdAt: dayOf(1), updatedAt: dayOf(5)}),
	pull(7, {state: 'OPEN', createdAt: dayOf(-5), updatedAt: dayOf(4)}),
];

test.each([
	[['merged'], [1]],
	[['closed'], [4]],
	[
		['merged', 'closed', 'open'],
		[1, 4, 6],
	],
] as const)('of %j those are listed that ended since then, or were opened since', async (states, numbers) => {
	const lists = await listsOf(await gitHub({pullRequests: each(), pageCap: 2}));
	for (const place of ['acme', 'acme/api']) {
		const {onPage, names} = collect();
		const end = await lists.ofScope(scope(place), {states, since}, onPage);
		expect([...new Set(names())]).toEqual(numbers.map(number => `acme/api#${number}`));
		expect(end).toEqual({incomplete: [], unread: [], repositories: ['acme/api']});
	}
});

test('each has its end and how many lines it changed, also alone and in any state', async () => {
	const lists = await listsOf(await gitHub({pullRequests: each()}));
	const {onPage, pages} = collect();
	for (const place of ['acme/api', 'acme/api#1', 'acme/api#7']) await lists.ofScope(scope(place), merged, onPage);
	const ended = {number: 1, state: 'merged', endedAt: dayOf(3), changedLines: 7};
	expect(pages.flat()).toMatchObject([ended, ended, {number: 7, state: 'open', endedAt: null}]);
});

test('a list ends with the first page on which something is too old', async () => {
	const pulls = Array.from({length: 250}, (_, index) => pull(index + 1, {updatedAt: dayOf(index < 120 ? -9 : 9)}));
	const server = await gitHub({pullRequests: pulls});
	const {onPage, names} = collect();
	await (await listsOf(server)).ofScope(api, merged, onPage);
	expect(new Set(names()).size).toBe(130);
	// Two pages, and the first one again.
	expect(server.requests.map(({operation}) => operation)).toEqual([
		'ListedRepository',
		...['EndedPullRequests', 'EndedPullRequests', 'EndedPullRequests'],
	]);
});

test('what is updated or merged while the pages are read is not missed', async () => {
	const pulls = Array.from({length: 9}, (_, index) => pull(index + 1, {updatedAt: dayOf(index + 1)}));
	pulls.push(pull(10, {state: 'OPEN', updatedAt: dayOf(-9)}));
	const server = await gitHub({pullRequests: pulls, pageCap: 3});
	const [last, open] = [pulls[0]!.data, pulls[9]!.data];
	server.faults.on(
		'EndedPullRequests',
		fault.meanwhile(() => void Object.assign(last, {updatedAt: dayOf(20)})),
		fault.meanwhile(() => void Object.assign(open, {state: 'MERGED', updatedAt: dayOf(21)})),
	);
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(api, merged, onPage);
	expect(new Set(names()).size).toBe(10);
	expect(end.incomplete).toEqual([]);
});

test('a list that never stands still is read three times, and is reported', async () => {
	const pulls = Array.from({length: 9}, (_, index) => pull(index + 1, {updatedAt: dayOf(index + 1)}));
	const server = await gitHub({pullRequests: pulls, pageCap: 3});
	let day = 20;
	const touch = fault.meanwhile(() => {
		for (const {data} of pulls) data.updatedAt = dayOf(day++);
	});
	server.faults.on('EndedPullRequests', ...Array.from({length: 50}, () => touch));
	const {onPage, names} = collect();
	const end = await (await listsOf(server)).ofScope(api, merged, onPage);
	expect(new Set(names()).size).toBe(9);
	expect(end.incomplete).toEqual([
		'The merged pull requests of acme/api changed while they were read: some may be missing.',
	]);
});

test('what an account has is listed with one request, as the open ones are', async () => {
	const others = ['acme/ui', 'acme/web'].map(repository =>
		pullRequest({repository, number: 1, state: 'MERGED', updatedAt: dayOf(2)}),
	);
	const server = await gitHub({pullRequests: [...each(), ...others]});
	const {onPage, names} = collect();
	await (await listsOf(server)).ofScope(scope('acme'), all, onPage);
	expect(names()).toHaveLength(5);
	expect(server.requests.map(({operation}) => operation)).toEqual(['Account', 'EndedRepositoriesOf']);
});
