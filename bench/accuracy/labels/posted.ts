import type {PullRequest} from '../../../source/review/comment.ts';
import {commentOf, emptyPullRequest} from '../../synthetic.ts';

/** The part of a comment that a corpus has. */
export type PostedComment = {
	id: string;
	kind: 'inline' | 'review_body' | 'issue_comment';
	body: string;
	/** Null if unknown. */
	login: string | null;
	/** Of an inline comment; null if unknown. */
	path: string | null;
	/** Lines (1-based, inclusive) that an inline comment was written on. */
	lines: {start: number; end: number} | null;
	side: 'LEFT' | 'RIGHT' | null;
	diffHunk: string | null;
	/** Id of the comment that it answers. */
	replyTo: string | null;
};

/** The commit that every comment was written on. */
export const reviewed = 'reviewed';

/** A pull request with only this comment, at the reviewed commit. */
export function pullRequestWith({
	id,
	kind,
	body,
	login,
	path,
	lines,
	side,
	diffHunk,
	replyTo,
}: PostedComment): PullRequest {
	const author = login === null ? null : {login: login.replace(/\[bot\]$/, ''), isBot: true};
	const comment = {...commentOf(id, body), author, authorAssociation: null};
	if (kind === 'issue_comment') return {...emptyPullRequest, comments: [comment]};
	if (kind === 'review_body') {
		return {...emptyPullRequest, reviews: [{...comment, state: 'commented', commit: reviewed}]};
	}
	const [startLine, line] = [lines?.start ?? null, lines?.end ?? null];
	const thread = {
		id: null,
		path: path ?? 'unknown',
		line,
		startLine,
		originalLine: line,
		originalStartLine: startLine,
		diffSide: side === 'LEFT' ? ('old' as const) : ('new' as const),
		startDiffSide: null,
		subjectType: 'lines' as const,
		isResolved: false,
		isOutdated: false,
		comments: [
			{...comment, state: 'submitted' as const, diffHunk, commit: reviewed, originalCommit: reviewed, replyTo},
		],
	};
	return {...emptyPullRequest, reviewThreads: [thread]};
}
