import {keyedList, listCommands, moveInFocus, scrollDetail} from '../app/list.ts';
import {chooseCommand} from '../app/run-by-name.ts';
import {doing, leave, notify, only, withoutNotice} from '../app/state.ts';
import {appCommands, type Commands, interrupt, showPage} from '../app/update.ts';
import type {Effect} from './actions.ts';
import {detailLines} from './detail.ts';
import {cursorIn, itemsOf, keyOf, keyOfRow, selectedItem, selectedUrl} from './items.ts';
import type {Command} from './keymap.ts';
import {statsLayout, visibleCount} from './layout.ts';
import {statsPageLines} from './pages.ts';
import type {Item, StatsScreenState} from './state.ts';

export const list = keyedList<StatsScreenState, Item>({
	layout: statsLayout,
	rows: ({items}) => items,
	keyOf,
	cursorIn,
	// Below the titles of the columns.
	rowAt: ({top}, line) => (line < 1 ? -1 : top + line - 1),
	visible: visibleCount,
	detailLines,
	pageLines: statsPageLines,
});

const half = (state: StatsScreenState) => Math.max(1, Math.floor(visibleCount(state) / 2));

/** Lists the findings of a row, or all rows again with that one selected. */
function withOpened(state: StatsScreenState, opened: StatsScreenState['opened']): StatsScreenState {
	const selected = opened === null && state.opened ? keyOfRow(state.opened) : null;
	return {...state, opened, items: itemsOf(state.report, opened), selected, top: 0, focus: 'list'};
}

export const commands: Commands<StatsScreenState, Effect, Command> = {
	...appCommands,
	'run-command': chooseCommand,
	...listCommands(list),
	open: state => {
		const item = selectedItem(state);
		return only(item?.kind === 'row' ? withOpened(state, item.row) : state);
	},
	browse: state => {
		const url = selectedUrl(state);
		return url === null ? only(state) : doing(state, {type: 'browse', url});
	},
	copy: state => {
		const text = selectedUrl(state);
		return text === null ? only(state) : doing(notify(state, 'copied the URL'), {type: 'copy', text});
	},
	about: showPage('about'),
	'scroll-down': state => only(scrollDetail(state, 1)),
	'scroll-up': state => only(scrollDetail(state, -1)),
	'page-down': moveInFocus(list, half),
	'page-up': moveInFocus(list, state => -half(state)),
	back: state => {
		if (state.isZoomed) return only({...state, isZoomed: false});
		return only(state.focus === 'detail' ? {...state, focus: 'list'} : withOpened(state, null));
	},
	interrupt: interrupt(only),
	quit: state => leave(withoutNotice(state), false),
};
