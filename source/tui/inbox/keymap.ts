import {
	appKeys,
	type Bindings,
	commandKeys,
	first,
	type Keymap,
	keymapOf,
	listKeys,
	type Reason,
} from '../app/keymap.ts';
import {selectedPull} from './rows.ts';
import type {InboxScreenState} from './state.ts';

const hasRow: Reason<InboxScreenState> = state => (selectedPull(state) ? null : 'no pull request is selected');

const isIdle: Reason<InboxScreenState> = ({opening}) => (opening === null ? null : `opening ${opening}`);

/** What Esc ends; null for nothing. */
const escapeHint = ({opening, isZoomed, focus, filter}: InboxScreenState): string | null => {
	if (opening !== null) return 'stop';
	return isZoomed || focus === 'detail' ? 'back' : filter === '' ? null : 'clear filter';
};

/** Hints that make room for that one. */
const unlessEscape = (word: string) => (state: InboxScreenState) => (escapeHint(state) === null ? word : null);

const bindings = {
	open: {
		keys: ['enter'],
		help: 'review pull request',
		hint: 'review',
		group: 'run',
		disabled: first(hasRow, isIdle),
	},
	'next-open': {
		keys: ['n'],
		help: 'next with something to do',
		hint: 'next with work',
		group: 'move',
		disabled: hasRow,
	},
	'previous-open': {keys: ['N'], help: 'previous with something to do', group: 'move', disabled: hasRow},
	again: {keys: ['r'], help: 'read list again', hint: unlessEscape('reload'), group: 'run'},
	filter: {keys: ['/'], help: 'filter by name, title or author', hint: 'filter', group: 'look'},
	browse: {keys: ['o'], help: 'open in browser', hint: unlessEscape('browser'), group: 'look', disabled: hasRow},
	copy: {keys: ['y'], help: 'copy URL', group: 'look', disabled: hasRow},
	about: {
		keys: ['i'],
		help: 'show what could not be read',
		hint: ({inbox, trouble}) => (trouble !== null || inbox.incomplete.length > 0 ? 'warnings' : null),
		group: 'look',
	},
	...listKeys,
	'next-pane': {...listKeys['next-pane'], hint: unlessEscape('pane')},
	back: {keys: ['escape'], isFixed: true, help: 'go back', hint: escapeHint, group: 'app'},
	...commandKeys,
	...appKeys,
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<InboxScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<InboxScreenState, Command> = keymapOf<InboxScreenState, Command>(bindings);
