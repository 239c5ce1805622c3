import type {Comment, PullRequest} from './comment.ts';
import type {Finding} from './finding.ts';

type Written = Pick<PullRequest, 'reviewThreads' | 'reviews' | 'comments'>;

/** Finds the comment that a finding is from. Ids are only unique within a kind of comment. */
export function commentLookup({
	reviewThreads,
	reviews,
	comments,
}: Written): (finding: Pick<Finding, 'source'>) => Comment | undefined {
	const byId = (all: readonly Comment[]) => new Map(all.map(comment => [comment.id, comment]));
	const kinds = {
		thread: byId(reviewThreads.flatMap(thread => thread.comments)),
		review: byId(reviews),
		comment: byId(comments),
	};
	return ({source: {kind, commentId}}) => kinds[kind].get(commentId);
}
