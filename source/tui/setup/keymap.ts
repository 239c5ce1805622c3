import {appKeys, type Bindings, type Keymap, keymapOf} from '../app/keymap.ts';
import {commandAt} from './commands-shown.ts';
import {menuOf} from './menus.ts';
import {currentStep, groupOf, neighbour} from './outline.ts';
import type {SetupState} from './state.ts';

type Reason = (state: SetupState) => string | null;

const unless =
	(isWrong: (state: SetupState) => boolean, reason: string): Reason =>
	state =>
		isWrong(state) ? reason : null;

const isBusy = ({work}: SetupState) => work !== null;

const canCheck: Reason = state => {
	if (isBusy(state)) return 'it is at work: Esc stops it';
	return state.page === 'step' ? null : 'there is nothing to check here';
};

const canRun: Reason = state => {
	if (isBusy(state)) return 'it is at work: Esc stops it';
	const isThere = state.page === 'step' && currentStep(state).ways.some(({kind}) => kind === 'run');
	return isThere ? null : 'there is no command to run here';
};

const canSkip: Reason = state => {
	if (isBusy(state)) return 'it is at work: Esc stops it';
	const isOpen = groupOf(state) !== null && state.page === 'step' && currentStep(state).status !== 'ok';
	return isOpen ? null : 'there is nothing to leave out here';
};

const canChooseModel: Reason = state => {
	if (isBusy(state)) return 'it is at work: Esc stops it';
	return groupOf(state) === 'provider' && state.page === 'step' ? null : 'there is no model to choose here';
};

const cannotGoBack: Reason = state => {
	const {page, dialog, work} = state;
	if (dialog !== null || work !== null) return null;
	if (page === 'step' && neighbour(state, -1) === undefined) return 'this is the first step; q leaves';
	return page === 'done' ? 'it is saved; Enter leaves' : null;
};

const bindings = {
	on: {
		keys: ['enter'],
		help: 'goes on, or does what the step needs: runs its command, pulls the model',
		hint: 'on',
		group: 'steps',
		disabled: state => (menuOf(state) ? 'it takes the line of the menu' : isBusy(state) ? 'it is at work' : null),
	},
	recheck: {keys: ['r'], help: 'checks again', hint: 'recheck', group: 'steps', disabled: canCheck},
	run: {keys: ['!'], help: 'runs the command of the step here', hint: 'run it', group: 'steps', disabled: canRun},
	copy: {
		keys: ['c'],
		help: 'copies the command that is shown',
		hint: 'copy',
		group: 'steps',
		disabled: unless(state => commandAt(state) === null, 'there is no command here'),
	},
	models: {
		keys: ['m'],
		help: 'chooses another model, or another client program',
		hint: 'model',
		group: 'steps',
		disabled: canChooseModel,
	},
	skip: {
		keys: ['s'],
		help: 'goes on without this step; without a model where it is one of the provider',
		hint: 'skip',
		group: 'steps',
		disabled: canSkip,
	},
	volume: {
		keys: ['v'],
		help: 'says how many pull requests and comments a month holds',
		hint: 'month',
		group: 'steps',
		disabled: unless(({page}) => page !== 'providers', 'it belongs to the table of providers'),
	},
	back: {
		keys: ['escape'],
		help: 'stops what goes on; else goes back a step',
		hint: (state, reason) => (reason !== null ? null : isBusy(state) ? 'stop' : 'back'),
		group: 'steps',
		disabled: cannotGoBack,
	},
	down: {keys: ['down', 'j'], help: 'goes down in a menu, or in a long text', group: 'move'},
	up: {keys: ['up', 'k'], help: 'goes up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'goes down a page of the text', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'goes up a page of the text', group: 'move'},
	...appKeys,
	quit: {keys: ['q'], help: 'leaves', hint: 'quit', group: 'app'},
} as const satisfies Bindings<SetupState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<SetupState, Command> = keymapOf<SetupState, Command>(bindings);
