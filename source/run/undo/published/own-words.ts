import type {Publisher} from '../../../code-host/publisher.ts';
import {commitsMadeBy, isClosedBy} from '../../../review/closing/commit-claims.ts';
import {ownMarker, saidIn} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import {lastReply, type ThreadCommentNow, type ThreadNow} from '../../../review/closing/thread-now.ts';
import {threadRows} from '../../../review/closing/thread-rows.ts';

/** A reply of the token's account, or a line of its summary, that names commits as made by this program. */
export type OwnWord = {
	/** Object ids. */
	commits: readonly string[];
	/** Ids of the findings that it is about. */
	findings: readonly string[];
	/** Null for a line of the summary about a finding without a thread. */
	inThread: WordInThread | null;
};

/** What a thread was told. */
export type WordInThread = {
	thread: ThreadNow;
	/** Our reply; null if the summary tells it. */
	comment: ThreadCommentNow | null;
	/** Whether it is our last word on the thread. */
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
			const commits = commitsMadeBy(saidIn(marker, comment.body));
			const isLast = lastReply(thread, viewer)?.comment === comment;
			const isClosing = isLast && isClosedBy(marker.state);
			return [{commits, findings: marker.finding.split(','), inThread: {thread, comment, isLast, isClosing}}];
		}),
	);
	const summary = ownSummary(comments, viewer)?.summary ?? null;
	const rows = threadRows(threads, summary, viewer);
	const told = new Map(threads.flatMap(thread => [[rows.get(thread.id), thread] as const]));
	const inSummary = (summary?.rows ?? []).map((row): OwnWord => {
		const thread = told.get(row);
		const inThread = thread ? {thread, comment: null, isLast: true, isClosing: isClosedBy(row.state)} : null;
		return {commits: commitsMadeBy(row), findings: row.finding.split(','), inThread};
	});
	return [...replies, ...inSummary].filter(({commits}) => commits.length > 0);
}
