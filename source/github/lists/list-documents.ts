import {connection, filesOf, page, parts, pullRequestQuery} from '../queries.ts';

/** What a list has of a repository. */
const repository = 'nameWithOwner isArchived';

/** What a list has of a pull request. */
const pull = `
	id
	number
	url
	title
	state
	author { login }
	isDraft
	createdAt
	updatedAt
	headRefOid
	isCrossRepository
	reviewThreads(first: 1) { totalCount }
	reviews(first: 1) { totalCount }
	comments(first: 1) { totalCount }`;

/** In an order that does not change meanwhile: what moved to a page that was read already would be missed. */
const inOrder = 'orderBy: {field: NAME, direction: ASC}';
const owned = `, ownerAffiliations: [OWNER], ${inOrder}`;

/** Lists of pull requests with such fields, in such an order: of an account, with those of its repositories, of one, and one of them. */
const listsOf = (kind: 'Open' | 'Ended', fields: string, order: string, variables = '') => ({
	/** The repositories of an account with the first of their pull requests. */
	repositories: connection(
		`${kind}RepositoriesOf`,
		'RepositoryOwner',
		'repositories',
		`${repository} pullRequests(first: $inner, ${order}) { ${page} nodes { ${fields} } }`,
		`, $inner: Int!${variables}`,
		owned,
	),
	pullRequests: connection(`${kind}PullRequests`, 'Repository', 'pullRequests', fields, variables, `, ${order}`),
	pullRequest: pullRequestQuery(`${kind}PullRequest`, fields, {beside: repository}),
});

export const listDocuments = {
	account: 'query Account($login: String!) { repositoryOwner(login: $login) { id login } }',

	repositoryNames: connection('RepositoryNamesOf', 'RepositoryOwner', 'repositories', 'nameWithOwner', '', owned),

	repository: `query ListedRepository($owner: String!, $name: String!) {
	repository(owner: $owner, name: $name) { id ${repository} }
}`,
} as const;

export const openPulls = listsOf('Open', pull, 'states: [OPEN], orderBy: {field: CREATED_AT, direction: ASC}');

/** No order by the time of the end exists. What moves meanwhile comes first. */
export const endedPulls = listsOf(
	'Ended',
	`${pull} mergedAt closedAt additions deletions`,
	'states: $states, orderBy: {field: UPDATED_AT, direction: DESC}',
	', $states: [PullRequestState!]!',
);

/** A pull request with the first page of everything and so many files; null: with nothing that only a plan needs. */
export function wholePullRequestQuery(count: number | null): string {
	const {declared, whole} = wholeOf(count);
	return `query WholePullRequest($id: ID!${declared}) {
	viewer { login }
	node(id: $id) { ${whole} }
}`;
}

/** Several, with one request. */
export function wholePullRequestsQuery(count: number | null): string {
	const {declared, whole} = wholeOf(count);
	return `query WholePullRequests($ids: [ID!]!${declared}) {
	viewer { login }
	nodes(ids: $ids) { ${whole} }
}`;
}

/** Its commits, all if there are at most so many. */
const ownCommits = 'own: commits(first: 100) { nodes { commit { oid } } }';

/** The files are of the last commit, which is the head unless it has very many commits. */
function wholeOf(count: number | null): {declared: string; whole: string} {
	const {declared, files} = filesOf(count ?? 0);
	const last = `commit { oid statusCheckRollup { state } } ${count ? `files: commit { ${files} }` : ''}`;
	const whole = `... on PullRequest {
		repository { nameWithOwner }
		${parts.overview}
		${count === null ? ownCommits : parts.memory}
		commits(last: 1) { totalCount nodes { ${last} } }
		reviewThreads(first: $first) { ${page} nodes { ${parts.thread} } }
		reviews(first: $first) { ${page} nodes { ${parts.review} } }
		comments(first: $first) { ${page} nodes { ${parts.comment} } }
		files(first: $first) { ${page} nodes { ${parts.file} } }
	}`;
	return {declared: `, $first: Int!, $inner: Int!${declared}`, whole};
}
