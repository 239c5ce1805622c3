import type {AppEffect} from '../app/effects.ts';
import {keyedList, longListCommands} from '../app/list.ts';
import {goBack} from '../app/panes.ts';
import {only} from '../app/state.ts';
import {appCommands, type Commands, interrupt, urlCommands} from '../app/update.ts';
import {detailLines} from './detail.ts';
import {cursorIn, itemsOf, keyOf, keyOfRow, selectedItem, selectedUrl} from './items.ts';
import type {Command} from './keymap.ts';
import type {Item, StatsScreenState} from './state.ts';

/** Rows that the detail of most items fits in. */
const detailRows = 7;

export const list = keyedList<StatsScreenState, Item>({
	rows: ({items}) => items,
	keyOf,
	cursorIn,
	// The first one has the titles of the columns.
	linesIn: () => ({head: 1, row: 1}),
	detailLines,
	topOf: (rows, {items}) => Math.min(items.length + 1, Math.max(Math.floor((rows * 2) / 3), rows - detailRows)),
});

/** Lists the findings of a row, or all rows again with that one selected. */
function withOpened(state: StatsScreenState, opened: StatsScreenState['opened']): StatsScreenState {
	const selected = opened === null && state.opened ? keyOfRow(state.opened) : null;
	return {...state, opened, items: itemsOf(state.report, opened), selected, top: 0, focus: 'list'};
}

export const commands: Commands<StatsScreenState, AppEffect, Command> = {
	...appCommands,
	...longListCommands(list),
	...urlCommands(selectedUrl),
	open: state => {
		const item = selectedItem(state);
		return only(item?.kind === 'row' ? withOpened(state, item.row) : state);
	},
	back: goBack(state => withOpened(state, null)),
	interrupt: interrupt(only),
};
