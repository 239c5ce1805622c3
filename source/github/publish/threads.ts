import * as z from 'zod/mini';
import type {ThreadCommentNow, ThreadNow} from '../../review/closing/thread-acts.ts';
import type {Client} from '../client.ts';
import {actorShape, toAuthor} from '../nodes.ts';
import {readAll} from '../paging.ts';
import {idShape, listOf, maybe} from '../shape.ts';
import type {Subject} from '../trouble.ts';
import {publishQueries} from './documents.ts';

const commentShape = z.object({
	id: z.string(),
	fullDatabaseId: maybe(idShape),
	url: maybe(z.string()),
	body: z.string(),
	state: z.string(),
	author: maybe(actorShape),
	reactionGroups: maybe(z.array(z.object({content: z.string(), viewerHasReacted: z.boolean()}))),
});

const threadNowShape = z.object({
	id: z.string(),
	isResolved: z.boolean(),
	viewerCanReply: z.boolean(),
	viewerCanResolve: z.boolean(),
	opening: listOf(commentShape),
	comments: listOf(commentShape),
});

/** @param id node id of the pull request. @throws Failure as the client's */
export async function readThreadsToday(client: Client, id: string, subject: Subject): Promise<ThreadNow[]> {
	const nodes = await readAll(
		{client, subject, receipt: {pages: 0, incomplete: new Set()}},
		{
			what: 'review threads',
			document: publishQueries.threads,
			id,
			field: 'reviewThreads',
			shape: threadNowShape,
			key: thread => thread.id,
			sizes: {first: 50},
			onPage: () => {},
		},
	);
	return (nodes ?? []).map(toThreadNow);
}

/** Those that still exist. @throws Failure as the client's */
export async function readThreadsNow(client: Client, ids: readonly string[], subject: Subject): Promise<ThreadNow[]> {
	const {data} = await client.query({
		document: publishQueries.threadsNow,
		variables: {ids},
		shape: z.object({nodes: z.array(z.nullable(threadNowShape))}),
		required: ['nodes'],
		subject,
	});
	return data.nodes.flatMap(node => (node === null ? [] : toThreadNow(node)));
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
	const {id, fullDatabaseId, url, body, author, reactionGroups} = node;
	return {
		id: fullDatabaseId ?? id,
		nodeId: id,
		url,
		author: toAuthor(author),
		body,
		hasThumb:
			reactionGroups?.some(({content, viewerHasReacted}) => content === 'THUMBS_UP' && viewerHasReacted) ?? false,
	};
}
