import {GraphQLError} from 'graphql';
import type {PullRequestData, RepositoryData, ThreadData} from './data.ts';

export type World = {
	repositories: RepositoryData[];
	pullRequests: PullRequestData[];
	/** The host sends at most this many nodes a page, whatever was asked. */
	pageCap: number;
};

export type Viewer = {login: string; seesPrivate: boolean};

type PageArguments = {first?: number; after?: string | null};

/** Pull requests are held in the order in which they were made. */
type PullArguments = PageArguments & {headRefName?: string; states?: string[]; orderBy?: {direction: string}};

/** The root of GraphQL's `Query` for a viewer: objects whose methods are the fields that take arguments. */
export function rootOf(world: World, viewer: Viewer) {
	const paged =
		<T>(items: readonly T[]) =>
		(args: PageArguments) =>
			page(items, args, world.pageCap);

	const thread = (data: ThreadData) => ({...data, comments: paged(data.comments)});

	const pull = (data: PullRequestData): object => ({
		...data,
		repository: () => repository(data.repository),
		headRepository: data.headRepository === null ? null : {nameWithOwner: data.headRepository},
		headRepositoryOwner:
			data.headRepository === null ? null : {__typename: 'User', login: data.headRepository.split('/')[0]},
		isCrossRepository: data.headRepository !== data.repository,
		reviewThreads: paged(data.reviewThreads.map(thread)),
		reviews: paged(data.reviews),
		comments: paged(data.comments),
		files: paged(data.files),
	});

	const find = (name: string): RepositoryData | undefined =>
		world.repositories.find(({nameWithOwner, formerNames = [], isPrivate = false}) => {
			const names = [nameWithOwner, ...formerNames].map(known => known.toLowerCase());
			return names.includes(name.toLowerCase()) && (viewer.seesPrivate || !isPrivate);
		});

	const repository = (name: string): object | null => {
		const data = find(name);
		if (!data) return null;
		const pulls = world.pullRequests.filter(candidate => candidate.repository === data.nameWithOwner);
		return {
			__typename: 'Repository',
			id: `R_${data.nameWithOwner}`,
			nameWithOwner: data.nameWithOwner,
			isFork: data.parent !== undefined,
			isPrivate: data.isPrivate ?? false,
			parent: () => (data.parent === undefined ? null : repository(data.parent)),
			defaultBranchRef: {name: data.defaultBranch ?? 'main'},
			pullRequest: ({number}: {number: number}) => {
				const found = pulls.find(candidate => candidate.number === number);
				if (!found) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
				return pull(found);
			},
			pullRequests: ({headRefName, states, orderBy, ...args}: PullArguments) =>
				paged(
					(orderBy?.direction === 'DESC' ? pulls.toReversed() : pulls)
						.filter(found => headRefName === undefined || found.headRefName === headRefName)
						.filter(found => states === undefined || states.includes(found.state))
						.map(pull),
				)(args),
		};
	};

	return {
		viewer: {login: viewer.login},
		repository: ({owner, name}: {owner: string; name: string}) => {
			const found = repository(`${owner}/${name}`);
			if (!found) throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
			return found;
		},
		node: ({id}: {id: string}) => {
			const visible = world.pullRequests.filter(data => find(data.repository));
			const found = visible.find(data => data.id === id);
			if (found) return pull(found);
			const within = visible.flatMap(data => data.reviewThreads).find(data => data.id === id);
			if (within) return thread(within);
			throw notFound(`Could not resolve to a node with the global id of '${id}'`);
		},
	};
}

/** Cursors are opaque to clients; here they hold the number of nodes before the next page. */
function page<T>(items: readonly T[], {first, after}: PageArguments, cap: number) {
	if (first === undefined)
		throw refusal('MISSING_PAGINATION_BOUNDARIES', 'You must provide a `first` or `last` value.');
	if (first < 1 || first > 100) throw refusal('EXCESSIVE_PAGINATION', `Requesting ${first} records exceeds the limit.`);
	const start = after ? Number(Buffer.from(after, 'base64').toString().replace('cursor:', '')) : 0;
	if (!Number.isInteger(start)) throw refusal('INVALID_CURSOR_ARGUMENTS', `\`${after}\` is not a valid cursor.`);
	const end = Math.min(start + Math.min(first, cap), items.length);
	return {
		totalCount: items.length,
		pageInfo: {
			hasNextPage: end < items.length,
			endCursor: end > start ? Buffer.from(`cursor:${end}`).toString('base64') : null,
		},
		nodes: items.slice(start, end),
	};
}

function notFound(message: string): GraphQLError {
	return refusal('NOT_FOUND', message);
}

function refusal(type: string, message: string): GraphQLError {
	return new GraphQLError(message, {extensions: {type}});
}
