import {gap, paragraph} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {statsNotes} from '../../run/stats/stats-document.ts';
import {countedWords, shareRule, statsTitle} from '../../run/stats/stats-words.ts';
import type {AppEffect} from '../app/effects.ts';
import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf, listKeys, type Reason} from '../app/keymap.ts';
import {keyedList, longListCommands} from '../app/list.ts';
import {appPages} from '../app/pages.ts';
import {goBack} from '../app/panes.ts';
import {only} from '../app/state.ts';
import {appCommands, type Commands, interrupt, urlCommands} from '../app/update.ts';
import type {Line} from '../text/line.ts';
import {detailLines} from './detail.ts';
import {
	cursorIn,
	type Item,
	itemsOf,
	keyOf,
	keyOfRow,
	type StatsScreenState,
	selectedItem,
	selectedUrl,
} from './state.ts';

const hasFindings: Reason<StatsScreenState> = state => {
	const item = selectedItem(state);
	if (item?.kind !== 'row') return 'no row is selected';
	return itemsOf(state.report, item.row).length > 0 ? null : 'findings of people are listed with --people';
};

const hasFinding: Reason<StatsScreenState> = state =>
	selectedUrl(state) === null ? 'no finding is selected; Enter lists those of a row' : null;

const escapeHint = ({opened, isZoomed, focus}: StatsScreenState): string | null =>
	isZoomed || focus === 'detail' || opened !== null ? 'back' : null;

const bindings = {
	open: {keys: ['enter'], help: 'list findings of row', hint: 'findings', group: 'look', disabled: hasFindings},
	browse: {keys: ['o'], help: 'open finding in browser', hint: 'browser', group: 'look', disabled: hasFinding},
	copy: {keys: ['y'], help: 'copy URL of finding', hint: 'copy URL', group: 'look', disabled: hasFinding},
	about: {keys: ['i'], help: 'show advice and what was not read', hint: 'advice', group: 'look'},
	...listKeys,
	back: {keys: ['escape'], isFixed: true, help: 'go back', hint: escapeHint, group: 'app'},
	...commandKeys,
	...appKeys,
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<StatsScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<StatsScreenState, Command> = keymapOf<StatsScreenState, Command>(bindings);

export const pages = {...appPages(keymap), about: {title: 'about these figures', lines: aboutLines}};

function aboutLines({report}: StatsScreenState, width: number): Line[] {
	const texts = [statsTitle(report), countedWords(report)].map(text => paragraph(text));
	return linesOf([...texts, gap, paragraph(shareRule), ...statsNotes(report)], width);
}

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
