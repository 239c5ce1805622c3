import * as z from 'zod/mini';
import type {
	Author,
	ChangedFile,
	Comment,
	PullRequest,
	Review,
	ReviewComment,
	ReviewThread,
} from '../review/comment.ts';
import {isObject, type JsonObject} from '../system/json.ts';
import {
	fileShape,
	issueCommentShape,
	overviewFields,
	recordedThreadShape,
	reviewShape,
	toComment,
	toOverview,
	toReview,
	toThread,
	toThreadComment,
} from './nodes.ts';
import {parsePullRequestUrl} from './repository-url.ts';
import {isConnection, listOf, maybe, nodesOf} from './shape.ts';
import {changeTypes, commentStates, pullRequestStates, reviewStates, sides, subjects} from './vocabulary.ts';

const schema = 'pr-resolve/recording@1';

const shape = z.object({
	schema: z.literal(schema),
	pullRequest: z.object({
		...overviewFields,
		reviewThreads: listOf(recordedThreadShape),
		reviews: listOf(reviewShape),
		comments: listOf(issueCommentShape),
		files: maybe(listOf(fileShape)),
	}),
	completeness: z._default(
		z.object({incomplete: z._default(z.array(z.string()), []), notInApi: z._default(z.array(z.string()), [])}),
		{incomplete: [], notInApi: []},
	),
});

/** The recorded object before defaults: it must have at least one of the lists. */
const heldShape = z.object({
	pullRequest: z.looseObject({}).check(
		z.refine(held => ['reviewThreads', 'reviews', 'comments'].some(list => list in held), {
			error: 'expected reviewThreads, reviews or comments',
		}),
	),
});

/** Reads our own format: GraphQL's names, connections or plain arrays. Throws a ZodError with the place. */
export function readOwnRecording(value: unknown): PullRequest {
	const {pullRequest, completeness} = shape.parse(value);
	const recorded = heldShape.parse(value).pullRequest;
	const {incomplete, notInApi} = missingParts(recorded);
	const {reviewThreads, reviews, comments, files, ...overview} = pullRequest;
	const threads = reviewThreads.map(thread => toThread(thread, thread.comments.map(toThreadComment)));
	const anyComment = [...threads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const address = [overview.url, ...anyComment.map(({url}) => url)]
		.values()
		.map(url => parsePullRequestUrl(url ?? ''))
		.find(found => found !== null);
	return {
		host: address?.host ?? 'github.com',
		owner: address?.owner ?? null,
		repo: address?.name ?? null,
		...toOverview(overview),
		number: overview.number ?? address?.number ?? null,
		source: {kind: 'recording'},
		reviewThreads: threads,
		reviews: reviews.map(toReview),
		comments: comments.map(toComment),
		files,
		completeness: {
			pages: 0,
			incomplete: [...completeness.incomplete, ...incomplete],
			notInApi: [...completeness.notInApi, ...notInApi],
		},
	};
}

/** Sentences on what a recording in our own format lacks: `notInApi` is what was never part of it. */
type Missing = {incomplete: string[]; notInApi: string[]};

/** @param pullRequest as recorded, with a valid shape: connections or plain arrays */
function missingParts(pullRequest: JsonObject): Missing {
	const {reviewThreads, files} = pullRequest;
	const threads = nodesOf(reviewThreads).filter(isObject);
	const beside = [missingBeside(pullRequest.reviews, 'reviews'), missingBeside(pullRequest.comments, 'issue comments')];
	return {
		incomplete: [
			...missingOf(reviewThreads, 'review threads'),
			...threads.flatMap(({path, comments}) => missingOf(comments, `comments of the thread on ${path}`)),
			...beside.flatMap(({incomplete}) => incomplete),
			// A list of comments does not include the changed files.
			...(files ? missingOf(files, 'changed files') : []),
		],
		notInApi: beside.flatMap(({notInApi}) => notInApi),
	};
}

/** A recording of threads alone does not have the other lists. */
function missingBeside(list: unknown, what: string): Missing {
	if (list === undefined) return {incomplete: [], notInApi: [`The recording does not include the ${what}.`]};
	return {incomplete: missingOf(list, what), notInApi: []};
}

/** A host sends null for a list or a node that it omits, and marks a page that is not the last. */
function missingOf(list: unknown, what: string): string[] {
	const all = isConnection(list) ? list.nodes : list;
	if (!Array.isArray(all)) return [`The recording is missing the ${what}.`];
	const {totalCount, pageInfo} = isConnection(list) ? list : {};
	const total = Math.max(all.length, Number(totalCount) || 0);
	const there = nodesOf(list).length;
	if (there < total) return [`The recording contains only ${there} of ${total} ${what}.`];
	return pageInfo?.hasNextPage || pageInfo?.hasPreviousPage ? [`The recording contains only some of the ${what}.`] : [];
}

/** Formats a recording that reads back to the same pull request. */
export const formatRecording = (pullRequest: PullRequest): string =>
	`${JSON.stringify(recordingOf(pullRequest), null, '\t')}\n`;

/** What is in it. */
export function recordingOf(pullRequest: PullRequest) {
	const {number, url, title, state, author, headRefOid, headRefName, headRepository, baseRefName} = pullRequest;
	const {incomplete, notInApi} = pullRequest.completeness;
	return {
		schema,
		pullRequest: {
			number,
			url,
			title,
			state: state && pullRequestStates.nameOf(state),
			author: fromAuthor(author),
			headRefOid,
			headRefName,
			headRepository: headRepository === null ? null : {nameWithOwner: headRepository},
			baseRefName,
			reviewThreads: pullRequest.reviewThreads.map(fromThread),
			reviews: pullRequest.reviews.map(fromReview),
			comments: pullRequest.comments.map(fromComment),
			files: pullRequest.files?.map(fromFile) ?? null,
		},
		completeness: {incomplete, notInApi},
	};
}

function fromAuthor(author: Author | null) {
	return (
		author && {__typename: author.isBot ? 'Bot' : 'User', login: author.login, databaseId: author.databaseId ?? null}
	);
}

function fromComment<T extends Comment>({id, nodeId, author, ...same}: T) {
	const authorAssociation = same.authorAssociation?.name ?? null;
	return {id: nodeId, fullDatabaseId: id, author: fromAuthor(author), ...same, authorAssociation};
}

function fromReview(review: Review) {
	return {...fromComment(review), state: reviewStates.nameOf(review.state), commit: fromOid(review.commit)};
}

function fromThread({comments, ...same}: ReviewThread) {
	return {
		...same,
		diffSide: sides.nameOf(same.diffSide),
		startDiffSide: same.startDiffSide && sides.nameOf(same.startDiffSide),
		subjectType: subjects.nameOf(same.subjectType),
		comments: comments.map(fromThreadComment),
	};
}

function fromFile({changeType, ...same}: ChangedFile) {
	return {...same, changeType: changeTypes.nameOf(changeType)};
}

function fromThreadComment(comment: ReviewComment) {
	return {
		...fromComment(comment),
		state: commentStates.nameOf(comment.state),
		commit: fromOid(comment.commit),
		originalCommit: fromOid(comment.originalCommit),
		replyTo: comment.replyTo === null ? null : {fullDatabaseId: comment.replyTo},
	};
}

function fromOid(oid: string | null) {
	return oid === null ? null : {oid};
}
