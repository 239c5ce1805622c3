import type {CheckState, ListedPullRequest} from '../../code-host/lists.ts';
import {type Failure, joinRemedies, type Remedy} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Reviewer} from '../../review/read.ts';
import {count, someNames} from '../../text/sentences.ts';
import {nameOf} from '../pull-request/name.ts';
import {
	countFixed,
	countOutcome,
	countOutcomes,
	leftOf,
	type Outcome,
	outcomesInClosingLines,
	outcomeTable,
} from '../report/outcome.ts';
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

type Summary = Report['summary'];

/** Outcomes that leave something to do, in the order of a row. */
const workOutcomes = outcomesInClosingLines.filter(outcome => outcome === 'planned' || leftOf({outcome}) !== null);

/** Findings that leave something to do, by outcome. */
export const workCounts = (summary: Summary) =>
	workOutcomes.map(outcome => ({outcome, number: summary[outcomeTable[outcome].key]})).filter(({number}) => number > 0);

/** `5 to apply`, `2 in conflict` */
export const workWords = (outcome: Outcome, number: number): string =>
	outcome === 'planned' ? `${number} to apply` : countOutcome(outcome, number);

/** Findings that need nothing more: `3 already applied, 1 declined`; empty if there is none. */
export const settledWords = (summary: Summary): string =>
	[
		...countOutcomes(outcome => (workOutcomes.includes(outcome) ? 0 : summary[outcomeTable[outcome].key])),
		...countFixed(summary.fixed),
	].join(', ');

/** `owner/name#7` */
export const nameOfRow = ({listed: {owner, name, number}}: InboxRow): string => nameOf({owner, repo: name, number});

/** What could not be read of it, in sentences. */
export const rowTroubles = ({failure, read}: InboxRow): Remedy[] => [
	...(failure ? [joinRemedies(failure.message, failure.remedy)] : []),
	...(read?.incomplete ?? []),
];

/** The same of all of them: each sentence once, with the names of those that it is about. */
export function troublesOf(rows: readonly InboxRow[]): {names: string; text: Remedy}[] {
	const told = rows.flatMap(row => rowTroubles(row).map(text => ({name: nameOfRow(row), text})));
	const same = Map.groupBy(told, ({text}) => `${text}`);
	return [...same.values()].flatMap(of =>
		of.slice(0, 1).map(({text}) => ({names: someNames(of.map(({name}) => name)), text})),
	);
}

/** How it ended after it was listed; null if it is open, or was not read. */
const endOf = ({read}: InboxRow): 'merged' | 'closed' | null =>
	read?.state === 'merged' || read?.state === 'closed' ? read.state : null;

/** Findings of those that are still open, by outcome. */
export const openSummaries = (rows: readonly InboxRow[]): Summary[] =>
	rows.flatMap(row => (row.summary && endOf(row) === null ? [row.summary] : []));

/** Whether it is analyzed, still open, and something is left to do in it. */
export const hasWork = (row: InboxRow): boolean => openSummaries([row]).some(summary => workCounts(summary).length > 0);

/** Beside the title. */
export const stateWord = (row: InboxRow): string => endOf(row) ?? (row.listed.isDraft ? 'draft' : '');

export const openThreads = ({read}: InboxRow): number => read?.threads.open ?? 0;

export const threadWords = (row: InboxRow): string => (openThreads(row) > 0 ? `${openThreads(row)} open` : '');

/** Reviewers whose comments may still come. */
const busyCount = ({read}: InboxRow): number =>
	read?.reviewers.filter(({state}) => state === 'running' || state === 'rate-limited').length ?? 0;

export const busyWords = (row: InboxRow): string => (busyCount(row) > 0 ? `${busyCount(row)} busy` : '');

// The same where there is no title of a column.
export const threadPhrase = (row: InboxRow): string =>
	openThreads(row) > 0 ? count(openThreads(row), 'open thread') : '';
export const busyPhrase = (row: InboxRow): string =>
	busyCount(row) > 0 ? `${count(busyCount(row), 'reviewer')} busy` : '';
export const checksPhrase = ({read}: InboxRow): string => (read?.checks ? `checks ${read.checks}` : '');
