import type {Keymap} from '../app/keymap.ts';
import {commandAt} from './commands-shown.ts';
import {menuOf} from './menus.ts';
import {currentStep, groupOf, neighbour} from './outline.ts';
import type {SetupState} from './state.ts';

export type Command =
	| 'on'
	| 'back'
	| 'recheck'
	| 'run'
	| 'copy'
	| 'models'
	| 'volume'
	| 'skip'
	| 'down'
	| 'up'
	| 'page-down'
	| 'page-up'
	| 'help'
	| 'redraw'
	| 'suspend'
	| 'interrupt'
	| 'quit';

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
	const {page, overlay, work} = state;
	if (overlay !== null || work !== null) return null;
	if (page === 'step' && neighbour(state, -1) === undefined) return 'this is the first step; q leaves';
	return page === 'done' ? 'it is saved; Enter leaves' : null;
};

export const keymap: Keymap<SetupState, Command> = [
	{
		keys: ['enter'],
		command: 'on',
		help: 'goes on, or does what the step needs: runs its command, pulls the model',
		hint: 'on',
		group: 'steps',
		disabled: state => (menuOf(state) ? 'it takes the line of the menu' : isBusy(state) ? 'it is at work' : null),
	},
	{
		keys: ['r'],
		command: 'recheck',
		help: 'checks again',
		hint: 'recheck',
		group: 'steps',
		disabled: canCheck,
	},
	{
		keys: ['!'],
		command: 'run',
		help: 'runs the command of the step here',
		hint: 'run it',
		group: 'steps',
		disabled: canRun,
	},
	{
		keys: ['c'],
		command: 'copy',
		help: 'copies the command that is shown',
		hint: 'copy',
		group: 'steps',
		disabled: unless(state => commandAt(state) === null, 'there is no command here'),
	},
	{
		keys: ['m'],
		command: 'models',
		help: 'chooses another model, or another client program',
		hint: 'model',
		group: 'steps',
		disabled: canChooseModel,
	},
	{
		keys: ['s'],
		command: 'skip',
		help: 'goes on without this step; without a model where it is one of the provider',
		hint: 'skip',
		group: 'steps',
		disabled: canSkip,
	},
	{
		keys: ['v'],
		command: 'volume',
		help: 'says how many pull requests and comments a month holds',
		hint: 'month',
		group: 'steps',
		disabled: unless(({page}) => page !== 'providers', 'it belongs to the table of providers'),
	},
	{
		keys: ['escape'],
		command: 'back',
		help: 'stops what goes on; else goes back a step',
		hint: (state, reason) => (reason !== null ? null : isBusy(state) ? 'stop' : 'back'),
		group: 'steps',
		disabled: cannotGoBack,
	},
	{keys: ['down', 'j'], command: 'down', help: 'goes down in a menu, or in a long text', group: 'move'},
	{keys: ['up', 'k'], command: 'up', help: 'goes up', group: 'move'},
	{keys: ['pagedown', 'ctrl+d'], command: 'page-down', help: 'goes down a page of the text', group: 'move'},
	{keys: ['pageup', 'ctrl+u'], command: 'page-up', help: 'goes up a page of the text', group: 'move'},
	{keys: ['ctrl+l'], command: 'redraw', help: 'draws the screen anew', group: 'program'},
	{keys: ['ctrl+z'], command: 'suspend', help: 'goes back to the shell; fg returns', group: 'program'},
	{keys: ['ctrl+c'], command: 'interrupt', help: 'stops what goes on; twice: leaves', group: 'program'},
	{keys: ['?'], command: 'help', help: 'shows this help', hint: 'help', group: 'program'},
	{keys: ['q'], command: 'quit', help: 'leaves', hint: 'quit', group: 'program'},
];
