import type {ReviewThread} from '../../source/review/comment.ts';
import type {CorpusComment} from './corpus.ts';
import {bot, person, reviewComment, thread} from './pull-request.ts';

/** The thread of a recorded comment. */
export function toThread(comment: CorpusComment): ReviewThread {
	const {user} = comment;
	const author = user && (user.type === 'Bot' ? bot : person)(user.login);
	return thread(
		[
			reviewComment(comment.body, {
				id: String(comment.id),
				author,
				authorAssociation: null,
				diffHunk: comment.diff_hunk,
				commit: comment.commit_id,
				originalCommit: comment.original_commit_id,
			}),
		],
		{
			path: comment.path,
			line: comment.line,
			startLine: comment.start_line,
			originalLine: comment.original_line,
			originalStartLine: comment.original_start_line,
			diffSide: comment.side === 'LEFT' ? 'old' : 'new',
			startDiffSide: comment.start_side && (comment.start_side === 'LEFT' ? 'old' : 'new'),
			isOutdated: comment.line === null,
		},
	);
}
