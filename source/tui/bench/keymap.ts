import type {Keymap} from '../app/keymap.ts';
import {selectedRow} from './rows.ts';
import type {BenchState} from './state.ts';

export type Command =
	| 'down'
	| 'up'
	| 'page-down'
	| 'page-up'
	| 'top'
	| 'bottom'
	| 'next-pane'
	| 'first-pane'
	| 'second-pane'
	| 'back'
	| 'zoom'
	| 'begin'
	| 'pause'
	| 'skip'
	| 'stop'
	| 'write'
	| 'sort'
	| 'reverse'
	| 'about'
	| 'help'
	| 'redraw'
	| 'suspend'
	| 'interrupt'
	| 'quit';

type Reason = (state: BenchState) => string | null;

const isRunning: Reason = ({stage}) => {
	if (stage === 'running') return null;
	if (stage === 'stopping') return 'it is being ended';
	return stage === 'ended' ? 'the benchmark has ended' : 'nothing is being asked yet';
};

const canSkip: Reason = state => {
	const row = selectedRow(state);
	if (row?.kind !== 'provider') return isRunning(state) ?? 'this one is not asked';
	const isOver = row.provider.state === 'done' || row.provider.state === 'stopped';
	return isRunning(state) ?? (isOver ? 'this one is asked no more' : null);
};

/** Lower case letters send nothing: what ends something asks first. */
export const keymap: Keymap<BenchState, Command> = [
	{
		keys: ['b'],
		command: 'begin',
		help: 'begins, after a question where it costs',
		hint: 'begin',
		group: 'run',
		disabled: ({stage}) => {
			if (stage === 'ready') return null;
			return stage === 'preparing' ? 'the providers are being checked' : 'it has begun';
		},
	},
	{
		keys: ['p', 'space'],
		command: 'pause',
		help: 'pauses: what is out is awaited, nothing more is asked; again: goes on',
		hint: 'pause',
		group: 'run',
		disabled: isRunning,
	},
	{
		keys: ['x'],
		command: 'skip',
		help: 'asks this provider nothing more, after a question',
		hint: 'skip',
		group: 'run',
		disabled: canSkip,
	},
	{
		keys: ['w'],
		command: 'write',
		help: 'writes the report as far as it is, and goes on',
		hint: 'write',
		group: 'run',
		disabled: isRunning,
	},
	{
		keys: ['c'],
		command: 'stop',
		help: 'ends the benchmark and writes what was measured, after a question',
		hint: 'end',
		group: 'run',
		disabled: isRunning,
	},
	{keys: ['s'], command: 'sort', help: 'sorts by the next column', hint: 'sort', group: 'look'},
	{keys: ['S'], command: 'reverse', help: 'turns the order round', group: 'look'},
	{keys: ['j', 'down'], command: 'down', help: 'goes down a provider, or a line of the detail', group: 'move'},
	{keys: ['k', 'up'], command: 'up', help: 'goes up', group: 'move'},
	{keys: ['pagedown', 'ctrl+d'], command: 'page-down', help: 'scrolls the detail down', group: 'move'},
	{keys: ['pageup', 'ctrl+u'], command: 'page-up', help: 'scrolls the detail up', group: 'move'},
	{keys: ['g', 'home'], command: 'top', help: 'goes to the top', group: 'move'},
	{keys: ['G', 'end'], command: 'bottom', help: 'goes to the bottom', group: 'move'},
	{keys: ['tab', 'shift+tab'], command: 'next-pane', help: 'goes to the other pane', hint: 'pane', group: 'move'},
	{keys: ['1'], command: 'first-pane', help: 'goes to the providers', group: 'move'},
	{keys: ['2', 'enter'], command: 'second-pane', help: 'goes to the detail', group: 'move'},
	{keys: ['+'], command: 'zoom', help: 'gives the pane the whole window, or takes it back', group: 'look'},
	{
		keys: ['i'],
		command: 'about',
		help: 'tells what is measured, what was checked, and who is left out',
		hint: 'about',
		group: 'look',
	},
	{
		keys: ['escape'],
		command: 'back',
		help: 'goes one step back, to the provider that is being asked in the end; never leaves',
		group: 'app',
	},
	{keys: ['ctrl+l'], command: 'redraw', help: 'draws the screen anew', group: 'app'},
	{keys: ['ctrl+z'], command: 'suspend', help: 'goes to the shell; fg comes back', group: 'app'},
	{
		keys: ['ctrl+c'],
		command: 'interrupt',
		help: 'ends the benchmark at once, with its report; twice: leaves',
		group: 'app',
	},
	{keys: ['?'], command: 'help', help: 'explains the keys', hint: 'help', group: 'app'},
	{keys: ['q'], command: 'quit', help: 'leaves; asks while something is being measured', hint: 'quit', group: 'app'},
];
