import {memoryFile} from '../resolve/memory-file.ts';

/** The number of the account is part of its email address in commits. */
export const actor = '__typename login ... on User { databaseId } ... on Bot { databaseId }';

/** Of every connection that is read to its end. */
export const page = 'totalCount pageInfo { hasNextPage endCursor }';

const writing = `
	id
	fullDatabaseId
	body
	author { ${actor} }
	authorAssociation
	url
	createdAt
	updatedAt
	isMinimized
	minimizedReason`;

const threadComment = `${writing}
	state
	diffHunk
	commit { oid }
	originalCommit { oid }
	replyTo { fullDatabaseId }`;

/** What the team has declined for good, at the tip of the default branch of the base repository. */
const memory = `base: repository {
		defaultBranchRef {
			name
			target { oid ... on Commit { declined: file(path: "${memoryFile}") { mode object { ... on Blob { text isTruncated } } } } }
		}
	}`;

const overview = `
	id
	number
	url
	title
	state
	author { ${actor} }
	headRefOid
	headRefName
	headRepository { nameWithOwner }
	baseRefName`;

const thread = `
	id
	path
	line
	startLine
	originalLine
	originalStartLine
	diffSide
	startDiffSide
	subjectType
	isResolved
	isOutdated
	comments(first: $inner) {
		${page}
		nodes { ${threadComment} }
	}`;

const review = `${writing} state commit { oid }`;

const commit = 'commit { oid }';

/** The first page of the commits of a pull request. */
export const firstCommits = `commits(first: 100) { ${page} nodes { ${commit} } }`;

const changedFile = 'path changeType additions deletions';

/** What is read of a pull request itself and of the nodes of its connections; `$inner` is the page size of comments. */
export const parts = {overview, memory, thread, review, comment: writing, file: changedFile} as const;

/** A document that reads a connection of an object, and the field that it is. */
export type ConnectionQuery = {document: string; field: string};

/**
 * The nodes of one connection of an object, a page at a time. `more` declares variables that `nodes` or `chosen` use;
 * `chosen` are arguments that choose the nodes. Both begin with a comma.
 */
export function connection(
	operation: string,
	type: string,
	field: string,
	nodes: string,
	more = '',
	chosen = '',
): ConnectionQuery {
	const document = `query ${operation}($id: ID!, $first: Int!, $after: String${more}) {
	node(id: $id) {
		... on ${type} {
			${field}(first: $first, after: $after${chosen}) {
				${page}
				nodes { ${nodes} }
			}
		}
	}
}`;
	return {document, field};
}

/** The open pull requests of a branch in a repository and in the one it was forked from. @param more fields of each */
export const byBranch = (
	operation: string,
	more = '',
) => `query ${operation}($owner: String!, $name: String!, $branch: String!, $first: Int!) {
	repository(owner: $owner, name: $name) {
		...candidate
		parent { ...candidate }
	}
}
fragment candidate on Repository {
	nameWithOwner
	defaultBranchRef { name }
	pullRequests(headRefName: $branch, states: [OPEN], first: $first) {
		nodes { ...candidatePull ${more} }
	}
	closedPullRequests: pullRequests(
		headRefName: $branch
		states: [CLOSED, MERGED]
		first: 5
		orderBy: {field: CREATED_AT, direction: DESC}
	) {
		nodes { ...candidatePull }
	}
}
fragment candidatePull on PullRequest {
	number
	title
	state
	headRepository { nameWithOwner }
	headRepositoryOwner { login }
}`;

/**
 * A document about a pull request, with the variables of `aboutPullRequest`. `viewer`: fields of the token's account; `beside`:
 * of the repository; `more` declares variables that the fields use, and begins with a comma.
 */
export const pullRequestQuery = (
	operation: string,
	fields: string,
	{viewer = '', beside = '', more = ''}: {viewer?: string; beside?: string; more?: string} = {},
) => `query ${operation}($owner: String!, $name: String!, $number: Int!${more}) {
	${viewer && `viewer { ${viewer} }`}
	repository(owner: $owner, name: $name) {
		${beside}
		pullRequest(number: $number) { ${fields} }
	}
}`;

/** So many files of a commit, which the variables `$path0` and so on name. */
export function filesOf(count: number): {declared: string; files: string} {
	const indexes = Array.from({length: count}, (_, index) => index);
	const file = 'mode object { ... on Blob { text isTruncated } }';
	return {
		declared: indexes.map(index => `, $path${index}: String!`).join(''),
		files: indexes.map(index => `file${index}: file(path: $path${index}) { ${file} }`).join(' '),
	};
}

/** So many files of the last commit of a pull request, which is its head unless it has very many commits. */
export function headFilesQuery(count: number): string {
	const {declared, files} = filesOf(count);
	const last = `commits(last: 1) { nodes { commit { oid } files: commit { ${files} } } }`;
	return pullRequestQuery('HeadFiles', `headRefOid ${last}`, {more: declared});
}

/** So many files of a commit. */
export function rootFilesQuery(count: number): string {
	const {declared, files} = filesOf(count);
	return `query RootFiles($owner: String!, $name: String!, $oid: GitObjectID!${declared}) {
	repository(owner: $owner, name: $name) { object(oid: $oid) { ... on Commit { ${files} } } }
}`;
}

/** The GraphQL documents that are sent. Every name is in GitHub's public schema; a test holds them to it. */
export const queries = {
	viewer: `query Viewer { viewer { login } }`,

	access: `query Access($owner: String!, $name: String!) {
	viewer { login }
	repository(owner: $owner, name: $name) { viewerPermission }
}`,

	overview: pullRequestQuery('Overview', `${overview} ${memory} commits(last: 1) { totalCount }`, {
		viewer: 'login',
		beside: 'nameWithOwner',
	}),
	activity: pullRequestQuery('Activity', 'comments(last: 1) { totalCount } reviews(last: 1) { totalCount }'),

	threads: connection('ReviewThreads', 'PullRequest', 'reviewThreads', thread, ', $inner: Int!'),
	threadComments: connection('ThreadComments', 'PullRequestReviewThread', 'comments', threadComment),
	reviews: connection('Reviews', 'PullRequest', 'reviews', review),
	comments: connection('IssueComments', 'PullRequest', 'comments', writing),
	files: connection('ChangedFiles', 'PullRequest', 'files', changedFile),

	commits: pullRequestQuery('Commits', `id ${firstCommits}`),
	moreCommits: connection('PullRequestCommits', 'PullRequest', 'commits', commit),

	/** Where the pull request of a number or of a branch can be: a repository and the one it was forked from. */
	byNumber: `query PullRequestByNumber($owner: String!, $name: String!, $number: Int!) {
	repository(owner: $owner, name: $name) {
		...candidate
		parent { ...candidate }
	}
}
fragment candidate on Repository {
	nameWithOwner
	pullRequest(number: $number) { number }
}`,

	byBranch: byBranch('PullRequestsByBranch'),
} as const;
