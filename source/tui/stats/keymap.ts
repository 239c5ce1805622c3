import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf, listKeys, type Reason} from '../app/keymap.ts';
import {itemsOf, selectedItem, selectedUrl} from './items.ts';
import type {StatsScreenState} from './state.ts';

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
