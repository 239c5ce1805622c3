import {initialInbox} from '../../run/inbox/inbox-state.ts';
import {type InboxRow, lastKnownRow} from '../../run/inbox/row.ts';
import {hasWork, nameOfRow} from '../../run/inbox/row-words.ts';
import {keyedList, longListCommands} from '../app/list.ts';
import {nextAround} from '../app/next-around.ts';
import {goBack} from '../app/panes.ts';
import {doing, notify, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import {appCommands, type Commands, type Handler, interrupt, urlCommands} from '../app/update.ts';
import {fieldOf} from '../widgets/field.ts';
import type {Effect} from './actions.ts';
import {pullDetailLines} from './detail.ts';
import type {Command} from './keymap.ts';
import {linesOfList} from './row-lines.ts';
import {cursorIn, selectedPull, shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

type InboxHandler = Handler<InboxScreenState, Effect>;

export const list = keyedList<InboxScreenState, InboxRow>({
	rows: shownRows,
	keyOf: ({listed}) => listed.id,
	cursorIn,
	linesIn: linesOfList,
	detailLines: pullDetailLines,
	topOf,
});

/** Rows that the detail of most pull requests fits in. */
const detailRows = 9;

/** The list gets the rows that it needs: without half of one, and not those that the detail needs. */
function topOf(rows: number, state: InboxScreenState): number {
	const {head, row} = linesOfList(state.size.columns);
	const room = Math.max(Math.floor((rows * 2) / 3), rows - detailRows);
	const most = Math.floor((room - head) / row);
	const {length} = shownRows(state);
	// Why there are none is shown instead.
	return length === 0 ? room : head + row * Math.max(1, Math.min(length, most));
}

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

const unfiltered = goBack<InboxScreenState>(state => ({...state, filter: ''}));

/** Ends what goes on: a review that is being opened, or else the reading. */
function cancel(state: InboxScreenState): Step<InboxScreenState, Effect> {
	if (state.opening !== null) return doing(state, {type: 'cancel', what: 'opening'});
	return state.stage === 'reading' ? doing(state, {type: 'cancel', what: 'reading'}) : only(state);
}

export const commands: Commands<InboxScreenState, Effect, Command> = {
	...appCommands,
	...longListCommands(list),
	...urlCommands<InboxScreenState>(state => selectedPull(state)?.listed.url ?? null),
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
		const outside = {...state.outside, news: 0};
		return doing(
			{...state, inbox, next, newer: [], selected, outside, stage: 'reading', trouble: null},
			{type: 'read'},
		);
	},
	filter: state =>
		only({...state, dialog: {kind: 'field', purpose: 'filter', label: 'filter', field: fieldOf(state.filter)}}),
	'next-open': toWork(1),
	'previous-open': toWork(-1),
	back: state => (state.opening === null ? unfiltered(state) : cancel(state)),
	interrupt: interrupt(cancel),
};
