import type {Bindings} from '../app/keymap.ts';
import {hasNextOpen} from './next-open.ts';
import {hasPatterns} from './reasons.ts';
import type {ReviewState} from './state.ts';

/** Keys that move through the list and scroll the detail. */
export const moveKeys = {
	down: {keys: ['j', 'down'], help: 'move down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'move up', group: 'move'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down', group: 'move'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up', group: 'move'},
	'half-down': {keys: ['ctrl+d'], help: 'scroll detail half a page down', group: 'move'},
	'half-up': {keys: ['ctrl+u'], help: 'scroll detail half a page up', group: 'move'},
	'page-down': {keys: ['pagedown'], help: 'scroll detail a page down', group: 'move'},
	'page-up': {keys: ['pageup'], help: 'scroll detail a page up', group: 'move'},
	'list-page-down': {keys: ['ctrl+f'], help: 'move a page down in list', group: 'move'},
	'list-page-up': {keys: ['ctrl+b'], help: 'move a page up in list', group: 'move'},
	top: {keys: ['g', '<', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', '>', 'end'], help: 'go to bottom', group: 'move'},
	'next-open': {
		keys: ['n'],
		help: 'next open finding',
		hint: state => (hasNextOpen(state) ? 'next open' : null),
		group: 'move',
	},
	'previous-open': {keys: ['N'], help: 'previous open finding', group: 'move'},
	'next-match': {
		keys: [';'],
		help: 'next match of filter or search',
		hint: (_, reason) => (reason === null ? 'next match' : null),
		group: 'move',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'previous-match': {
		keys: [','],
		help: 'previous match of filter or search',
		group: 'move',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'focus findings', group: 'move'},
	'second-pane': {keys: ['2', 'enter'], help: 'focus detail', group: 'move'},
} as const satisfies Bindings<ReviewState>;
