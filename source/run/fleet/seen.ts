import {parseReply} from '../../review/closing/marker.ts';
import {parseSummaryComment} from '../../review/closing/summary-comment.ts';
import type {Comment, PullRequest} from '../../review/comment.ts';
import {hashBody} from '../../review/identity.ts';
import type {FleetPull} from './fleet-list.ts';

/** What a run has seen of a pull request, to find out whether there is something new. */
export type Seen = Pick<FleetPull, 'updatedAt' | 'threads' | 'others'> & {
	/** As `commentsIn`; null if something of it could not be read. */
	comments: string | null;
};

/** @param pull as it was listed before it was read, so that what came in between is new */
export const seenOf = ({updatedAt, threads, others}: FleetPull, pullRequest: PullRequest): Seen => ({
	...{updatedAt, threads, others},
	comments: commentsIn(pullRequest),
});

/** Whether a list shows that nothing was written since. */
export const isListedAs = ({updatedAt, threads, others}: Seen, pull: FleetPull): boolean =>
	updatedAt === pull.updatedAt && threads === pull.threads && others === pull.others;

/** Whether the comments are the same. */
export const isReadAs = (seen: Seen, pullRequest: PullRequest): boolean =>
	seen.comments !== null && seen.comments === commentsIn(pullRequest);

/** A hash of all comments but our own; null if not all could be read. */
function commentsIn({reviewThreads, reviews, comments, completeness}: PullRequest): string | null {
	if (completeness.incomplete.length > 0) return null;
	const replies = reviewThreads.flatMap(thread => thread.comments).filter(({body}) => !parseReply(body));
	const others = comments.filter(({body}) => !parseSummaryComment(body));
	// A reply is in a review of its own, which has no text.
	const texts = reviews.filter(({body}) => body.trim() !== '');
	const kinds: readonly (readonly Comment[])[] = [replies, texts, others];
	const all = kinds.map(list => list.map(({id, body}) => `${id} ${hashBody(body)}`).toSorted());
	return hashBody(JSON.stringify(all));
}
