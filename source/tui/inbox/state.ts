import type {ListedPullRequest} from '../../code-host/lists.ts';
import type {InboxEvent} from '../../run/inbox/events.ts';
import type {InboxState} from '../../run/inbox/inbox-state.ts';
import {type InboxRow, nameOfRow} from '../../run/inbox/row.ts';
import type {FieldDialog} from '../app/dialog.ts';
import type {AppEffect} from '../app/effects.ts';
import {indexOfSelected, type KeyedListState} from '../app/list.ts';
import type {News} from '../app/outside.ts';
import type {Page} from '../app/page.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

export type FilterField = FieldDialog<'filter'>;

export type InboxScreenState = KeyedListState<FilterField | Page<'help' | 'about' | 'messages'>> & {
	/** Always in the title: names the services if they are not the real ones. */
	banner: string | null;
	/** Whether flags limit what is listed. */
	isLimited: boolean;
	inbox: InboxState;
	/** What is being listed again; it replaces the list once it is complete. */
	next: InboxState | null;
	/** Ids of those that were read by themselves since, so that the reading of all knows less of them. */
	newer: readonly string[];
	/** `stopped`: by the user. `failed`: something ended it early. */
	stage: 'reading' | 'read' | 'stopped' | 'failed';
	/** The latest failure, which the page `about` shows whole: it can be too long for the status line. */
	trouble: Trouble | null;
	/** Name of the pull request whose review is being opened. */
	opening: string | null;
	/** Words that the shown pull requests contain. */
	filter: string;
	/** What has changed since it was listed. */
	outside: News;
};

export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** Of the reading of all. */
	| {type: 'told'; events: readonly InboxEvent[]}
	/** That has ended; `trouble`: what ended it early. */
	| {type: 'ended'; trouble: Trouble | null}
	/** Of one pull request that is read again. */
	| {type: 'told-again'; events: readonly InboxEvent[]}
	/** The review that is being opened has the terminal now. */
	| {type: 'shown'}
	/** The review that was opened has ended, or could not be opened; then it was not shown. */
	| {type: 'closed'; listed: ListedPullRequest; wasShown: boolean; trouble: Trouble | null}
	/** In text mode: a number selects, and a filter comes whole. */
	| {type: 'select'; id: string}
	| {type: 'filter'; text: string}
	/** How many pull requests have changed. */
	| {type: 'seen-outside'; updated: number | 'refused'};

export type Effect =
	/** `quit` waits until all work has ended. */
	| AppEffect
	| {type: 'read'}
	| {type: 'read-again'; listed: ListedPullRequest}
	| {type: 'open'; row: InboxRow}
	/** Asks how many of these have changed; `turn` grows. */
	| {type: 'look-outside'; listed: readonly ListedPullRequest[]; turn: number}
	/** Ends what goes on: opening, or else reading. */
	| {type: 'cancel'; what: 'opening' | 'reading'};

/** The pull requests that the filter does not exclude. */
export function shownRows({inbox: {rows}, filter}: InboxScreenState): readonly InboxRow[] {
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return rows;
	return rows.filter(row => {
		const {title, author} = row.listed;
		const text = `${nameOfRow(row)}\n${title}\n${author ?? ''}`.toLowerCase();
		return words.every(word => text.includes(word));
	});
}

/** Index of the selected row; the first one if it is not shown, and -1 if none is. */
export function cursorIn(rows: readonly InboxRow[], {selected}: InboxScreenState): number {
	return indexOfSelected(rows, ({listed}) => listed.id === selected);
}

export function selectedPull(state: InboxScreenState): InboxRow | null {
	const rows = shownRows(state);
	return rows[cursorIn(rows, state)] ?? null;
}
