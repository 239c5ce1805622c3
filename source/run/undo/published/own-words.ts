import type {Publisher} from '../../../code-host/publisher.ts';
import {commitsMadeBy, isClosedBy} from '../../../review/closing/commit-claims.ts';
import {ownMarker} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import {lastReply, type ThreadCommentNow, type ThreadNow} from '../../../review/closing/thread-acts.ts';

/** A reply of the token's account, or a line of its summary, that names commits as made by this program. */
export type OwnWord = {
	/** Object ids. */
	commits: readonly string[];
	/** Ids of the findings that it is about. */
	findings: readonly string[];
	/** Null for a line of the summary. */
	reply: OwnReply | null;
};

export type OwnReply = {
	thread: ThreadNow;
	comment: ThreadCommentNow;
	/** Whether it is our last one in the thread. */
	isLast: boolean;
	/** Whether this program also resolves the thread with it. */
	isClosing: boolean;
};

/** What the token's account says on a pull request of commits of this program. Only its own words prove anything. @throws {Failure} */
export async function readOwnWords(publisher: Publisher, viewer: string): Promise<OwnWord[]> {
	const [threads, comments] = [await publisher.threads(), await publisher.comments()];
	const replies = threads.flatMap(thread =>
		thread.comments.flatMap((comment): OwnWord[] => {
			const marker = ownMarker(comment, viewer);
			if (!marker) return [];
			const commits = commitsMadeBy({state: marker.state, text: comment.body});
			const isLast = lastReply(thread, viewer)?.comment === comment;
			const isClosing = isLast && isClosedBy(marker.state);
			return [{commits, findings: marker.finding.split(','), reply: {thread, comment, isLast, isClosing}}];
		}),
	);
	const rows = (ownSummary(comments, viewer)?.summary.rows ?? []).map(
		(row): OwnWord => ({commits: commitsMadeBy(row), findings: [row.finding], reply: null}),
	);
	return [...replies, ...rows].filter(({commits}) => commits.length > 0);
}
