import type {FoundPull, Lists} from '../../source/code-host/lists.ts';
import {Failure} from '../../source/failure.ts';
import type {PullRequest} from '../../source/review/comment.ts';

/** The lists of a host in memory, a page for each repository. All of its pull requests are mine. */
export function memoryLists(held: readonly PullRequest[]): Lists {
	const listed = held.map(listedOf);
	const open = listed.filter(({state}) => state === 'open');
	return {
		host: 'memory',
		signIn: async () => {},
		async mine({orgs, repos, authors, updatedSince}, onPage) {
			const isAnywhere = orgs.length + repos.length === 0;
			const page = open
				.filter(({owner, name}) => isAnywhere || orgs.includes(owner) || repos.includes(`${owner}/${name}`))
				.filter(({author}) => authors.length === 0 || authors.includes(author ?? ''))
				.filter(({updatedAt}) => Date.parse(updatedAt) >= (updatedSince ?? 0));
			onPage(page, page.length);
			return {incomplete: [], unread: []};
		},
		async ofScope(scope, ended, onPage) {
			const isInScope = ({owner, name, number}: FoundPull) =>
				owner === scope.owner &&
				(scope.kind === 'owner' || name === scope.name) &&
				(scope.kind !== 'pull-request' || number === scope.number);
			const wanted = listed
				.map(one => (ended ? {...one, endedAt: endOf(one), changedLines: 0} : one))
				.filter(({state, createdAt}) =>
					ended ? ended.states.includes(state) && Date.parse(createdAt) >= ended.since : state === 'open',
				);
			const some = (scope.kind === 'pull-request' ? listed : wanted).filter(isInScope);
			if (scope.kind === 'pull-request' && some.length === 0) {
				const name = `${scope.owner}/${scope.name}#${scope.number}`;
				throw new Failure('failed', 'pull-request-not-found', `There is no ${name}.`);
			}
			const pages = Map.groupBy(some, ({owner, name}) => `${owner}/${name}`);
			for (const [index, page] of [...pages.values()].entries()) onPage(page, {repositories: index + 1});
			return {incomplete: [], unread: [], repositories: [...pages.keys()]};
		},
		async readEach(wanted, _, onRead) {
			for (const one of wanted)
				onRead(one, {pullRequest: held[listed.findIndex(({id}) => id === one.id)]!, checks: null, files: []});
		},
	};
}

const endOf = ({state, updatedAt}: FoundPull) => (state === 'open' ? null : updatedAt);

function listedOf(pullRequest: PullRequest): FoundPull {
	const {url, title, author, state, headRefOid, reviewThreads, reviews, comments} = pullRequest;
	const owner = pullRequest.owner ?? '';
	const name = pullRequest.repo ?? '';
	const number = pullRequest.number ?? 0;
	const moments = [...reviews, ...comments].map(({createdAt}) => createdAt ?? '');
	return {
		host: 'memory',
		owner,
		name,
		number,
		id: `${owner}/${name}#${number}`,
		url: url ?? '',
		title: title ?? '',
		author: author?.login ?? null,
		isDraft: false,
		createdAt: '2026-03-01T10:00:00Z',
		updatedAt: moments.reduce((last, one) => (one > last ? one : last), '2026-03-01T10:00:00Z'),
		state: state ?? 'open',
		headOid: headRefOid ?? '',
		isFork: pullRequest.headRepository !== `${owner}/${name}`,
		isArchived: false,
		threads: reviewThreads.length,
		others: reviews.length + comments.length,
		endedAt: null,
		changedLines: null,
	};
}
