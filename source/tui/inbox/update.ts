import type {InboxEvent} from '../../run/inbox/events.ts';
import {foldInbox, initialInbox, listedAgain} from '../../run/inbox/inbox-state.ts';
import {count} from '../../text/sentences.ts';
import {stopped} from '../app/effects.ts';
import {placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import {initialList, pointAtList} from '../app/list.ts';
import {isDue, noNews, withAnswer} from '../app/outside.ts';
import {
	type AppState,
	doing,
	leave,
	notify,
	notifyTrouble,
	only,
	retriedBy,
	type Step,
	type Trouble,
} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import {paste, typeKey} from '../widgets/field.ts';
import {type Command, commands, keymap, list, pages} from './commands.ts';
import type {Effect, FilterField, InboxScreenState, OwnAction} from './state.ts';

export type InboxStep = Step<InboxScreenState, Effect>;

/** @param why what the first screen says: why this list is shown and not what was wanted; null for nothing */
export function initialInboxScreen(
	app: AppState<never>,
	{banner, isLimited, why}: Pick<InboxScreenState, 'banner' | 'isLimited'> & {why: string | null},
): InboxScreenState {
	const state: InboxScreenState = {
		...app,
		...initialList,
		...{banner, isLimited, inbox: initialInbox, next: null, newer: [], stage: 'reading', trouble: null},
		...{opening: null, outside: noNews, filter: ''},
	};
	return why === null ? state : notify(state, why);
}

export const updateInbox = updateOf<InboxScreenState, OwnAction, Effect, Command>({
	keymap,
	commands,
	pages,
	start: state => doing(state, {type: 'read'}),
	intercept: (state, key) => (state.dialog?.kind === 'field' ? only(typeFilter(state, state.dialog, key)) : null),
	paste: (state, text) => {
		const {dialog} = state;
		return dialog?.kind === 'field' ? typed(state, {...dialog, field: paste(dialog.field, text)}) : state;
	},
	hints: state => placedHints(keymap, state),
	point: pointAtList(list),
	wake: lookOutside,
	terminate: state => leave(state, true),
	take,
	trouble: withTrouble,
	settle: list.settle,
});

function take(state: InboxScreenState, action: OwnAction): InboxStep {
	switch (action.type) {
		case 'told':
			return only(action.events.reduce(followReading, state));
		case 'told-again':
			return only({...state, inbox: action.events.reduce(foldInbox, state.inbox)});
		case 'ended': {
			const {trouble} = action;
			if (trouble === null) return only({...state, stage: 'read', next: null});
			const stage = trouble === stopped ? 'stopped' : 'failed';
			return only(withTrouble({...state, stage, next: null}, withRetry(trouble, 'again')));
		}
		case 'shown':
			return only({...state, opening: null});
		case 'closed': {
			const {listed, wasShown, trouble} = action;
			// Once the list is back, the next one can be opened already.
			const list = wasShown ? state : {...state, opening: null};
			const closed = trouble === null ? list : withTrouble(list, withRetry(trouble, 'open'));
			if (!wasShown) return only(closed);
			return doing({...closed, newer: [...closed.newer, listed.id]}, {type: 'read-again', listed});
		}
		case 'seen-outside':
			return only(seenOutside(state, action.updated));
		case 'select':
			return only({...state, selected: action.id});
		case 'filter':
			return only({...state, filter: action.text});
	}
}

/** At most once a minute for all, while nothing is read or opened. @param at when, in milliseconds */
function lookOutside(state: InboxScreenState, at: number): InboxStep {
	const {stage, dialog, opening, outside, inbox} = state;
	if (stage !== 'read' || dialog !== null || opening !== null || !isDue(outside, at)) return only(state);
	const listed = inbox.rows.map(row => row.listed);
	const turn = Math.floor(at / outside.waitMs);
	return doing({...state, outside: {...outside, askedAt: at}}, {type: 'look-outside', listed, turn});
}

function seenOutside(state: InboxScreenState, updated: number | 'refused'): InboxScreenState {
	// What has changed stays so until it is read, also where another place is asked next.
	const outside = withAnswer(state.outside, updated === 'refused' ? updated : Math.max(updated, state.outside.news));
	const next = {...state, outside};
	if (outside.news <= state.outside.news) return next;
	const many = count(outside.news, 'pull request has changed', 'pull requests have changed');
	return notify(next, `${many}; press ${keyTo(state, 'again')} to read`);
}

const withRetry = (trouble: Trouble, command: Command) => (trouble === stopped ? stopped : retriedBy(trouble, command));

function withTrouble(state: InboxScreenState, trouble: Trouble): InboxScreenState {
	return notifyTrouble({...state, trouble: trouble === stopped ? null : trouble}, trouble);
}

/** A list that is read again replaces the one before as soon as it is known, so that no row comes and goes. */
function followReading(state: InboxScreenState, event: InboxEvent): InboxScreenState {
	if ('id' in event && state.newer.includes(event.id)) return state;
	if (state.next === null) return {...state, inbox: foldInbox(state.inbox, event)};
	const next = foldInbox(state.next, event);
	if (!next.isListed) return {...state, next};
	return {...state, inbox: listedAgain(next, state.inbox), next: null, newer: []};
}

function typeFilter(state: InboxScreenState, dialog: FilterField, key: string): InboxScreenState {
	if (key === 'escape') return {...state, dialog: null, filter: ''};
	if (key === 'enter') return {...state, dialog: null};
	return typed(state, {...dialog, field: typeKey(dialog.field, key)});
}

/** Filters while the filter is typed. */
const typed = (state: InboxScreenState, dialog: FilterField): InboxScreenState => ({
	...state,
	dialog,
	filter: dialog.field.text,
});
