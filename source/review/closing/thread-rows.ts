import {ownMarker, saidIn} from './marker.ts';
import {isStillTrue, linkOf, type SummaryComment, type SummaryRow, summaryPlace} from './summary-comment.ts';
import {addressOf, lastReply, type ThreadCommentNow, type ThreadNow} from './thread-now.ts';
import type {ThreadActs, ThreadPlan} from './thread-plan.ts';

/** By the id of the thread. */
export type ThreadRows = ReadonlyMap<string, SummaryRow>;

type ThreadWords = {id: string | null; comments: readonly Pick<ThreadCommentNow, 'url' | 'author' | 'body'>[]};

/** The rows of our summary that answer threads. A thread in which we have replied heard it there. */
export function threadRows(
	threads: readonly ThreadWords[],
	summary: Pick<SummaryComment, 'rows'> | null,
	viewer: string,
): ThreadRows {
	const rows = new Map((summary?.rows ?? []).map(row => [linkOf(row), row]));
	return new Map(
		threads.flatMap(thread => {
			const address = addressOf(thread);
			const row = address === null ? undefined : rows.get(address);
			const isReplied = thread.comments.some(comment => ownMarker(comment, viewer) !== null);
			return row && thread.id !== null && !isReplied ? [[thread.id, row] as const] : [];
		}),
	);
}

/** Threads, and the rows that the summary has of them. */
export type WordsSaid = {threads: readonly ThreadNow[]; rows: ThreadRows};

/** What we last said of a thread, in it or in its row; null if nothing. */
export function lastSaid(
	thread: ThreadNow,
	{rows}: Pick<WordsSaid, 'rows'>,
	viewer: string,
): (Pick<SummaryRow, 'finding'> & ReturnType<typeof saidIn>) | null {
	const own = lastReply(thread, viewer);
	return own ? {finding: own.marker.finding, ...saidIn(own.marker, own.comment.body)} : (rows.get(thread.id) ?? null);
}

/** A thread with its row in the summary; `isNew`: it has none yet, so that a reply can tell it as well. */
export type RowInThread = {thread: string; row: SummaryRow; isNew: boolean};

/**
 * The rows that the summary is to have of threads, in their order: what is said now, and what was said before as long as it
 * is true and no reply says anything else.
 * @param planned by the id of the thread
 */
export const rowsOfThreads = (
	threads: readonly ThreadNow[],
	planned: ReadonlyMap<string, {plan: ThreadPlan; acts: ThreadActs}>,
	{rows, isPublished}: {rows: ThreadRows; isPublished: (oid: string) => boolean},
): RowInThread[] =>
	threads.flatMap((now): RowInThread[] => {
		const thread = now.id;
		const before = rows.get(thread);
		const {plan, acts: {acts, row} = {acts: [], row: null}} = planned.get(thread) ?? {};
		const {state, text} = row ?? {};
		if (plan && state && state !== 'none' && text) {
			const finding = plan.findings.join(',') || (before?.finding ?? '');
			const place = before?.place ?? summaryPlace(plan.place, addressOf(now));
			return [{thread, row: {finding, place, state, text}, isNew: before === undefined}];
		}
		const isReplied = acts.some(({kind}) => kind === 'reply' || kind === 'edit');
		return before && !isReplied && isStillTrue(before, {isPublished}) ? [{thread, row: before, isNew: false}] : [];
	});
