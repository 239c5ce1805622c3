import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf} from '../app/keymap.ts';
import {appPages} from '../app/pages.ts';
import type {WatchScreenState} from './state.ts';

const bindings = {
	down: {keys: ['j', 'down'], help: 'scroll down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'scroll up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'scroll down half a page', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'scroll up half a page', group: 'move'},
	top: {keys: ['g', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'go to bottom', group: 'move'},
	...commandKeys,
	...appKeys,
	interrupt: {...appKeys.interrupt, help: 'end watch now; twice: quit'},
	quit: {keys: ['q'], help: 'end watch and quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<WatchScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<WatchScreenState, Command> = keymapOf<WatchScreenState, Command>(bindings);

export const pages = appPages(keymap);
