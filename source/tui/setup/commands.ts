import {isPassed} from '../../run/setup/step.ts';
import {clamp} from '../app/layout.ts';
import {doing, leave, notify, only} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt} from '../app/update.ts';
import type {Command} from './keymap.ts';
import {commandAt, currentStep, groupOf, neighbour} from './outline.ts';
import type {Effect, SetupPage, SetupState} from './state.ts';
import {
	askFor,
	doStep,
	leaveGroup,
	openScreen,
	recheck,
	type SetupStep,
	stepsWithoutModel,
	toModels,
	toSave,
} from './steps.ts';
import {viewOf} from './view.ts';

/** @param lines how many lines to scroll down, by the number of visible ones */
const scrollPageBy =
	(lines: (room: number) => number): Handler<SetupState, Effect> =>
	state => {
		const {top, last, room} = viewOf(state);
		return only({...state, scroll: clamp(top + lines(room), 0, last)});
	};

export const commands: Commands<SetupState, Effect, Command> = {
	...appCommands,
	on: nextStep,
	back: goBack,
	recheck,
	run: doStep,
	copy: state => {
		const text = commandAt(state);
		return text === null ? only(state) : doing(notify(state, 'copied'), {type: 'copy', text});
	},
	models: toModels,
	volume: state => {
		const {pullRequests, commentsEach} = state.volume;
		return askFor(state, 'volume', 'Pull requests x comments', `${pullRequests} x ${commentsEach}`);
	},
	skip: (state, at) => (groupOf(state) === 'provider' ? stepsWithoutModel(state, at) : onFrom(state, at)),
	down: scrollPageBy(() => 1),
	up: scrollPageBy(() => -1),
	'page-down': scrollPageBy(room => room),
	'page-up': scrollPageBy(room => -room),
	interrupt: interrupt(state => doing(state, {type: 'cancel'})),
	quit: (state, at) =>
		(state.draft === null && !state.withoutModel) || state.saved !== null
			? leave(state, false)
			: only({...state, dialog: {kind: 'leave'}, highlighted: null, openedAt: at}),
};

function nextStep(state: SetupState, at: number): SetupStep {
	if (state.page === 'done') return leave(state, false);
	if (state.page === 'request') return toSave(state, at);
	if (state.page !== 'step') return only(state);
	const step = currentStep(state);
	if (isPassed(step)) return onFrom(state, at);
	// A failed step before this one kept it from being checked.
	return step.status === 'todo' ? recheck(state) : doStep(state);
}

/** To the next step of the group, or to the next group. */
function onFrom(state: SetupState, at: number): SetupStep {
	const group = groupOf(state);
	const next = neighbour(state, 1);
	if (!group || !next) return only(state);
	const isInside = state.steps[group].some(({id}) => id === next.id);
	return isInside ? only(openScreen(state, 'step', next.id, at)) : leaveGroup(state, group, at);
}

function goBack(state: SetupState, at: number): SetupStep {
	if (state.work !== null) return state.work === 'running' ? only(state) : doing(state, {type: 'cancel'});
	switch (state.page) {
		case 'wishes':
			return only(openScreen(state, 'step', 'token', at));
		case 'providers':
			return only(openScreen(state, 'wishes', 'provider', at));
		case 'models':
			return only(openScreen(state, 'step', state.current, at));
		case 'save':
			if (state.withoutModel) return only(openScreen({...state, withoutModel: false}, 'wishes', 'provider', at));
			return state.place === undefined ? stepBack(state, at) : toSave({...state, place: undefined}, at);
		default:
			return stepBack(state, at);
	}
}

/** To the step before the selected one; two of them have pages of their own. */
function stepBack(state: SetupState, at: number): SetupStep {
	const before = neighbour(state, -1)?.id;
	if (before === undefined) return only(state);
	return only(openScreen(state, pagesOfSteps[before] ?? 'step', before, at));
}

const pagesOfSteps: Readonly<Record<string, SetupPage>> = {provider: 'providers', request: 'request'};
