import * as z from 'zod/mini';
import type {Author, ChangedFile, Comment, Review, ReviewComment, ReviewThread} from '../review/comment.ts';
import {idShape, lineShape, listOf, maybe} from './shape.ts';
import {
	associationShape,
	changeTypes,
	commentStates,
	pullRequestStates,
	reviewStates,
	sides,
	subjects,
} from './vocabulary.ts';

/** Shapes of GraphQL's nodes, as the API answers and as a recording holds them, and what the readers get from them. */

export const actorShape = z.object({login: z.string(), __typename: maybe(z.string()), databaseId: maybe(z.int())});

/** GraphQL tells a bot by its type; REST and people who write recordings by a suffix. */
export function toAuthor(actor: z.infer<typeof actorShape> | null): Author | null {
	if (!actor) return null;
	const login = actor.login.replace(/\[bot\]$/, '');
	const isBot = actor.__typename === 'Bot' || login !== actor.login;
	return {login, isBot, ...(actor.databaseId !== null && {databaseId: actor.databaseId})};
}

const oidShape = maybe(z.object({oid: z.string()}));

const commentFields = {
	id: maybe(z.string()),
	fullDatabaseId: maybe(idShape),
	databaseId: maybe(idShape),
	body: z.string(),
	author: maybe(actorShape),
	authorAssociation: maybe(associationShape),
	url: maybe(z.string()),
	createdAt: maybe(z.string()),
	updatedAt: maybe(z.string()),
	isMinimized: z._default(z.boolean(), false),
	minimizedReason: maybe(z.string()),
};

const hasId = z.refine<{id: string | null; fullDatabaseId: string | null; databaseId: string | null}>(
	node => (node.fullDatabaseId ?? node.databaseId ?? node.id) !== null,
	{error: 'expected a fullDatabaseId', path: ['fullDatabaseId']},
);

export const issueCommentShape = z.object(commentFields).check(hasId);

export const reviewShape = z
	.object({
		...commentFields,
		state: reviewStates.shape,
		commit: oidShape,
	})
	.check(hasId);

export const threadCommentShape = z
	.object({
		...commentFields,
		state: z._default(commentStates.shape, 'submitted'),
		diffHunk: maybe(z.string()),
		commit: oidShape,
		originalCommit: oidShape,
		replyTo: maybe(z.object({fullDatabaseId: maybe(idShape), databaseId: maybe(idShape)})),
	})
	.check(hasId);

const threadFields = {
	id: maybe(z.string()),
	path: z.string().check(z.minLength(1)),
	line: maybe(lineShape),
	startLine: maybe(lineShape),
	originalLine: maybe(lineShape),
	originalStartLine: maybe(lineShape),
	diffSide: z._default(sides.shape, 'new'),
	startDiffSide: maybe(sides.shape),
	subjectType: z._default(subjects.shape, 'lines'),
	isResolved: z._default(z.boolean(), false),
	isOutdated: z._default(z.boolean(), false),
};

/** A page of a connection as the API sends it. */
export function pageOf<T extends z.ZodMiniType>(schema: T) {
	return z.object({
		totalCount: z.int(),
		pageInfo: z.object({hasNextPage: z.boolean(), endCursor: z.nullable(z.string())}),
		nodes: z.nullable(z.array(z.nullable(schema))),
	});
}

export const threadPageShape = z.object({...threadFields, comments: pageOf(threadCommentShape)});

export const recordedThreadShape = z.object({...threadFields, comments: listOf(threadCommentShape)});

export const fileShape = z.object({
	path: z.string(),
	changeType: changeTypes.shape,
	additions: z.int(),
	deletions: z.int(),
}) satisfies z.ZodMiniType<ChangedFile>;

export const overviewFields = {
	number: maybe(z.int()),
	url: maybe(z.string()),
	title: maybe(z.string()),
	state: maybe(pullRequestStates.shape),
	author: maybe(actorShape),
	headRefOid: maybe(z.string()),
	headRefName: maybe(z.string()),
	headRepository: maybe(z.object({nameWithOwner: z.string()})),
	baseRefName: maybe(z.string()),
};

export function toComment({id, ...node}: z.infer<typeof issueCommentShape>): Comment {
	const {fullDatabaseId, databaseId, body, author, ...same} = node;
	return {id: fullDatabaseId ?? databaseId ?? id ?? '', nodeId: id, body, author: toAuthor(author), ...same};
}

export function toReview(node: z.infer<typeof reviewShape>): Review {
	return {...toComment(node), state: node.state, commit: node.commit?.oid ?? null};
}

export function toThreadComment(node: z.infer<typeof threadCommentShape>): ReviewComment {
	return {
		...toComment(node),
		state: node.state,
		diffHunk: node.diffHunk,
		commit: node.commit?.oid ?? null,
		originalCommit: node.originalCommit?.oid ?? null,
		replyTo: node.replyTo?.fullDatabaseId ?? node.replyTo?.databaseId ?? null,
	};
}

/** The comments are separate, because the API sends them in pages. */
export function toThread(
	node: Omit<z.infer<typeof recordedThreadShape>, 'comments'>,
	comments: ReviewComment[],
): ReviewThread {
	return {...node, ...(node.subjectType === 'file' && noLines), comments};
}

/** Those of a thread on a whole file. */
export const noLines = {line: null, startLine: null, originalLine: null, originalStartLine: null};

export function toOverview(node: z.infer<z.ZodMiniObject<typeof overviewFields>>) {
	const {author, headRepository, ...same} = node;
	return {...same, author: toAuthor(author), headRepository: headRepository?.nameWithOwner ?? null};
}
