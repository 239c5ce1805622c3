import * as z from 'zod/mini';
import type {ReviewComment} from '../review/comment.ts';
import {toAuthor} from './nodes.ts';
import {idShape, lineShape, maybe} from './shape.ts';
import {associationShape, sides} from './vocabulary.ts';

/** Source: docs.github.com, REST "List review comments on a pull request"; only `id`, `path` and `body` are needed. */
export const restCommentShape = z.object({
	id: idShape,
	node_id: maybe(z.string()),
	path: z.string().check(z.minLength(1)),
	body: z.string(),
	line: maybe(lineShape),
	start_line: maybe(lineShape),
	original_line: maybe(lineShape),
	original_start_line: maybe(lineShape),
	/** Old comments have only a position in the diff; null if outdated. */
	position: z.optional(z.nullable(z.int())),
	side: maybe(sides.shape),
	start_side: maybe(sides.shape),
	subject_type: maybe(z.enum(['line', 'file', 'LINE', 'FILE'])),
	diff_hunk: maybe(z.string()),
	commit_id: maybe(z.string()),
	original_commit_id: maybe(z.string()),
	in_reply_to_id: maybe(idShape),
	user: maybe(z.object({login: z.string(), type: maybe(z.string()), id: maybe(z.int())})),
	author_association: maybe(associationShape),
	created_at: maybe(z.string()),
	updated_at: maybe(z.string()),
	html_url: maybe(z.string()),
	pull_request_url: maybe(z.string()),
});

export type RestComment = z.infer<typeof restCommentShape>;

export function fromRestComment(comment: RestComment): ReviewComment {
	const {user} = comment;
	return {
		id: comment.id,
		nodeId: comment.node_id,
		body: comment.body,
		author: toAuthor(user && {login: user.login, __typename: user.type, databaseId: user.id}),
		authorAssociation: comment.author_association,
		url: comment.html_url,
		createdAt: comment.created_at,
		updatedAt: comment.updated_at,
		isMinimized: false,
		minimizedReason: null,
		state: 'submitted',
		diffHunk: comment.diff_hunk,
		commit: comment.commit_id,
		originalCommit: comment.original_commit_id,
		replyTo: comment.in_reply_to_id,
	};
}
