import type {ListedPullRequest} from '../../code-host/lists.ts';
import type {InboxEvent} from '../../run/inbox/events.ts';
import type {InboxRow} from '../../run/inbox/row.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

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
