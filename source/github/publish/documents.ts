import {actor, byBranch, connection, firstCommits, pullRequestQuery} from '../queries.ts';

const comment = `id fullDatabaseId url body state author { ${actor} } authorAssociation reactionGroups { content viewerHasReacted }`;

const thread = `
	id
	isResolved
	viewerCanReply
	viewerCanResolve
	opening: comments(first: 1) { nodes { ${comment} } }
	comments(last: 50) { nodes { ${comment} } }`;

/** Fields that older Enterprise Servers may lack. */
const recent = {
	pullRequest:
		'isInMergeQueue latestOpinionatedReviews(first: 100) { nodes { state author { __typename login ... on User { id } } } }',
	repository: 'webCommitSignoffRequired',
	ref: 'refUpdateRule { viewerCanPush requiresSignatures }',
};

/** The branch that a pull request is made from, and a review of the token's account that is not submitted. */
const headFields = ({repository, ref}: typeof recent) => `
	isCrossRepository
	maintainerCanModify
	headRefName
	headRef { ${ref} name }
	headRepository {
		nameWithOwner
		isArchived
		viewerPermission
		${repository}
	}
	reviews(first: 1, states: [PENDING]) { nodes { url viewerDidAuthor } }`;

const standing = (fields: typeof recent) =>
	pullRequestQuery(
		'Publish',
		`id
	state
	locked
	headRefOid
	${fields.pullRequest}
	${headFields(fields)}
	reviewRequests(first: 100) { nodes { requestedReviewer { ... on User { login } } } }
	${firstCommits}`,
		{viewer: 'login databaseId', beside: 'viewerPermission isArchived'},
	);

const permissions = (fields: typeof recent) =>
	byBranch(
		'Permissions',
		`${headFields(fields)}
	repository { viewerPermission }
	reviewThreads(last: 50) { nodes { isResolved viewerCanResolve } }`,
	);

const noneOfThem: typeof recent = {pullRequest: '', repository: '', ref: ''};

/** What is read before and between writes. */
export const publishQueries = {
	standing: standing(recent),
	/** For servers that do not accept `standing`. */
	oldStanding: standing(noneOfThem),
	/** The same for the pull request of a branch, with the query that finds it. */
	permissions: permissions(recent),
	oldPermissions: permissions(noneOfThem),
	threads: connection('ThreadsToday', 'PullRequest', 'reviewThreads', thread),
	comments: connection('CommentsToday', 'PullRequest', 'comments', `id url body author { ${actor} }`),
	bodiesNow: `query BodiesNow($ids: [ID!]!) { nodes(ids: $ids) { ... on Comment { id body } } }`,
	threadsNow: `query ThreadsNow($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequestReviewThread { ${thread} } } }`,
} as const;

/** Names of the variables are those of the input. */
export const mutations = {
	reply: `mutation Reply($thread: ID!, $body: String!) {
	addPullRequestReviewThreadReply(input: {pullRequestReviewThreadId: $thread, body: $body}) {
		comment { id url state }
	}
}`,
	edit: `mutation EditReply($comment: ID!, $body: String!) {
	updatePullRequestReviewComment(input: {pullRequestReviewCommentId: $comment, body: $body}) {
		pullRequestReviewComment { id url state }
	}
}`,
	delete: `mutation DeleteReply($comment: ID!) {
	deletePullRequestReviewComment(input: {id: $comment}) { clientMutationId }
}`,
	'delete-comment': `mutation DeleteComment($comment: ID!) {
	deleteIssueComment(input: {id: $comment}) { clientMutationId }
}`,
	resolve: `mutation Resolve($thread: ID!) {
	resolveReviewThread(input: {threadId: $thread}) { thread { id isResolved } }
}`,
	unresolve: `mutation Unresolve($thread: ID!) {
	unresolveReviewThread(input: {threadId: $thread}) { thread { id isResolved } }
}`,
	react: `mutation React($comment: ID!) {
	addReaction(input: {subjectId: $comment, content: THUMBS_UP}) { reaction { content } }
}`,
	request: `mutation RequestReviews($pullRequest: ID!, $people: [ID!]!) {
	requestReviews(input: {pullRequestId: $pullRequest, userIds: $people, union: true}) { pullRequest { id } }
}`,
	comment: `mutation Comment($pullRequest: ID!, $body: String!) {
	addComment(input: {subjectId: $pullRequest, body: $body}) { commentEdge { node { id url } } }
}`,
	editComment: `mutation EditComment($comment: ID!, $body: String!) {
	updateIssueComment(input: {id: $comment, body: $body}) { issueComment { id url } }
}`,
} as const;
