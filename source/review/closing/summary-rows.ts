import {closeThread, isStateOnHead, type ThreadClosing} from './close-thread.ts';
import {hasSaidSo} from './commit-claims.ts';
import {commitsIn} from './marker.ts';
import {correct, decidedOnceReverted, type Reversal} from './reversal-acts.ts';
import type {SummaryComment, SummaryRow} from './summary-comment.ts';

/** What a run knows of a finding that has no thread. */
export type FindingClosing = {
	finding: string;
	/** In Markdown. */
	place: string;
	closing: ThreadClosing;
	/** Whether its changes were compared with the head: where nothing is to be said of them, they are not on it. */
	isCompared: boolean;
};

/** What the comment says now, and what else decides whether that is still true. */
export type SaidBefore = {
	rows: readonly SummaryRow[];
	/** Whether the pull request has a commit. */
	isPublished: (oid: string) => boolean;
	/** Whether every comment of the pull request was read. */
	isComplete: boolean;
};

/**
 * The rows of the summary, in the order of the findings. A run that has nothing to say of a finding, because a filter left
 * it out or a model was not asked, leaves what an earlier one said as long as that is true.
 */
export function summaryRows(findings: readonly FindingClosing[], before: SaidBefore): SummaryRow[] {
	const earlier = new Map(before.rows.filter(row => isStillTrue(row, before)).map(row => [row.finding, row]));
	const rows = findings.flatMap(({finding, place, closing, isCompared}): SummaryRow[] => {
		const said = earlier.get(finding);
		earlier.delete(finding);
		const {state, text} = closing;
		if (state === 'none' || text === null) return said && !(isCompared && isStateOnHead(said.state)) ? [said] : [];
		const row = {finding, place, state, text};
		return [said && saysSame(said, row) ? said : row];
	});
	return before.isComplete ? rows : [...rows, ...earlier.values()];
}

const isStillTrue = ({text}: SummaryRow, {isPublished}: SaidBefore) => commitsIn(text).every(isPublished);

/** A later run does not know where a change was placed, or that a command passed. */
function saysSame(said: SummaryRow, row: SummaryRow): boolean {
	if (hasSaidSo(said, row)) return true;
	if (said.state !== row.state) return false;
	// A later run does not know the reason either.
	if (row.state === 'declined' && closeThread([{kind: 'declined', place: null, reason: null}]).text === row.text)
		return true;
	const isDone = isStateOnHead(row.state) && row.state !== 'partly';
	return isDone ? String(commitsIn(said.text)) === String(commitsIn(row.text)) : said.text === row.text;
}

/** The same once commits were reverted; null if all of it is still true. */
export function revertedSummary(
	{rows, decided}: SummaryComment,
	reversal: Reversal,
): Pick<SummaryComment, 'rows' | 'decided'> | null {
	const corrected = rows.map(row => correct({...row, commit: null}, [row.finding], decided.reverted, reversal));
	if (corrected.every(one => one === null)) return null;
	return {
		rows: rows.map((row, index) => {
			const {state, text} = corrected[index]?.closing ?? {};
			return state && state !== 'none' && text ? {...row, state, text} : row;
		}),
		decided: decidedOnceReverted(
			decided,
			corrected.flatMap(one => one?.ids ?? []),
		),
	};
}
