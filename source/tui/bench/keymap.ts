import {appKeys, type Bindings, commandKeys, type Keymap, keymapOf, type Reason} from '../app/keymap.ts';
import {selectedProvider} from './rows.ts';
import type {BenchState} from './state.ts';

const isRunning: Reason<BenchState> = ({stage}) => {
	if (stage === 'running') return null;
	if (stage === 'stopping') return 'the benchmark is stopping';
	return stage === 'ended' ? 'the benchmark has ended' : 'the benchmark has not started';
};

const canSkip: Reason<BenchState> = state => {
	const row = selectedProvider(state);
	if (row?.kind !== 'provider') return isRunning(state) ?? 'this provider is not part of the run';
	const isOver = row.provider.state === 'done' || row.provider.state === 'stopped';
	return isRunning(state) ?? (isOver ? 'this provider is finished' : null);
};

/** Keys that end something ask first. */
const bindings = {
	begin: {
		keys: ['b'],
		help: 'start benchmark',
		hint: 'start',
		group: 'run',
		disabled: ({stage}) => {
			if (stage === 'ready') return null;
			return stage === 'preparing' ? 'the providers are still being checked' : 'the benchmark has already started';
		},
	},
	pause: {
		keys: ['p', 'space'],
		help: 'pause or resume requests',
		hint: ({isPaused}) => (isPaused ? 'resume' : 'pause'),
		group: 'run',
		disabled: isRunning,
	},
	skip: {keys: ['x'], help: 'skip provider (asks first)', hint: 'skip', group: 'run', disabled: canSkip},
	write: {keys: ['w'], help: 'write report so far', hint: 'write', group: 'run', disabled: isRunning},
	stop: {keys: ['c'], help: 'end benchmark (asks first)', hint: 'end', group: 'run', disabled: isRunning},
	sort: {keys: ['s'], help: 'sort by next visible column', hint: 'sort', group: 'look'},
	reverse: {keys: ['S'], help: 'reverse sort order', group: 'look'},
	down: {keys: ['j', 'down'], help: 'move down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'move up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'scroll detail down', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'scroll detail up', group: 'move'},
	top: {keys: ['g', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'go to bottom', group: 'move'},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane', hint: 'pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'focus providers', group: 'move'},
	'second-pane': {keys: ['2', 'enter'], help: 'focus detail', group: 'move'},
	zoom: {keys: ['+'], help: 'maximize or restore pane', group: 'look'},
	about: {keys: ['i'], help: 'show plan, checks and skipped providers', hint: 'about', group: 'look'},
	back: {keys: ['escape'], isFixed: true, help: 'go back', group: 'app'},
	...commandKeys,
	...appKeys,
	interrupt: {...appKeys.interrupt, help: 'end benchmark now; twice: quit'},
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<BenchState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<BenchState, Command> = keymapOf<BenchState, Command>(bindings);
