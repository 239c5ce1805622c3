import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf, type Reason} from '../app/keymap.ts';
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
	down: {keys: ['j', 'down'], help: 'move down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'move up', group: 'move'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down', group: 'move'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'move down half a page', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'move up half a page', group: 'move'},
	top: {keys: ['g', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'go to bottom', group: 'move'},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane', hint: 'pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'focus list', group: 'move'},
	'second-pane': {keys: ['2'], help: 'focus detail', group: 'move'},
	zoom: {keys: ['+'], help: 'maximize or restore pane', group: 'look', isForScreen: true},
	back: {keys: ['escape'], isFixed: true, help: 'go back', hint: escapeHint, group: 'app'},
	...commandKeys,
	...appKeys,
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<StatsScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<StatsScreenState, Command> = keymapOf<StatsScreenState, Command>(bindings);
