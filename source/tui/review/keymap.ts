import {appKeys, type Bindings, commandKeys, first, type Keymap, keymapOf} from '../app/keymap.ts';
import {canResize} from './arrangement.ts';
import {decisionKeys} from './decision-commands.ts';
import {codeKeys, planDiffKeys} from './diff-commands.ts';
import {inGroup} from './key-group.ts';
import {moveKeys} from './move-commands.ts';
import {
	canDecide,
	hasClosedFold,
	hasFold,
	hasLink,
	hasLinks,
	hasOpenFold,
	isDelivering,
	isFree,
	isQuittable,
	isThere,
	isVerifying,
} from './reasons.ts';
import type {ReviewState} from './state.ts';
import {writeWay} from './write-way.ts';
import {canUndoRun} from './written-runs.ts';

/** What changes files has an upper-case letter. */
const bindings = {
	...moveKeys,
	...decisionKeys,
	apply: {
		keys: ['A'],
		help: 'write files, or commit on GitHub (asks first)',
		hint: state => (state.index.standing.ready > 0 ? writeWay(state).word : null),
		isHintKept: true,
		group: 'run',
		disabled: canDecide,
	},
	// Among the hints, what will be written is beside the key that writes it.
	...planDiffKeys,
	...inGroup('run', {
		closing: {
			keys: ['C'],
			help: 'verify, commit, push, reply (asks first)',
			hint: ({index}) => (index.standing.ready === 0 ? 'next steps' : null),
			disabled: state => (isDelivering(state) ? null : writeWay(state).noSteps(state)),
		},
		'stop-verifying': {
			keys: ['t'],
			help: 'stop verification',
			hint: 'stop verification',
			disabled: isVerifying,
		},
		undo: {
			keys: ['U'],
			help: 'undo latest run (asks first)',
			hint: 'undo run',
			disabled: first(canUndoRun, isFree),
		},
		reload: {
			keys: ['r'],
			help: 'reload pull request and files',
			hint: ({stage, runs}) => (stage === 'failed' || runs.length > 0 ? 'reload' : null),
			disabled: isFree,
		},
		save: {
			keys: ['w'],
			help: 'save decisions to a file',
			disabled: ({history}) => (history.now.size > 0 ? null : 'no decisions to save'),
		},
	}),
	...inGroup('look', {
		filter: {
			keys: ['/'],
			help: 'filter findings; in the detail: search',
			hint: ({focus}) => (focus === 'detail' ? 'search' : 'filter'),
		},
		group: {keys: ['s'], help: 'group by next criterion', hint: 'group'},
		'toggle-idle': {keys: ['.'], help: 'show or hide not-actionable findings'},
		'grow-list': {keys: [']'], help: 'make list larger', isForScreen: true, disabled: canResize(1)},
		'shrink-list': {keys: ['['], help: 'make list smaller', isForScreen: true, disabled: canResize(-1)},
		zoom: {keys: ['+'], help: 'maximize or restore pane', isForScreen: true},
		unfold: {keys: ['f'], help: 'open next folded part', hint: 'unfold', disabled: hasClosedFold},
		fold: {keys: ['F'], help: 'close last folded part', disabled: hasOpenFold},
		'unfold-all': {
			keys: ['v'],
			help: 'open or close all folded parts',
			hint: state => (hasFold(state) ? (state.folds.areOpen ? 'fold all' : 'unfold all') : null),
		},
		...codeKeys,
		browse: {
			keys: ['o'],
			help: 'open comment in browser',
			disabled: hasLink,
		},
		'open-link': {
			keys: ['O'],
			help: 'open link of comment in browser',
			hint: ({focus}) => (focus === 'detail' ? 'open link' : null),
			disabled: hasLinks,
		},
		copy: {keys: ['y'], help: 'copy suggested code, or comment', disabled: isThere},
		'copy-link': {keys: ['Y'], help: "copy comment's URL", disabled: hasLink},
		about: {
			keys: ['i'],
			help: 'show warnings and sources',
			hint: ({run}) => (run.warnings.length > 0 ? 'warnings' : null),
		},
	}),
	'next-finding': {
		keys: ['ctrl+n'],
		help: 'next finding',
		hint: state => (state.focus === 'detail' ? 'next finding' : null),
		group: 'move',
	},
	'previous-finding': {keys: ['ctrl+p'], help: 'previous finding', group: 'move'},
	back: {
		keys: ['escape'],
		isFixed: true,
		help: 'go back',
		hint: ({stage, isZoomed, focus, filter, search}) => {
			if (stage === 'asking') return 'stop';
			if (!isZoomed && focus === 'detail' && search !== '') return 'end search';
			return isZoomed || focus === 'detail' ? 'back' : filter === '' ? null : 'clear filter';
		},
		group: 'app',
	},
	...commandKeys,
	...appKeys,
	quit: {
		keys: ['q'],
		help: 'quit',
		hint: 'quit',
		group: 'app',
		disabled: isQuittable,
	},
} as const satisfies Bindings<ReviewState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<ReviewState, Command> = keymapOf<ReviewState, Command>(bindings);
