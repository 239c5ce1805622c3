import type {CheckState, ListedPullRequest} from '../../code-host/lists.ts';
import type {Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Reviewer} from '../../review/read.ts';
import type {Report} from '../report/report.ts';

/** What is known of a pull request as soon as it is read. */
export type RowRead = Pick<PullRequest, 'state' | 'title' | 'headRefName' | 'headRepository'> & {
	/** Review threads; `open` are not resolved. */
	threads: {open: number; all: number};
	/** Apps that review it, at its head. */
	reviewers: readonly Reviewer[];
	/** Of its head; null if it has none. */
	checks: CheckState | null;
	/** Sentences on what could not be read of it. */
	incomplete: readonly string[];
};

/** A pull request in the inbox. */
export type InboxRow = {
	listed: ListedPullRequest;
	/** Null until it is read. */
	read: RowRead | null;
	/** Findings by outcome; null until it is analyzed. */
	summary: Report['summary'] | null;
	/** Why it could not be read or analyzed; null if nothing failed. */
	failure: Failure | null;
	/** What was found when it was read before; null if it is not being read again. */
	before: {read: RowRead | null; summary: Report['summary']} | null;
};

/** The row as it is shown: with what was found before, until it is analyzed again. */
export function lastKnownRow(row: InboxRow): InboxRow {
	const {before, read} = row;
	return before === null ? row : {...row, read: read ?? before.read, summary: before.summary};
}

/** Whether nothing more of it is to come. */
export const hasEnded = ({summary, failure}: InboxRow): boolean => summary !== null || failure !== null;

export type RowPhase = 'found' | 'read' | 'analyzed' | 'failed';

/** How far a row has come. */
export function phaseOf({read, summary, failure}: InboxRow): RowPhase {
	if (failure) return 'failed';
	if (summary) return 'analyzed';
	return read ? 'read' : 'found';
}
