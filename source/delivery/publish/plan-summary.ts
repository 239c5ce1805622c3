import {closeThread} from '../../review/closing/close-thread.ts';
import {earlierRuns} from '../../review/closing/commit-claims.ts';
import type {Verified} from '../../review/closing/fate.ts';
import {nothingDecided} from '../../review/closing/marker.ts';
import type {Reversal} from '../../review/closing/reversal-acts.ts';
import {
	type CommentNow,
	type FindingClosing,
	fitRows,
	formatSummaryComment,
	isSameSummary,
	linkOf,
	type OwnSummary,
	ownSummary,
	revertedSummary,
	type SaidBefore,
	type SummaryComment,
	type SummaryRow,
	summaryPlace,
	summaryRows,
} from '../../review/closing/summary-comment.ts';
import {addressOf, type ThreadNow} from '../../review/closing/thread-now.ts';
import type {RowInThread} from '../../review/closing/thread-rows.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {RememberedIds} from '../../review/remembered.ts';
import type {Analysis} from '../../run/analyze.ts';
import type {PlannedSummary} from '../steps/summary.ts';
import type {FatedFinding} from './fates.ts';
import {decidedAbout, decidedInSummary, placeOnHead, type WordsKnown} from './plan-threads.ts';
import type {SummaryPlan} from './published.ts';

type SummaryWorld = Pick<SaidBefore, 'isPublished'> & {
	pullRequest: PullRequest;
	/** Our summary as it is now; null if there is none. */
	own: OwnSummary<CommentNow> | null;
	/** All threads as they are now, and the rows that the summary is to have of them. */
	threads: readonly ThreadNow[];
	inThreads: readonly RowInThread[];
	words: WordsKnown & {standing: RememberedIds};
};

/** Findings in the bodies of reviews and in comments, which no thread repeats. */
const isBesideThreads = ({source, alsoTold}: Finding): boolean =>
	[source, ...alsoTold].every(({threadId}) => threadId === null);

/** Whether there may be something to say in the summary of findings without a thread, or to correct. */
export const needsSummary = (
	{findings, pullRequest}: Pick<Analysis, 'findings' | 'pullRequest'>,
	viewer: string,
): boolean =>
	findings.some(finding => isBesideThreads(finding) && finding.disposition?.outcome !== 'not-actionable') ||
	ownSummary(pullRequest.comments, viewer) !== null;

/** `crowded`: ids of threads that there is no room for. @param run id of the run that writes it */
export function planSummary(
	fated: readonly FatedFinding[],
	run: string,
	verified: Verified | null,
	{pullRequest, own, threads, inThreads, isPublished, words}: SummaryWorld,
): SummaryPlan & {crowded: ReadonlySet<string>} {
	const asking = fated.filter(({finding, fates}) => fates.length > 0 && isBesideThreads(finding));
	const closings = asking.map(
		({finding, fates, rulings}): FindingClosing => ({
			finding: finding.id,
			place: summaryPlace(placeOnHead({finding, rulings}), finding.source.url),
			closing: closeThread(fates, verified),
			isCompared: rulings.length > 0,
		}),
	);
	const isComplete = pullRequest.completeness.incomplete.length === 0;
	const addresses = new Set(threads.map(addressOf));
	const before = (own?.summary.rows ?? []).filter(row => !addresses.has(linkOf(row) ?? ''));
	const beside = summaryRows(closings, {rows: before, isPublished, isComplete});
	const told = new Set(inThreads.flatMap(({row}) => row.finding.split(',')));
	const judged = fated.filter(
		({finding, fates}) => fates.length > 0 && (isBesideThreads(finding) || told.has(finding.id)),
	);
	const decided = decidedInSummary(own?.summary.decided ?? nothingDecided, decidedAbout(judged, words), words.standing);
	const fresh = inThreads.filter(({isNew}) => isNew).map(({row}) => row);
	const kept = inThreads.filter(({isNew}) => !isNew).map(({row}) => row);
	const all = [...beside, ...inThreads.map(({row}) => row)];
	const fitting = fitRows([...kept, ...beside], run, decided, earlierIn(own, all), fresh);
	const fits = new Set(fitting.rows);
	const summary = {...fitting, rows: all.filter(row => fits.has(row))};
	const said = new Set(closings.flatMap(({finding, closing}) => (closing.text === null ? [] : [finding])));
	const read = new Map(
		asking.flatMap(({finding: {id, source, bodyHash}}) => {
			const posts = source.kind === 'review' ? pullRequest.reviews : pullRequest.comments;
			const node = posts.find(post => post.id === source.commentId)?.nodeId ?? null;
			return said.has(id) && node !== null ? [[node, bodyHash] as const] : [];
		}),
	);
	return {
		closings,
		planned: own || summary.rows.length > 0 ? planWrite(summary, own, read) : null,
		url: own?.comment.url ?? null,
		crowded: new Set(inThreads.flatMap(({thread, row, isNew}) => (isNew && !fits.has(row) ? [thread] : []))),
	};
}

/** What becomes of our summary once commits are reverted; null if there is none, or nothing of it becomes untrue. */
export function planRevertedSummary(own: OwnSummary<CommentNow> | null, reversal: Reversal): PlannedSummary | null {
	const now = own && revertedSummary(own.summary, reversal);
	return now && planWrite(fitRows(now.rows, reversal.run, now.decided, earlierIn(own, now.rows)), own, new Map());
}

const earlierIn = (own: OwnSummary<CommentNow> | null, rows: readonly SummaryRow[]): readonly string[] =>
	own ? earlierRuns(own.summary, own.summary.rows, rows) : [];

function planWrite(
	summary: SummaryComment,
	own: OwnSummary<CommentNow> | null,
	read: PlannedSummary['read'],
): PlannedSummary | null {
	if (own && isSameSummary(summary, own.summary)) return null;
	return {body: formatSummaryComment(summary), replaces: own?.comment ?? null, read};
}
