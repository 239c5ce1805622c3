import {connection, page} from '../queries.ts';

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
const open = 'states: [OPEN], orderBy: {field: CREATED_AT, direction: ASC}';

const owned = `, ownerAffiliations: [OWNER], ${inOrder}`;

export const listDocuments = {
	account: 'query Account($login: String!) { repositoryOwner(login: $login) { id login } }',

	/** The repositories of an account with the first of their open pull requests. */
	repositories: connection(
		'RepositoriesOf',
		'RepositoryOwner',
		'repositories',
		`${repository} pullRequests(first: $inner, ${open}) { ${page} nodes { ${pull} } }`,
		', $inner: Int!',
		owned,
	),
	repositoryNames: connection('RepositoryNamesOf', 'RepositoryOwner', 'repositories', 'nameWithOwner', '', owned),

	repository: `query ListedRepository($owner: String!, $name: String!) {
	repository(owner: $owner, name: $name) { id ${repository} }
}`,
	pullRequests: connection('OpenPullRequests', 'Repository', 'pullRequests', pull, '', `, ${open}`),

	pullRequest: `query ListedPullRequest($owner: String!, $name: String!, $number: Int!) {
	repository(owner: $owner, name: $name) {
		${repository}
		pullRequest(number: $number) { ${pull} }
	}
}`,
} as const;
