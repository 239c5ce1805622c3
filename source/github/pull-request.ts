import * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import type {OnPage} from '../code-host/port.ts';
import type {PullRequest, ReviewThread} from '../review/comment.ts';
import type {Client} from './client.ts';
import {memoryShape, toMemory} from './memory.ts';
import {
	fileShape,
	issueCommentShape,
	overviewFields,
	pageOf,
	reviewShape,
	threadCommentShape,
	threadPageShape,
	toComment,
	toOverview,
	toReview,
	toThread,
	toThreadComment,
} from './nodes.ts';
import {type PagingContext, readAll} from './paging.ts';
import {queries} from './queries.ts';
import {halvesOf} from './repository-url.ts';
import {aboutPullRequest} from './request.ts';
import {maybe} from './shape.ts';

/** A pull request without its threads, reviews, comments and files. */
export const pullRequestFields = {
	...overviewFields,
	base: memoryShape,
	id: z.string(),
	number: z.int(),
	url: z.string(),
	commits: z.object({totalCount: z.int()}),
};

const pullRequestShape = z.object(pullRequestFields);

/** The account that reads. */
export const viewerShape = z.object({login: z.string()});

const overviewShape = z.object({
	viewer: viewerShape,
	repository: z.object({nameWithOwner: z.string(), pullRequest: pullRequestShape}),
});

/**
 * Reads a whole pull request: every review thread with every comment, reviews, issue comments, changed files, with every
 * cursor to its end. `completeness.incomplete` lists what the host omitted.
 * @throws Failure failed `repository-not-found`, `pull-request-not-found`, and as the client's
 */
export async function fetchPullRequest(
	client: Client,
	location: Location,
	onPage: OnPage = () => {},
): Promise<PullRequest> {
	const query = {...aboutPullRequest(location), document: queries.overview, shape: overviewShape};
	const {data, incomplete} = await client.query(query);
	const {nameWithOwner, pullRequest} = data.repository;
	const reading = {client, subject: query.subject, receipt: {pages: 1, incomplete: new Set(incomplete)}};
	const read = await readConnections(reading, nameWithOwner, pullRequest, noPages, onPage);
	return {...read, viewer: data.viewer.login};
}

/** First pages that came with the pull request itself; null: the host did not send it. */
export const firstPages = {
	reviewThreads: maybe(pageOf(threadPageShape)),
	reviews: maybe(pageOf(reviewShape)),
	comments: maybe(pageOf(issueCommentShape)),
	files: maybe(pageOf(fileShape)),
};

type FirstPages = z.infer<z.ZodMiniObject<typeof firstPages>>;

const noPages: FirstPages = {reviewThreads: null, reviews: null, comments: null, files: null};

/** Reads what belongs to a pull request. @throws Failure as the client's */
export async function readConnections(
	reading: PagingContext,
	nameWithOwner: string,
	{id, commits, base, ...overview}: z.infer<typeof pullRequestShape>,
	first: FirstPages,
	onPage: OnPage,
): Promise<PullRequest> {
	const {receipt} = reading;
	const {owner, name} = halvesOf(nameWithOwner);
	const memory = toMemory(base);
	const nothing: PullRequest = {
		host: reading.client.host.host,
		owner,
		repo: name,
		...toOverview(overview),
		commitCount: commits.totalCount,
		...(memory && {memory}),
		source: {kind: 'host', id: 'github'},
		reviewThreads: [],
		reviews: [],
		comments: [],
		files: null,
		completeness: {pages: 0, incomplete: [], notInApi: []},
	};
	const reviewThreads = await readThreads(reading, id, nothing, first.reviewThreads, onPage);
	const reviews = await readAll(reading, {
		what: 'reviews',
		...queries.reviews,
		id,
		shape: reviewShape,
		key: node => toComment(node).id,
		first: first.reviews,
		onPage: (progress, fresh) => onPage(progress, {...nothing, reviews: fresh.map(toReview)}),
	});
	const comments = await readAll(reading, {
		what: 'issue comments',
		...queries.comments,
		id,
		shape: issueCommentShape,
		key: node => toComment(node).id,
		first: first.comments,
		onPage: (progress, fresh) => onPage(progress, {...nothing, comments: fresh.map(toComment)}),
	});
	const files = await readAll(reading, {
		what: 'changed files',
		...queries.files,
		id,
		shape: fileShape,
		key: file => file.path,
		first: first.files,
		onPage: progress => onPage(progress, null),
	});
	return {
		...nothing,
		reviewThreads,
		reviews: (reviews ?? []).map(toReview),
		comments: (comments ?? []).map(toComment),
		files,
		completeness: {pages: receipt.pages, incomplete: [...receipt.incomplete], notInApi: []},
	};
}

/** Of threads, and of the comments of each. */
export const threadSizes = {first: 100, inner: 50};

/** Reads pages of threads with their first comments, then the rest of the long threads. */
async function readThreads(
	reading: PagingContext,
	id: string,
	nothing: PullRequest,
	first: FirstPages['reviewThreads'],
	onPage: OnPage,
): Promise<ReviewThread[]> {
	const nodes = await readAll(reading, {
		what: 'review threads',
		...queries.threads,
		id,
		shape: threadPageShape,
		key: thread => thread.id ?? '',
		sizes: threadSizes,
		first,
		onPage: (progress, fresh) => onPage(progress, {...nothing, reviewThreads: fresh.map(startOf)}),
	});
	const threads: ReviewThread[] = [];
	for (const node of nodes ?? []) {
		const comments = await readAll(reading, {
			what: `comments of the thread ${node.id} on ${node.path}`,
			...queries.threadComments,
			id: node.id ?? '',
			shape: threadCommentShape,
			key: comment => toComment(comment).id,
			first: node.comments,
			onPage: progress => onPage(progress, null),
		});
		threads.push(toThread(node, (comments ?? []).map(toThreadComment)));
	}
	return threads;
}

/** A thread with the comments on its first page. */
function startOf(node: z.infer<typeof threadPageShape>): ReviewThread {
	const comments = (node.comments.nodes ?? []).filter(comment => comment !== null);
	return toThread(node, comments.map(toThreadComment));
}
