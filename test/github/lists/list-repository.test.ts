import {expect, test} from 'vitest';
import {pullRequest} from '../../emulators/github/data.ts';
import {gitHub} from '../connect.ts';
import {collect, listsOf, scope} from './lists-of.ts';

const pulls = [1, 2, 3, 4, 5].map(number => pullRequest({repository: 'acme/api', number}).threads(number));

test('the open pull requests of a repository are listed by the name that it has now', async () => {
	const merged = pullRequest({repository: 'acme/api', number: 6, state: 'MERGED'});
	const server = await gitHub({
		pullRequests: [...pulls, merged],
		repositories: [{nameWithOwner: 'acme/api', formerNames: ['acme/old-api']}],
		pageCap: 2,
	});
	const {onPage, pages, names} = collect();
	const end = await (await listsOf(server)).ofScope(scope('acme/old-api'), null, onPage);
	expect(names()).toEqual([1, 2, 3, 4, 5].map(number => `acme/api#${number}`));
	expect(pages.map(page => page.map(({threads}) => threads))).toEqual([[1, 2], [3, 4], [5]]);
	expect(end).toEqual({incomplete: [], unread: [], repositories: ['acme/api']});
});

test('a repository that does not exist is a failure', async () => {
	const lists = await listsOf(await gitHub());
	await expect(lists.ofScope(scope('acme/api'), null, () => {})).rejects.toMatchObject({
		code: 'repository-not-found',
		message: 'Repository not found (404 Not Found): acme/api',
	});
});

test('one pull request is read in any state, in an archived repository too', async () => {
	const server = await gitHub({
		pullRequests: [...pulls, pullRequest({repository: 'acme/old', number: 9, state: 'CLOSED', author: null}).review()],
		repositories: [{nameWithOwner: 'acme/old', isArchived: true}],
	});
	const lists = await listsOf(server);
	const {onPage, pages} = collect();
	const end = await lists.ofScope(scope('acme/old#9'), null, onPage);
	const read = {state: 'closed', author: null, isArchived: true, threads: 0, others: 1};
	expect(pages).toEqual([[expect.objectContaining(read)]]);
	expect(end).toEqual({incomplete: [], unread: [], repositories: ['acme/old']});
	await expect(lists.ofScope(scope('acme/api#99'), null, () => {})).rejects.toMatchObject({
		code: 'pull-request-not-found',
		message: 'Pull request not found (404 Not Found): acme/api#99',
	});
});
