import type {PullRequestData} from './records.ts';
import type {RestAnswer} from './rest-git.ts';
import {repositoryNamed, type Viewer, type World} from './world.ts';

/** `GET /search/issues`. Source of its limits: docs.github.com, "REST API endpoints for search". */
export function answerSearch(world: World, viewer: Viewer, path: string): RestAnswer {
	const now = world.now();
	world.searches = [...world.searches.filter(at => at > now - 60_000), now];
	if (world.searches.length > mostSearches) {
		return {status: 403, headers: exhausted(world.searches[0]! + 60_000), body: {message: 'API rate limit exceeded'}};
	}
	const parameters = new URL(path, 'http://localhost').searchParams;
	const text = parameters.get('q') ?? '';
	const isAdvanced = world.searchIsAdvanced && parameters.get('advanced_search') === 'true';
	const matches = readQuery(text, {world, viewer, isAdvanced});
	if (!matches) return notSearched;
	const found = world.pullRequests
		.filter(({repository}) => isVisible(repositoryNamed(world, repository), viewer))
		.filter(matches)
		.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
	const size = Math.min(Number(parameters.get('per_page') ?? 30), world.pageCap);
	const start = (Number(parameters.get('page') ?? 1) - 1) * size;
	if (start >= mostResults) return {status: 422, body: {message: 'Only the first 1000 search results are available'}};
	const items = found.slice(start, Math.min(start + size, mostResults)).map(itemOf);
	return {status: 200, body: {total_count: found.length, incomplete_results: false, items}};
}

/** A minute. */
const mostSearches = 30;

/** Of one search, over all pages. */
const mostResults = 1000;

const mostOperators = 5;

const exhausted = (until: number) => ({
	'x-ratelimit-limit': String(mostSearches),
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(Math.ceil(until / 1000)),
	'x-ratelimit-resource': 'search',
});

/** Its words for a name that it does not find, and for parentheses that it does not know. */
const notSearched: RestAnswer = {
	status: 422,
	body: {
		message: 'Validation Failed',
		errors: [
			{
				message:
					'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
				...{resource: 'Search', field: 'q', code: 'invalid'},
			},
		],
	},
};

type Match = (data: PullRequestData) => boolean;

type Searching = {world: World; viewer: Viewer; isAdvanced: boolean};

/** All qualifiers must hold, of those in parentheses one. Null if there is one that is not understood. */
function readQuery(text: string, searching: Searching): Match | null {
	const groups = [...text.matchAll(/\(([^()]*)\)/g)].map(([, group]) => group!.split(' OR '));
	const operators = groups.reduce((count, group) => count + group.length - 1, 0);
	if (groups.length > 0 && (!searching.isAdvanced || operators > mostOperators)) return null;
	const alone = text.replace(/\([^()]*\)/g, ' ').match(/\S+/g) ?? [];
	const kinds = alone.map(qualifier => qualifier.replace(/:.*/, ''));
	// Whether two of one kind mean "or" or "and" depends on the server.
	if (new Set(kinds.filter(kind => kind !== 'is')).size < kinds.filter(kind => kind !== 'is').length) return null;
	const all = [...alone.map(qualifier => [qualifier]), ...groups].map(group => {
		const any = group.map(qualifier => readQualifier(qualifier, searching));
		return any.includes(null) ? null : (data: PullRequestData) => any.some(matches => matches!(data));
	});
	return all.includes(null) ? null : data => all.every(matches => matches!(data));
}

function readQualifier(qualifier: string, {world, viewer}: Searching): Match | null {
	const [, kind = '', value = ''] = /^([\w-]+):(.+)$/.exec(qualifier) ?? [];
	const me = viewer.isApp ? 'nobody' : viewer.login;
	const login = value === '@me' ? me : value.replace(/^app\//, '');
	switch (kind) {
		case 'is':
			return value === 'pr' ? () => true : value === 'open' ? ({state}) => state === 'OPEN' : null;
		case 'archived':
			return ({repository}) => String(repositoryNamed(world, repository)?.isArchived ?? false) === value;
		case 'author':
			return ({author}) => author?.login === login;
		case 'assignee':
			return ({assignees}) => assignees.includes(login);
		case 'review-requested':
			return ({reviewRequests}) => reviewRequests.includes(login);
		case 'reviewed-by':
			return ({reviews}) => reviews.some(({author}) => author?.login === login);
		case 'repo':
			return isVisible(repositoryNamed(world, value), viewer) ? ({repository}) => repository === value : null;
		case 'user':
			return world.repositories.some(data => data.nameWithOwner.startsWith(`${value}/`) && isVisible(data, viewer))
				? ({repository}) => repository.startsWith(`${value}/`)
				: null;
		case 'updated':
			return value.startsWith('>=') ? ({updatedAt}) => updatedAt >= value.slice(2) : null;
		default:
			return null;
	}
}

const isVisible = (repository: {isPrivate?: boolean} | undefined, {seesPrivate}: Viewer) =>
	repository !== undefined && (seesPrivate || !repository.isPrivate);

function itemOf({repository, author, ...data}: PullRequestData): object {
	const login = author?.__typename === 'Bot' ? `${author.login}[bot]` : author?.login;
	return {
		node_id: data.id,
		number: data.number,
		html_url: data.url,
		title: data.title,
		user: author && {login, type: author.__typename},
		draft: data.isDraft,
		state: data.state.toLowerCase(),
		created_at: data.createdAt,
		updated_at: data.updatedAt,
		repository_url: `https://api.github.com/repos/${repository}`,
		pull_request: {html_url: data.url},
	};
}
