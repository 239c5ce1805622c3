import type {
	CountedPullRequest,
	EndedPullRequest,
	ListEnd,
	Lists,
	ListsOf,
	OnCounted,
} from '../../source/code-host/lists.ts';
import {Failure} from '../../source/failure.ts';
import type {PullRequest} from '../../source/review/comment.ts';

/** The lists of a host in memory, a page for each repository. All of its pull requests are mine. */
export function memoryLists(held: readonly PullRequest[]): Lists {
	const listed = held.map(listedOf);
	const inRepositories = <Listed extends CountedPullRequest>(
		list: readonly Listed[],
		onPage: OnCounted<Listed>,
	): ListEnd => {
		const pages = Map.groupBy(list, ({owner, name}) => `${owner}/${name}`);
		for (const [index, page] of [...pages.values()].entries()) onPage(page, {repositories: index + 1});
		return {incomplete: [], unread: [], repositories: [...pages.keys()]};
	};
	const open = listed.filter(({state}) => state === 'open');
	const listsOf = <Listed extends CountedPullRequest>(some: readonly Listed[]): ListsOf<Listed> => ({
		ofOwner: async (owner, onPage) =>
			inRepositories(
				some.filter(one => one.owner === owner),
				onPage,
			),
		ofRepository: async ({owner, name}, onPage) =>
			inRepositories(
				some.filter(one => one.owner === owner && one.name === name),
				onPage,
			),
		async one({owner, name, number}) {
			const found = some.find(one => one.owner === owner && one.name === name && one.number === number);
			if (!found) throw new Failure('failed', 'pull-request-not-found', `There is no ${owner}/${name}#${number}.`);
			return found;
		},
	});
	const all = listsOf(listed);
	return {
		...listsOf(open),
		one: all.one,
		host: 'memory',
		signIn: async () => {},
		async mine({orgs, repos, authors, updatedSince}, onPage) {
			const isAnywhere = orgs.length + repos.length === 0;
			const page = open
				.filter(({owner, name}) => isAnywhere || orgs.includes(owner) || repos.includes(`${owner}/${name}`))
				.filter(({author}) => authors.length === 0 || authors.includes(author ?? ''))
				.filter(({updatedAt}) => Date.parse(updatedAt) >= (updatedSince ?? 0));
			onPage(page, page.length);
			return {incomplete: [], unread: [], repositories: [...new Set(page.map(({owner, name}) => `${owner}/${name}`))]};
		},
		ended: ({states, since}) =>
			listsOf(
				listed
					.filter(({state, createdAt}) => states.includes(state) && Date.parse(createdAt) >= since)
					.map((one): EndedPullRequest => ({...one, endedAt: endOf(one), additions: 0, deletions: 0})),
			),
		async readEach(wanted, _, onRead) {
			for (const one of wanted)
				onRead(one, {pullRequest: held[listed.findIndex(({id}) => id === one.id)]!, checks: null, files: []});
		},
	};
}

const endOf = ({state, updatedAt}: CountedPullRequest) => (state === 'open' ? null : updatedAt);

function listedOf(pullRequest: PullRequest): CountedPullRequest {
	const {url, title, author, state, headRefOid, reviewThreads, reviews, comments} = pullRequest;
	const owner = pullRequest.owner ?? '';
	const name = pullRequest.repo ?? '';
	const number = pullRequest.number ?? 0;
	const moments = [...reviews, ...comments].map(({createdAt}) => createdAt ?? '');
	return {
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
	};
}
