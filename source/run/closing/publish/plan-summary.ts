import type {PlannedSummary} from '../../../delivery/steps/summary.ts';
import {closeThread} from '../../../review/closing/close-thread.ts';
import {earlierRuns} from '../../../review/closing/commit-claims.ts';
import type {Verified} from '../../../review/closing/fate.ts';
import {nothingDecided} from '../../../review/closing/marker.ts';
import type {Reversal} from '../../../review/closing/reversal-acts.ts';
import {
	type CommentNow,
	type FindingClosing,
	fitRows,
	formatSummaryComment,
	isSameSummary,
	type OwnSummary,
	ownSummary,
	revertedSummary,
	type SaidBefore,
	type SummaryComment,
	type SummaryRow,
	summaryPlace,
	summaryRows,
} from '../../../review/closing/summary-comment.ts';
import type {PullRequest} from '../../../review/comment.ts';
import type {Finding, Place} from '../../../review/finding.ts';
import type {RememberedIds} from '../../../review/remembered.ts';
import type {Analysis} from '../../analyze.ts';
import type {FatedFinding} from './fates.ts';
import {decidedAbout, decidedInSummary, type WordsKnown} from './plan-threads.ts';
import type {SummaryPlan} from './published.ts';

type SummaryWorld = Pick<SaidBefore, 'isPublished'> & {
	pullRequest: PullRequest;
	/** Those of the pull request as they are now. */
	comments: readonly CommentNow[];
	/** Login of the token's account. */
	viewer: string;
	words: WordsKnown & {standing: RememberedIds};
};

/** Findings in the bodies of reviews and in comments, which no thread repeats. */
const isBesideThreads = ({source, alsoTold}: Finding): boolean =>
	[source, ...alsoTold].every(({threadId}) => threadId === null);

/** Whether there may be something to say of findings without a thread, or to correct. */
export const needsSummary = (
	{findings, pullRequest}: Pick<Analysis, 'findings' | 'pullRequest'>,
	viewer: string,
): boolean =>
	findings.some(finding => isBesideThreads(finding) && finding.disposition?.outcome !== 'not-actionable') ||
	ownSummary(pullRequest.comments, viewer) !== null;

/** @param run id of the run that writes it */
export function planSummary(
	fated: readonly FatedFinding[],
	run: string,
	verified: Verified | null,
	{pullRequest, comments, viewer, isPublished, words}: SummaryWorld,
): SummaryPlan {
	const asking = fated.filter(({finding, fates}) => fates.length > 0 && isBesideThreads(finding));
	const closings = asking.map(
		({finding, fates, rulings}): FindingClosing => ({
			finding: finding.id,
			place: summaryPlace(placeOnHead(finding, rulings), finding.source.url),
			closing: closeThread(fates, verified),
			isCompared: rulings.length > 0,
		}),
	);
	const own = ownSummary(comments, viewer);
	const isComplete = pullRequest.completeness.incomplete.length === 0;
	const rows = summaryRows(closings, {rows: own?.summary.rows ?? [], isPublished, isComplete});
	const decided = decidedInSummary(own?.summary.decided ?? nothingDecided, decidedAbout(asking, words), words.standing);
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
		planned: own || rows.length > 0 ? planWrite(fitRows(rows, run, decided, earlierIn(own, rows)), own, read) : null,
		url: own?.comment.url ?? null,
	};
}

/** What becomes of our summary once commits are reverted; null if there is none, or nothing of it becomes untrue. */
export function planRevertedSummary(
	comments: readonly CommentNow[],
	viewer: string,
	reversal: Reversal,
): PlannedSummary | null {
	const own = ownSummary(comments, viewer);
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

/** Where a finding is, if the path that its comment names is one of the pull request. */
function placeOnHead({lines}: Finding, rulings: FatedFinding['rulings']): Place | null {
	const placed = rulings.find(
		({proposal}) => proposal.placement.kind !== 'refused' && proposal.placement.kind !== 'gone',
	);
	return placed ? {path: placed.proposal.path, lines} : null;
}
