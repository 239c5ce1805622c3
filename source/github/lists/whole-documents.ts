import {filesOf, page, parts} from '../queries.ts';

/** A pull request with the first page of everything and so many files. */
export function wholePullRequestQuery(count: number): string {
	const {declared, whole} = wholeOf(count);
	return `query WholePullRequest($id: ID!${declared}) {
	viewer { login }
	node(id: $id) { ${whole} }
}`;
}

/** Several, with one request. */
export function wholePullRequestsQuery(count: number): string {
	const {declared, whole} = wholeOf(count);
	return `query WholePullRequests($ids: [ID!]!${declared}) {
	viewer { login }
	nodes(ids: $ids) { ${whole} }
}`;
}

/** The files are of the last commit, which is the head unless it has very many commits. */
function wholeOf(count: number): {declared: string; whole: string} {
	const {declared, files} = filesOf(count);
	const last = `commit { oid statusCheckRollup { state } } ${count > 0 ? `files: commit { ${files} }` : ''}`;
	const whole = `... on PullRequest {
		repository { nameWithOwner }
		${parts.overview}
		commits(last: 1) { totalCount nodes { ${last} } }
		reviewThreads(first: $first) { ${page} nodes { ${parts.thread} } }
		reviews(first: $first) { ${page} nodes { ${parts.review} } }
		comments(first: $first) { ${page} nodes { ${parts.comment} } }
		files(first: $first) { ${page} nodes { ${parts.file} } }
	}`;
	return {declared: `, $first: Int!, $inner: Int!${declared}`, whole};
}
