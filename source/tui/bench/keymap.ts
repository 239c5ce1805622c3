import {appKeys, type Bindings, type Keymap, keymapOf} from '../app/keymap.ts';
import {selectedRow} from './rows.ts';
import type {BenchState} from './state.ts';

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
const bindings = {
	begin: {
		keys: ['b'],
		help: 'begins, after a question where it costs',
		hint: 'begin',
		group: 'run',
		disabled: ({stage}) => {
			if (stage === 'ready') return null;
			return stage === 'preparing' ? 'the providers are being checked' : 'it has begun';
		},
	},
	pause: {
		keys: ['p', 'space'],
		help: 'pauses: what is out is awaited, nothing more is asked; again: goes on',
		hint: ({isPaused}, reason) => (reason !== null ? null : isPaused ? 'go on' : 'pause'),
		group: 'run',
		disabled: isRunning,
	},
	skip: {
		keys: ['x'],
		help: 'asks this provider nothing more, after a question',
		hint: 'skip',
		group: 'run',
		disabled: canSkip,
	},
	write: {
		keys: ['w'],
		help: 'writes the report as far as it is, and goes on',
		hint: 'write',
		group: 'run',
		disabled: isRunning,
	},
	stop: {
		keys: ['c'],
		help: 'ends the benchmark and writes what was measured, after a question',
		hint: 'end',
		group: 'run',
		disabled: isRunning,
	},
	sort: {keys: ['s'], help: 'sorts by the next column', hint: 'sort', group: 'look'},
	reverse: {keys: ['S'], help: 'turns the order round', group: 'look'},
	down: {keys: ['j', 'down'], help: 'goes down a provider, or a line of the detail', group: 'move'},
	up: {keys: ['k', 'up'], help: 'goes up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'scrolls the detail down', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'scrolls the detail up', group: 'move'},
	top: {keys: ['g', 'home'], help: 'goes to the top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'goes to the bottom', group: 'move'},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'goes to the other pane', hint: 'pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'goes to the providers', group: 'move'},
	'second-pane': {keys: ['2', 'enter'], help: 'goes to the detail', group: 'move'},
	zoom: {keys: ['+'], help: 'gives the pane the whole window, or takes it back', group: 'look'},
	about: {
		keys: ['i'],
		help: 'tells what is measured, what was checked, and who is left out',
		hint: 'about',
		group: 'look',
	},
	back: {
		keys: ['escape'],
		help: 'goes one step back, to the provider that is being asked in the end; never leaves',
		group: 'app',
	},
	...appKeys,
	interrupt: {...appKeys.interrupt, help: 'ends the benchmark at once, with its report; twice: leaves'},
	quit: {keys: ['q'], help: 'leaves; asks while something is being measured', hint: 'quit', group: 'app'},
} as const satisfies Bindings<BenchState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<BenchState, Command> = keymapOf<BenchState, Command>(bindings);
