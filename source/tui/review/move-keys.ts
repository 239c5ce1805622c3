import {inGroup} from './key-group.ts';
import {hasNextOpen} from './next-open.ts';
import {hasPatterns} from './reasons.ts';

export const moveKeys = inGroup('move', {
	down: {keys: ['j', 'down'], help: 'move down'},
	up: {keys: ['k', 'up'], help: 'move up'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up'},
	'half-down': {keys: ['ctrl+d'], help: 'scroll detail half a page down'},
	'half-up': {keys: ['ctrl+u'], help: 'scroll detail half a page up'},
	'page-down': {keys: ['pagedown'], help: 'scroll detail a page down'},
	'page-up': {keys: ['pageup'], help: 'scroll detail a page up'},
	'list-page-down': {keys: ['ctrl+f'], help: 'move a page down in list'},
	'list-page-up': {keys: ['ctrl+b'], help: 'move a page up in list'},
	top: {keys: ['g', '<', 'home'], help: 'go to top'},
	bottom: {keys: ['G', '>', 'end'], help: 'go to bottom'},
	'next-open': {
		keys: ['n'],
		help: 'next open finding',
		hint: state => (hasNextOpen(state) ? 'next open' : null),
	},
	'previous-open': {keys: ['N'], help: 'previous open finding'},
	'next-match': {
		keys: [';'],
		help: 'next match of filter or search',
		hint: 'next match',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'previous-match': {
		keys: [','],
		help: 'previous match of filter or search',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane'},
	'first-pane': {keys: ['1'], help: 'focus findings'},
	'second-pane': {keys: ['2', 'enter'], help: 'focus detail'},
});
