import type {GraphQLError} from 'graphql';
import {branchesOf, type CommitInput} from './branches.ts';
import {user, writing} from './data.ts';
import {notFound, refusal} from './errors.ts';
import type {PullRequestData, ThreadCommentData, ThreadData} from './records.ts';
import {repositoryNamed, roleOf, type Viewer, type World} from './world.ts';

/** Fields of GraphQL's `Mutation` for a viewer: each changes the world and returns what it changed. */
export function mutationsOf(world: World, viewer: Viewer) {
	const {contents, pullRequests} = viewer.permissions;
	const forbidden = refusal('FORBIDDEN', 'Resource not accessible by integration');
	const author = user(viewer.login);
	const time = () => new Date(world.now()).toISOString();

	const needs = (isAllowed: boolean) => {
		if (!isAllowed) throw forbidden;
	};
	/** A locked conversation is open to people with write access. */
	const mayComment = ({repository, locked}: PullRequestData) => {
		const on = repositoryNamed(world, repository);
		const isWriter = on !== undefined && ['admin', 'maintain', 'write'].includes(roleOf(on, viewer.login));
		if (locked && !isWriter) throw refusal('UNPROCESSABLE', 'lock prevents comment');
	};
	const thread = (id: string): {pull: PullRequestData; thread: ThreadData} => {
		for (const pull of world.pullRequests) {
			const found = pull.reviewThreads.find(one => one.id === id);
			if (found) return {pull, thread: found};
		}
		throw gone(id);
	};
	const pullOf = (id: string): PullRequestData => {
		const found = world.pullRequests.find(pull => pull.id === id);
		if (!found) throw gone(id);
		return found;
	};
	const commentOf = (id: string): ThreadCommentData => {
		const all = world.pullRequests.flatMap(pull => pull.reviewThreads.flatMap(({comments}) => comments));
		const found = all.find(comment => comment.id === id);
		if (!found) throw gone(id);
		return found;
	};
	const nameOfLabel = (id: string) => id.replace(/^LABEL_/, '');
	const settle = (id: string, isResolved: boolean) => {
		needs(contents === 'write' && pullRequests === 'write');
		const {thread: found} = thread(id);
		found.isResolved = isResolved;
		return {thread: {...found, resolvedBy: isResolved ? author : null}};
	};

	const branches = branchesOf(world, viewer);

	/** Comments and commits are updates of a pull request, resolved threads are not. */
	const update = (isUpdated: (pull: PullRequestData) => boolean) => {
		for (const pull of world.pullRequests) if (isUpdated(pull)) pull.updatedAt = time();
	};

	return {
		createCommitOnBranch({input}: Input<CommitInput>) {
			const {data, oid} = branches.create(input);
			const {repositoryNameWithOwner: of, branchName} = input.branch;
			update(({headRepository, headRefName}) => headRepository === of && headRefName === branchName);
			const url = `https://github.com/${data.nameWithOwner}/commit/${oid}`;
			const signature = {__typename: 'GpgSignature', isValid: true, wasSignedByGitHub: true};
			return {commit: {oid, url, signature}, ref: null};
		},
		updateRefs({input}: Input<{repositoryId: string; refUpdates: RefUpdate[]}>) {
			const data = branches.find(input.repositoryId.replace(/^R_/, ''));
			for (const {name, beforeOid = null, afterOid: after} of input.refUpdates) {
				branches.update(data, name, {before: beforeOid, after});
			}
			return {clientMutationId: null};
		},
		addPullRequestReviewThreadReply({input}: Input<{pullRequestReviewThreadId: string; body: string}>) {
			needs(pullRequests === 'write');
			const {pull, thread: found} = thread(input.pullRequestReviewThreadId);
			mayComment(pull);
			const review = pull.reviews.find(one => one.state === 'PENDING' && one.author?.login === viewer.login);
			const first = found.comments[0]!;
			const comment: ThreadCommentData = {
				__typename: 'PullRequestReviewComment',
				...writing(pull.url, {body: input.body, author, createdAt: time(), updatedAt: time()}),
				state: review ? 'PENDING' : 'SUBMITTED',
				diffHunk: first.diffHunk,
				commit: first.commit,
				originalCommit: first.originalCommit,
				replyTo: {fullDatabaseId: first.fullDatabaseId},
			};
			found.comments.push(comment);
			update(one => one === pull);
			return {comment: {...comment, pullRequestReview: review ? {...review} : null}};
		},
		updatePullRequestReviewComment({input}: Input<{pullRequestReviewCommentId: string; body: string}>) {
			const found = commentOf(input.pullRequestReviewCommentId);
			needs(pullRequests === 'write' && found.author?.login === viewer.login);
			Object.assign(found, {body: input.body, updatedAt: time()});
			update(({reviewThreads}) => reviewThreads.some(({comments}) => comments.includes(found)));
			return {pullRequestReviewComment: found};
		},
		deletePullRequestReviewComment({input}: Input<{id: string}>) {
			const found = commentOf(input.id);
			needs(pullRequests === 'write' && found.author?.login === viewer.login);
			for (const {reviewThreads} of world.pullRequests)
				for (const {comments} of reviewThreads)
					if (comments.includes(found)) comments.splice(comments.indexOf(found), 1);
			return {pullRequestReviewComment: found};
		},
		resolveReviewThread: ({input}: Input<{threadId: string}>) => settle(input.threadId, true),
		unresolveReviewThread: ({input}: Input<{threadId: string}>) => settle(input.threadId, false),
		addReaction({input}: Input<{subjectId: string; content: string}>) {
			needs(pullRequests === 'write');
			const reaction = {id: `REACTION_${input.subjectId}`, content: input.content};
			const ofPull = world.pullRequests.flatMap(({comments}) => comments).find(({id}) => id === input.subjectId);
			if (ofPull) {
				ofPull.reactions = [...(ofPull.reactions ?? []), input.content];
				return {reaction, subject: ofPull};
			}
			const found = commentOf(input.subjectId);
			found.thumbs = [...new Set([...(found.thumbs ?? []), viewer.login])];
			return {reaction, subject: found};
		},
		addLabelsToLabelable({input}: Input<{labelableId: string; labelIds: string[]}>) {
			needs(pullRequests === 'write');
			const pull = pullOf(input.labelableId);
			pull.labels = [...new Set([...(pull.labels ?? []), ...input.labelIds.map(nameOfLabel)])];
			return {labelable: {__typename: 'PullRequest', id: pull.id}};
		},
		removeLabelsFromLabelable({input}: Input<{labelableId: string; labelIds: string[]}>) {
			needs(pullRequests === 'write');
			const pull = pullOf(input.labelableId);
			const removed = input.labelIds.map(nameOfLabel);
			pull.labels = (pull.labels ?? []).filter(name => !removed.includes(name));
			return {labelable: {__typename: 'PullRequest', id: pull.id}};
		},
		requestReviews({input}: Input<{pullRequestId: string; userIds?: string[]; union?: boolean}>) {
			needs(pullRequests === 'write');
			const pull = pullOf(input.pullRequestId);
			const asked = (input.userIds ?? []).map(id => id.replace(/^U_/, ''));
			pull.reviewRequests = [...new Set([...(input.union ? pull.reviewRequests : []), ...asked])];
			return {pullRequest: {id: pull.id}};
		},
		addComment({input}: Input<{subjectId: string; body: string}>) {
			needs(pullRequests === 'write');
			const pull = pullOf(input.subjectId);
			mayComment(pull);
			const init = {body: input.body, author, createdAt: time(), updatedAt: time()};
			const comment = {__typename: 'IssueComment' as const, ...writing(pull.url, init)};
			pull.comments.push(comment);
			update(one => one === pull);
			return {commentEdge: {node: comment}};
		},
		deleteIssueComment({input}: Input<{id: string}>) {
			const pull = world.pullRequests.find(({comments}) => comments.some(({id}) => id === input.id));
			if (!pull) throw gone(input.id);
			pull.comments = pull.comments.filter(({id}) => id !== input.id);
			return {clientMutationId: null};
		},
		updateIssueComment({input}: Input<{id: string; body: string}>) {
			const found = world.pullRequests.flatMap(({comments}) => comments).find(({id}) => id === input.id);
			if (!found) throw gone(input.id);
			needs(pullRequests === 'write' && found.author?.login === viewer.login);
			Object.assign(found, {body: input.body, updatedAt: time()});
			update(({comments}) => comments.some(({id}) => id === input.id));
			return {issueComment: found};
		},
	};
}

type Input<Fields> = {input: Fields};

type RefUpdate = {name: string; beforeOid?: string | null; afterOid: string};

const gone = (id: string): GraphQLError => notFound(`Could not resolve to a node with the global id of '${id}'`);
