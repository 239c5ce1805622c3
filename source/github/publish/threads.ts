import * as z from 'zod/mini';
import type {CommentNow} from '../../review/closing/summary-comment.ts';
import type {ThreadCommentNow, ThreadNow} from '../../review/closing/thread-now.ts';
import type {Client} from '../client.ts';
import {actorShape, toAuthor} from '../nodes.ts';
import {newReceipt, type PagedConnection, readAll} from '../paging.ts';
import {idShape, listOf, maybe} from '../shape.ts';
import {badAnswer, type Subject} from '../trouble.ts';
import {associationShape} from '../vocabulary.ts';
import {publishQueries} from './documents.ts';

const commentShape = z.object({
	id: z.string(),
	fullDatabaseId: maybe(idShape),
	url: maybe(z.string()),
	body: z.string(),
	state: z.string(),
	author: maybe(actorShape),
	authorAssociation: maybe(associationShape),
	reactionGroups: maybe(z.array(z.object({content: z.string(), viewerHasReacted: z.boolean()}))),
});

const looseCommentShape = z.pick(commentShape, {id: true, url: true, body: true, author: true});

const threadNowShape = z.object({
	id: z.string(),
	isResolved: z.boolean(),
	viewerCanReply: z.boolean(),
	viewerCanResolve: z.boolean(),
	opening: listOf(commentShape),
	comments: listOf(commentShape),
});

/** Where a pull request is read; `id` is its node id. */
type PullRequestNode = {client: Client; subject: Subject; id: string};

/** @throws Failure as the client's */
export async function readThreadsToday(pullRequest: PullRequestNode): Promise<ThreadNow[]> {
	const threads = {...publishQueries.threads, what: 'review threads', shape: threadNowShape};
	const {nodes} = await readList(pullRequest, threads);
	return nodes.map(toThreadNow);
}

/**
 * Comments that are in no review, all of them: the one that we look for must not be written twice.
 * @throws Failure as the client's; failed `bad-answer` if some are missing
 */
export async function readCommentsToday(pullRequest: PullRequestNode): Promise<CommentNow[]> {
	const comments = {...publishQueries.comments, what: 'comments', shape: looseCommentShape};
	const {nodes, incomplete} = await readList(pullRequest, comments);
	const [missing] = incomplete;
	if (missing !== undefined) throw badAnswer(pullRequest.client, missing);
	return nodes.map(({id, url, author, body}) => ({nodeId: id, url, author: toAuthor(author), body}));
}

async function readList<Node extends {id: string}>(
	{client, subject, id}: PullRequestNode,
	list: Pick<PagedConnection<Node>, 'what' | 'document' | 'field' | 'shape'>,
): Promise<{nodes: Node[]; incomplete: ReadonlySet<string>}> {
	const receipt = newReceipt();
	const paged = {...list, id, key: (node: Node) => node.id};
	const nodes = (await readAll({client, subject, receipt}, paged)) ?? [];
	return {nodes, incomplete: receipt.incomplete};
}

/** Those that still exist, by node id. @throws Failure as the client's */
export async function readBodiesNow(
	client: Client,
	ids: readonly string[],
	subject: Subject,
): Promise<Map<string, string>> {
	const shape = z.object({id: z.string(), body: z.string()});
	const nodes = await readNodes(client, ids, {document: publishQueries.bodiesNow, shape, subject});
	return new Map(nodes.map(({id, body}) => [id, body]));
}

/** Those that still exist. @throws Failure as the client's */
export async function readThreadsNow(client: Client, ids: readonly string[], subject: Subject): Promise<ThreadNow[]> {
	const threads = {document: publishQueries.threadsNow, shape: threadNowShape, subject};
	return (await readNodes(client, ids, threads)).map(toThreadNow);
}

/** GitHub answers for no more node ids in one query. */
const mostIds = 100;

async function readNodes<Node>(
	client: Client,
	ids: readonly string[],
	{document, shape, subject}: {document: string; shape: z.ZodMiniType<Node>; subject: Subject},
): Promise<Node[]> {
	const nodes: Node[] = [];
	for (let start = 0; start < ids.length; start += mostIds) {
		const {data} = await client.query({
			document,
			variables: {ids: ids.slice(start, start + mostIds)},
			shape: z.object({nodes: listOf(shape)}),
			required: ['nodes'],
			subject,
		});
		nodes.push(...data.nodes);
	}
	return nodes;
}

function toThreadNow(node: z.infer<typeof threadNowShape>): ThreadNow {
	const byId = new Map([...node.opening, ...node.comments].map(comment => [comment.id, comment]));
	return {
		id: node.id,
		isResolved: node.isResolved,
		mayReply: node.viewerCanReply,
		mayResolve: node.viewerCanResolve,
		comments: [...byId.values()].filter(({state}) => state !== 'PENDING').map(toCommentNow),
	};
}

function toCommentNow(node: z.infer<typeof commentShape>): ThreadCommentNow {
	const {id, fullDatabaseId, url, body, author, authorAssociation, reactionGroups} = node;
	return {
		id: fullDatabaseId ?? id,
		nodeId: id,
		url,
		author: toAuthor(author),
		authorAssociation,
		body,
		hasThumb:
			reactionGroups?.some(({content, viewerHasReacted}) => content === 'THUMBS_UP' && viewerHasReacted) ?? false,
	};
}
