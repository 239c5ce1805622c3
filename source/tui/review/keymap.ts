import type {Keymap} from '../app/keymap.ts';
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

export type Command =
	| 'down'
	| 'up'
	| 'half-down'
	| 'half-up'
	| 'page-down'
	| 'page-up'
	| 'top'
	| 'bottom'
	| 'next-open'
	| 'previous-open'
	| 'next-finding'
	| 'previous-finding'
	| 'next-pane'
	| 'first-pane'
	| 'second-pane'
	| 'back'
	| 'zoom'
	| 'unfold'
	| 'next-side'
	| 'previous-side'
	| 'choose'
	| 'choose-visible'
	| 'decline'
	| 'both'
	| 'edit'
	| 'ask'
	| 'take-back'
	| 'make-again'
	| 'apply'
	| 'undo'
	| 'save'
	| 'filter'
	| 'group'
	| 'browse'
	| 'copy'
	| 'reload'
	| 'help'
	| 'about'
	| 'redraw'
	| 'suspend'
	| 'interrupt'
	| 'quit';

/** Lower case letters change nothing but what is decided; upper case ones change files. */
export const keymap: Keymap<ReviewState, Command> = [
	{keys: ['j', 'down'], command: 'down', help: 'goes down a finding, or a line of the detail', group: 'move'},
	{keys: ['k', 'up'], command: 'up', help: 'goes up', group: 'move'},
	{keys: ['ctrl+d'], command: 'half-down', help: 'goes down half a page', group: 'move'},
	{keys: ['ctrl+u'], command: 'half-up', help: 'goes up half a page', group: 'move'},
	{keys: ['pagedown'], command: 'page-down', help: 'goes down a page', group: 'move'},
	{keys: ['pageup'], command: 'page-up', help: 'goes up a page', group: 'move'},
	{keys: ['g', '<', 'home'], command: 'top', help: 'goes to the top', group: 'move'},
	{keys: ['G', '>', 'end'], command: 'bottom', help: 'goes to the bottom', group: 'move'},
	{
		keys: ['n'],
		command: 'next-open',
		help: 'goes to the next finding that needs somebody',
		hint: 'next open',
		group: 'move',
	},
	{keys: ['N'], command: 'previous-open', help: 'goes to the previous one', group: 'move'},
	{keys: ['tab', 'shift+tab'], command: 'next-pane', help: 'goes to the other pane', group: 'move'},
	{keys: ['1'], command: 'first-pane', help: 'goes to the findings', group: 'move'},
	{keys: ['2', 'enter'], command: 'second-pane', help: 'goes to the detail', group: 'move'},
	{
		keys: ['space'],
		command: 'choose',
		help: 'decides to apply the finding, or this side of a conflict; again: leaves it to the rules',
		hint: (state, reason) => (reason !== null ? null : isDecided(state) ? 'undecide' : 'apply'),
		group: 'decide',
		disabled: first(canDecide, hasTarget),
	},
	{
		keys: ['x'],
		command: 'decline',
		help: 'declines it, with a reason',
		hint: 'decline',
		group: 'decide',
		disabled: first(canDecide, hasTarget),
	},
	{
		keys: ['right', 'l'],
		command: 'next-side',
		help: 'looks at the next side of a conflict, or the next change',
		hint: 'other side',
		group: 'decide',
		disabled: first(isThere, hasSides),
	},
	{
		keys: ['left', 'h'],
		command: 'previous-side',
		help: 'looks at the previous one',
		group: 'decide',
		disabled: first(isThere, hasSides),
	},
	{
		keys: ['b'],
		command: 'both',
		help: 'merges both sides of a conflict where they want different lines',
		hint: 'both',
		group: 'decide',
		disabled: first(canDecide, canMerge),
	},
	{
		keys: ['e'],
		command: 'edit',
		help: 'opens the change in your editor and applies what you make of it',
		hint: 'edit',
		group: 'decide',
		disabled: first(canDecide, canEdit),
	},
	{
		keys: ['m'],
		command: 'ask',
		help: 'asks the model for this one',
		group: 'decide',
		// Whom to ask can be set up, and pressing the key tells how.
		hint: (state, reason) => {
			if (reason === null) return 'ask the model';
			return hasModel(state) !== null && first(isThere, canDecide, isFree, isLeft)(state) === null ? 'no model' : null;
		},
		disabled: first(hasModel, isThere, canDecide, isFree, isLeft),
	},
	{
		keys: ['a'],
		command: 'choose-visible',
		help: 'decides to apply all findings in the list that are in no conflict',
		group: 'decide',
		disabled: canDecide,
	},
	{
		keys: ['z'],
		command: 'take-back',
		help: 'takes the last decision back',
		hint: 'undo',
		group: 'decide',
		disabled: first(canDecide, hasDecided),
	},
	{
		keys: ['Z'],
		command: 'make-again',
		help: 'makes it again',
		group: 'decide',
		disabled: first(canDecide, ({history}) => (history.future.length > 0 ? null : 'nothing was taken back')),
	},
	{
		keys: ['A'],
		command: 'apply',
		help: 'writes what is decided to the files, after a question',
		hint: 'write files',
		group: 'run',
		disabled: canDecide,
	},
	{
		keys: ['U'],
		command: 'undo',
		help: 'takes the latest run of this session back, after a question',
		hint: 'take run back',
		group: 'run',
		disabled: first(hasWritten, isFree),
	},
	{
		keys: ['r'],
		command: 'reload',
		help: 'reads the pull request and the files again',
		hint: (state, reason) =>
			reason === null && (state.stage === 'failed' || state.runs.length > 0) ? 'read again' : null,
		group: 'run',
		disabled: isFree,
	},
	{
		keys: ['w'],
		command: 'save',
		help: 'saves the decisions to a file for --decisions',
		group: 'run',
		disabled: ({history}) => (history.now.size > 0 ? null : 'nothing was decided'),
	},
	{keys: ['/'], command: 'filter', help: 'shows only findings with these words', hint: 'filter', group: 'look'},
	{keys: ['s'], command: 'group', help: 'groups by file, severity, reviewer or outcome', hint: 'sort', group: 'look'},
	{
		keys: ['+'],
		command: 'zoom',
		help: 'gives the pane the whole window, or takes it back',
		group: 'look',
		isForScreen: true,
	},
	{
		keys: ['v'],
		command: 'unfold',
		help: 'shows what the reviewer folded away',
		hint: state => {
			const isFolded = selectionOf(state)?.finding.blocks.some(({sections}) => sections.length > 0) ?? false;
			return isFolded ? (state.isUnfolded ? 'fold' : 'unfold') : null;
		},
		group: 'look',
	},
	{
		keys: ['o'],
		command: 'browse',
		help: 'opens the comment in the browser',
		group: 'look',
		disabled: state => (selectionOf(state)?.finding.source.url ? null : 'its address is not known'),
	},
	{keys: ['y'], command: 'copy', help: 'copies the change, or the title', group: 'look', disabled: isThere},
	{
		keys: ['i'],
		command: 'about',
		help: 'tells what was read, and of warnings',
		hint: ({run}) => (run.warnings.length > 0 ? 'warnings' : null),
		group: 'look',
	},
	{
		keys: ['ctrl+n'],
		command: 'next-finding',
		help: 'goes to the next finding, also from the detail',
		hint: state => (state.focus === 'detail' ? 'next finding' : null),
		group: 'move',
	},
	{keys: ['ctrl+p'], command: 'previous-finding', help: 'goes to the previous one', group: 'move'},
	{
		keys: ['escape'],
		command: 'back',
		help: 'goes one step back; never leaves',
		hint: ({stage, isZoomed, focus, filter}) => {
			if (stage === 'asking') return 'stop';
			return isZoomed || focus === 'detail' ? 'back' : filter === '' ? null : 'no filter';
		},
		group: 'app',
	},
	{keys: ['ctrl+l'], command: 'redraw', help: 'draws the screen anew', group: 'app', isForScreen: true},
	{keys: ['ctrl+z'], command: 'suspend', help: 'goes to the shell; fg comes back', group: 'app', isForScreen: true},
	{
		keys: ['ctrl+c'],
		command: 'interrupt',
		help: 'stops what is going on; twice: leaves',
		group: 'app',
		isForScreen: true,
	},
	{keys: ['?'], command: 'help', help: 'explains the keys', hint: 'help', group: 'app'},
	{
		keys: ['q'],
		command: 'quit',
		help: 'leaves',
		hint: 'quit',
		group: 'app',
		disabled: ({stage}) => (stage === 'writing' || stage === 'undoing' ? 'files are being written' : null),
	},
];
