import {isPassed} from '../../run/setup/step.ts';
import {fieldHints, type PlacedHint, placeHints} from '../app/hints.ts';
import {
	appKeys,
	type Bindings,
	first,
	type Hint,
	hintsOf,
	type Keymap,
	keymapOf,
	keyTo,
	type Reason,
} from '../app/keymap.ts';
import {pageHints} from '../app/page.ts';
import {openField} from './field.ts';
import {commandAt, currentStep, groupOf, neighbour} from './outline.ts';
import {menuOf} from './pages.ts';
import type {SetupState} from './state.ts';

type SetupReason = Reason<SetupState>;

const isBusy = ({work}: SetupState) => work !== null;
const notBusy: SetupReason = state => (isBusy(state) ? 'busy; press Esc to stop' : null);

const canCheck: SetupReason = ({page}) => (page === 'step' ? null : 'there is nothing to check here');

const canRun: SetupReason = state => {
	const isThere = state.page === 'step' && currentStep(state).ways.some(({kind}) => kind === 'command');
	return isThere ? null : 'there is no command to run here';
};

const canSkipStep: SetupReason = state => {
	const isOpen = groupOf(state) !== null && state.page === 'step' && !isPassed(currentStep(state));
	return isOpen ? null : 'there is nothing to skip here';
};

const canChooseModel: SetupReason = state =>
	groupOf(state) === 'provider' && state.page === 'step' ? null : 'there is no model to choose here';

const canGoBack: SetupReason = state => {
	const {page, dialog, work} = state;
	if (dialog !== null || work !== null) return null;
	if (page === 'now') return `this is the first page; press ${keyTo(state, 'quit')} to quit`;
	if (page === 'step' && neighbour(state, -1) === undefined)
		return `this is the first step; press ${keyTo(state, 'quit')} to quit`;
	return page === 'done' ? 'already saved; press Enter to quit' : null;
};

/** What Enter does at a step that is not passed. */
function stepWord(state: SetupState): string {
	const {status, ways} = currentStep(state);
	const kind = status === 'todo' ? null : ways[0]?.kind;
	if (kind === 'command') return 'run it';
	if (kind === 'pull') return state.pull ? 'continue' : 'download';
	return 'check';
}

const bindings = {
	on: {
		// Enter and arrows are also keys of the menus.
		keys: ['enter'],
		isFixed: true,
		help: 'continue, or do this step',
		hint: state => (state.page === 'step' && !isPassed(currentStep(state)) ? stepWord(state) : 'continue'),
		group: 'steps',
		disabled: first(state => (menuOf(state) ? 'Enter chooses the highlighted item' : null), notBusy),
	},
	recheck: {keys: ['r'], help: 'check again', hint: 'recheck', group: 'steps', disabled: first(notBusy, canCheck)},
	run: {keys: ['!'], help: 'run the command shown', hint: 'run it', group: 'steps', disabled: first(notBusy, canRun)},
	copy: {
		keys: ['c'],
		help: 'copy the command shown',
		hint: 'copy',
		group: 'steps',
		disabled: state => (commandAt(state) === null ? 'there is no command here' : null),
	},
	models: {
		keys: ['m'],
		help: 'choose model or client',
		hint: 'model',
		group: 'steps',
		disabled: first(notBusy, canChooseModel),
	},
	skip: {
		keys: ['s'],
		help: 'skip this step, or the model',
		hint: 'skip',
		group: 'steps',
		disabled: first(notBusy, canSkipStep),
	},
	volume: {
		keys: ['v'],
		help: 'set monthly volume',
		hint: 'volume',
		group: 'steps',
		disabled: ({page}) => (page === 'providers' ? null : 'monthly volume is set in the table of providers'),
	},
	back: {
		keys: ['escape'],
		isFixed: true,
		help: 'stop, or go back',
		hint: state => (isBusy(state) ? 'stop' : 'back'),
		group: 'steps',
		disabled: canGoBack,
	},
	down: {keys: ['down', 'j'], isFixed: true, help: 'move or scroll down', group: 'move'},
	up: {keys: ['up', 'k'], isFixed: true, help: 'move or scroll up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'scroll a page down', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'scroll a page up', group: 'move'},
	...appKeys,
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<SetupState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<SetupState, Command> = keymapOf<SetupState, Command>(bindings);

export const setupHints = (state: SetupState): PlacedHint[] => placeHints(hintsFor(state), state.size.columns);

function hintsFor(state: SetupState): Hint[] {
	const field = openField(state);
	if (field) return fieldHints(field.purpose === 'key' ? 'check' : 'done', field.field.text === '' ? 'back' : 'clear');
	const {dialog, size} = state;
	if (dialog?.kind === 'page') return pageHints(dialog);
	const choosing = menuOf(state)?.hasKeys
		? [
				{key: 'Enter', word: 'choose'},
				{key: 'Up/Down', word: 'move'},
			]
		: [];
	if (dialog?.kind === 'leave') return [...choosing, {key: 'Esc', word: 'stay', press: 'escape'}];
	const hints = [...choosing, ...hintsOf(keymap, state)];
	// Back matters more than quit, which the help has, too.
	const quit = keyTo(state, 'quit');
	return size.columns < 80 ? hints.filter(({key}) => key !== quit) : hints;
}
