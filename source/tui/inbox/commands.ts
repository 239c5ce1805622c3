import {initialInbox} from '../../run/inbox/inbox-state.ts';
import {lastKnownRow} from '../../run/inbox/row.ts';
import {hasWork, nameOfRow} from '../../run/inbox/row-words.ts';
import {clamp} from '../app/layout.ts';
import {nextAround} from '../app/next-around.ts';
import {pointAtPanes} from '../app/pane-mouse.ts';
import {paneCommands} from '../app/panes.ts';
import {doing, leave, notify, only, withoutNotice} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import {appCommands, type Commands, type Handler, interrupt, showPage} from '../app/update.ts';
import {fieldOf} from '../widgets/field.ts';
import type {Effect} from './actions.ts';
import type {Command} from './keymap.ts';
import {inboxLayout, visibleCount} from './layout.ts';
import {headRows, linesPerRow} from './row-lines.ts';
import {cursorIn, selectedPull, shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

type InboxHandler = Handler<InboxScreenState, Effect>;

/** The mouse on the list, whose rows can have two lines, and on the detail. */
export const pointAtInbox = pointAtPanes<InboxScreenState>({
	layout: inboxLayout,
	select: (state, line) => {
		const {width} = inboxLayout(state).list;
		const at = Math.floor((line - headRows(width)) / linesPerRow(width));
		const row = at >= 0 ? shownRows(state)[state.top + at] : undefined;
		return row ? {...state, selected: row.listed.id} : state;
	},
	move: movePull,
	scroll: (state, steps) => ({...state, scroll: Math.max(0, state.scroll + steps)}),
});

/** Selects the pull request so many rows below. */
function movePull(state: InboxScreenState, step: number): InboxScreenState {
	const rows = shownRows(state);
	const row = rows[clamp(cursorIn(rows, state) + step, 0, rows.length - 1)];
	return row ? {...state, selected: row.listed.id} : state;
}

/** Moves in the list, or scrolls the detail, by this many rows of what is focused. */
const moveBy =
	(steps: (state: InboxScreenState) => number): InboxHandler =>
	state => {
		const step = steps(state);
		return only(
			state.focus === 'detail' ? {...state, scroll: Math.max(0, state.scroll + step)} : movePull(state, step),
		);
	};

const half = (state: InboxScreenState) => Math.max(1, Math.floor(visibleCount(state) / 2));

/** To the next pull request that has something to do, or could not be read. */
const toWork =
	(direction: 1 | -1): InboxHandler =>
	state => {
		const rows = shownRows(state);
		const cursor = cursorIn(rows, state);
		const next = nextAround(cursor, rows.length, direction, at =>
			rows.slice(at, at + 1).some(row => hasWork(lastKnownRow(row)) || row.failure !== null),
		);
		if (!next) return only(notify(state, 'nothing to do in the list'));
		if (next.at === cursor) return only(notify(state, 'nothing to do in the others'));
		const moved = {...state, selected: rows[next.at]?.listed.id ?? state.selected};
		return only(next.isRound ? notify(moved, 'wrapped around the list') : moved);
	};

const scrollBy =
	(lines: number): InboxHandler =>
	state =>
		only({...state, scroll: Math.max(0, state.scroll + lines)});

const onRow =
	(effect: (row: NonNullable<ReturnType<typeof selectedPull>>) => Effect, notice: string | null = null): InboxHandler =>
	state => {
		const row = selectedPull(state);
		if (!row) return only(state);
		return doing(notice === null ? state : notify(state, notice), effect(row));
	};

/** Ends what goes on: a review that is being opened, or else the reading. */
function cancel(state: InboxScreenState): Step<InboxScreenState, Effect> {
	if (state.opening !== null) return doing(state, {type: 'cancel', what: 'opening'});
	return state.stage === 'reading' ? doing(state, {type: 'cancel', what: 'reading'}) : only(state);
}

export const commands: Commands<InboxScreenState, Effect, Command> = {
	...appCommands,
	...paneCommands,
	open: state => {
		const row = selectedPull(state);
		if (!row) return only(state);
		// What was selected stays so, whatever is listed later.
		const opening = {...state, selected: row.listed.id, opening: nameOfRow(row), trouble: null};
		return doing(opening, {type: 'open', row});
	},
	again: state => {
		const next = state.inbox.isListed ? initialInbox : null;
		const inbox = next ? state.inbox : initialInbox;
		// What is new must not come under the cursor.
		const selected = selectedPull(state)?.listed.id ?? state.selected;
		return doing({...state, inbox, next, newer: [], selected, stage: 'reading', trouble: null}, {type: 'read'});
	},
	filter: state =>
		only({...state, dialog: {kind: 'field', purpose: 'filter', label: 'filter', field: fieldOf(state.filter)}}),
	browse: onRow(({listed}) => ({type: 'browse', url: listed.url})),
	copy: onRow(({listed}) => ({type: 'copy', text: listed.url}), 'copied'),
	about: showPage('about'),
	down: moveBy(() => 1),
	up: moveBy(() => -1),
	'next-open': toWork(1),
	'previous-open': toWork(-1),
	'scroll-down': scrollBy(1),
	'scroll-up': scrollBy(-1),
	'page-down': moveBy(half),
	'page-up': moveBy(state => -half(state)),
	top: moveBy(() => Number.MIN_SAFE_INTEGER),
	bottom: moveBy(() => Number.MAX_SAFE_INTEGER),
	back: state => {
		if (state.opening !== null) return cancel(state);
		if (state.isZoomed) return only({...state, isZoomed: false});
		return only(state.focus === 'detail' ? {...state, focus: 'list'} : {...state, filter: ''});
	},
	interrupt: interrupt(cancel),
	quit: state => leave(withoutNotice(state), false),
};
