import {appKeys, type Bindings, type Keymap, keymapOf} from '../app/keymap.ts';
import {
	canDecide,
	canEdit,
	canMerge,
	first,
	hasDecided,
	hasModel,
	hasSides,
	hasTarget,
	hasWritten,
	isFree,
	isLeft,
	isThere,
} from './reasons.ts';
import {areChosen, selectionOf, targetsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Whether the key that decides takes its decision back. */
const isDecided = (state: ReviewState): boolean => {
	const selection = selectionOf(state);
	return selection !== null && areChosen(targetsOf(selection), state);
};

/** Lower case letters change nothing but what is decided; upper case ones change files. */
const bindings = {
	down: {keys: ['j', 'down'], help: 'goes down a finding, or a line of the detail', group: 'move'},
	up: {keys: ['k', 'up'], help: 'goes up', group: 'move'},
	'half-down': {keys: ['ctrl+d'], help: 'goes down half a page', group: 'move'},
	'half-up': {keys: ['ctrl+u'], help: 'goes up half a page', group: 'move'},
	'page-down': {keys: ['pagedown'], help: 'goes down a page', group: 'move'},
	'page-up': {keys: ['pageup'], help: 'goes up a page', group: 'move'},
	top: {keys: ['g', '<', 'home'], help: 'goes to the top', group: 'move'},
	bottom: {keys: ['G', '>', 'end'], help: 'goes to the bottom', group: 'move'},
	'next-open': {keys: ['n'], help: 'goes to the next finding that needs somebody', hint: 'next open', group: 'move'},
	'previous-open': {keys: ['N'], help: 'goes to the previous one', group: 'move'},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'goes to the other pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'goes to the findings', group: 'move'},
	'second-pane': {keys: ['2', 'enter'], help: 'goes to the detail', group: 'move'},
	choose: {
		keys: ['space'],
		help: 'decides to apply the finding, or this side of a conflict; again: leaves it to the rules',
		hint: (state, reason) => (reason !== null ? null : isDecided(state) ? 'undecide' : 'apply'),
		group: 'decide',
		disabled: first(canDecide, hasTarget),
	},
	decline: {
		keys: ['x'],
		help: 'declines it, with a reason',
		hint: 'decline',
		group: 'decide',
		disabled: first(canDecide, hasTarget),
	},
	'next-side': {
		keys: ['right', 'l'],
		help: 'looks at the next side of a conflict, or the next change',
		hint: 'other side',
		group: 'decide',
		disabled: first(isThere, hasSides),
	},
	'previous-side': {
		keys: ['left', 'h'],
		help: 'looks at the previous one',
		group: 'decide',
		disabled: first(isThere, hasSides),
	},
	both: {
		keys: ['b'],
		help: 'merges both sides of a conflict where they want different lines',
		hint: 'both',
		group: 'decide',
		disabled: first(canDecide, canMerge),
	},
	edit: {
		keys: ['e'],
		help: 'opens the change in your editor and applies what you make of it',
		hint: 'edit',
		group: 'decide',
		disabled: first(canDecide, canEdit),
	},
	ask: {
		keys: ['m'],
		help: 'asks the model for this one',
		group: 'decide',
		// Whom to ask can be set up, and pressing the key tells how.
		hint: (state, reason) => {
			if (reason === null) return 'ask the model';
			return hasModel(state) !== null && first(isThere, canDecide, isFree, isLeft)(state) === null ? 'no model' : null;
		},
		disabled: first(hasModel, isThere, canDecide, isFree, isLeft),
	},
	'choose-visible': {
		keys: ['a'],
		help: 'decides to apply all findings in the list that are in no conflict',
		group: 'decide',
		disabled: canDecide,
	},
	'take-back': {
		keys: ['z'],
		help: 'takes the last decision back',
		hint: 'undo',
		group: 'decide',
		disabled: first(canDecide, hasDecided),
	},
	'make-again': {
		keys: ['Z'],
		help: 'makes it again',
		group: 'decide',
		disabled: first(canDecide, ({history}) => (history.future.length > 0 ? null : 'nothing was taken back')),
	},
	apply: {
		keys: ['A'],
		help: 'writes what is decided to the files, after a question',
		hint: 'write files',
		group: 'run',
		disabled: canDecide,
	},
	undo: {
		keys: ['U'],
		help: 'takes the latest run of this session back, after a question',
		hint: 'take run back',
		group: 'run',
		disabled: first(hasWritten, isFree),
	},
	reload: {
		keys: ['r'],
		help: 'reads the pull request and the files again',
		hint: (state, reason) =>
			reason === null && (state.stage === 'failed' || state.runs.length > 0) ? 'read again' : null,
		group: 'run',
		disabled: isFree,
	},
	save: {
		keys: ['w'],
		help: 'saves the decisions to a file for --decisions',
		group: 'run',
		disabled: ({history}) => (history.now.size > 0 ? null : 'nothing was decided'),
	},
	filter: {keys: ['/'], help: 'shows only findings with these words', hint: 'filter', group: 'look'},
	group: {keys: ['s'], help: 'groups by file, severity, reviewer or outcome', hint: 'sort', group: 'look'},
	zoom: {keys: ['+'], help: 'gives the pane the whole window, or takes it back', group: 'look', isForScreen: true},
	unfold: {
		keys: ['v'],
		help: 'shows what the reviewer folded away',
		hint: state => {
			const isFolded = selectionOf(state)?.finding.blocks.some(({sections}) => sections.length > 0) ?? false;
			return isFolded ? (state.isUnfolded ? 'fold' : 'unfold') : null;
		},
		group: 'look',
	},
	browse: {
		keys: ['o'],
		help: 'opens the comment in the browser',
		group: 'look',
		disabled: state => (selectionOf(state)?.finding.source.url ? null : 'its address is not known'),
	},
	copy: {keys: ['y'], help: 'copies the change, or the title', group: 'look', disabled: isThere},
	about: {
		keys: ['i'],
		help: 'tells what was read, and of warnings',
		hint: ({run}) => (run.warnings.length > 0 ? 'warnings' : null),
		group: 'look',
	},
	'next-finding': {
		keys: ['ctrl+n'],
		help: 'goes to the next finding, also from the detail',
		hint: state => (state.focus === 'detail' ? 'next finding' : null),
		group: 'move',
	},
	'previous-finding': {keys: ['ctrl+p'], help: 'goes to the previous one', group: 'move'},
	back: {
		keys: ['escape'],
		help: 'goes one step back; never leaves',
		hint: ({stage, isZoomed, focus, filter}) => {
			if (stage === 'asking') return 'stop';
			return isZoomed || focus === 'detail' ? 'back' : filter === '' ? null : 'no filter';
		},
		group: 'app',
	},
	...appKeys,
	quit: {
		keys: ['q'],
		help: 'leaves',
		hint: 'quit',
		group: 'app',
		disabled: ({stage}) => (stage === 'writing' || stage === 'undoing' ? 'files are being written' : null),
	},
} as const satisfies Bindings<ReviewState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<ReviewState, Command> = keymapOf<ReviewState, Command>(bindings);
