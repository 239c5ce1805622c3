import {usualVolume} from '../../run/setup/choices.ts';
import {codeHostSteps} from '../../run/setup/code-host-steps.ts';
import {type Draft, draftFor} from '../../run/setup/draft.ts';
import {stepsFor} from '../../run/setup/provider-steps.ts';
import {type ProviderId, programsOf} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {type AppState, doing, only, type Step as StoreStep} from '../app/state.ts';
import {fieldOf} from '../widgets/field.ts';
import {currentStep, groupOf} from './outline.ts';
import type {Effect, Group, SetupDialog, SetupPage, SetupState} from './state.ts';

export type SetupStep = StoreStep<SetupState, Effect>;

/**
 * @param settingsFile where settings will be saved; null without a home folder
 * @param isAgain whether an earlier setup has saved a provider, and no other is named: it begins with what is set
 */
export function initialSetup(
	app: AppState<never>,
	settings: Settings,
	settingsFile: string | null,
	isAgain = false,
): SetupState {
	return {
		...app,
		settings,
		settingsFile,
		page: isAgain ? 'now' : 'step',
		current: isAgain ? 'provider' : 'host',
		steps: {provider: [], host: codeHostSteps()},
		checked: [],
		advice: null,
		volume: usualVolume,
		draft: null,
		withoutModel: false,
		work: null,
		pull: null,
		models: null,
		answering: null,
		trial: null,
		places: null,
		place: undefined,
		keptIn: null,
		forgets: false,
		saved: null,
		field: fieldOf(''),
		highlighted: null,
		scroll: 0,
		openedAt: 0,
		quietUntil: 0,
	};
}

/** Opens another page from its first line; help stays open. */
export function openScreen(state: SetupState, page: SetupPage, current: string, at: number): SetupState {
	const dialog = state.dialog?.kind === 'field' ? null : state.dialog;
	return {...state, page, current, dialog, field: fieldOf(''), highlighted: null, scroll: 0, openedAt: at};
}

export function takeProvider(state: SetupState, provider: ProviderId, at: number): SetupStep {
	const draft = state.draft?.provider === provider ? state.draft : draftFor(provider, state.settings);
	const fresh: SetupState = {
		...state,
		draft,
		withoutModel: false,
		models: null,
		trial: null,
		places: null,
		place: undefined,
		saved: null,
	};
	return check(openScreen(fresh, 'step', fresh.current, at), 'provider');
}

export const withDraft = (state: SetupState, changes: Partial<Draft>): SetupState =>
	state.draft === null ? state : {...state, draft: {...state.draft, ...changes}, trial: null, place: undefined};

/** Another model, which has its own price and pace. */
export const withModel = (state: SetupState, model: string): SetupState =>
	withDraft(state, {model, rates: null, timeout: null});

/** Checks all steps of a group again. */
export function check(state: SetupState, of: Group): SetupStep {
	const {draft} = state;
	const fresh = of === 'host' ? codeHostSteps() : draft ? stepsFor(draft.provider) : [];
	const [first] = fresh;
	if (!first) return only(state);
	const [checked, steps] = [state.checked.filter(group => group !== of), {...state.steps, [of]: fresh}];
	const next: SetupState = {...state, page: 'step', current: first.id, work: 'checking', pull: null, checked, steps};
	return doing(next, {type: 'check', of, draft});
}

export const recheck = (state: SetupState): SetupStep => {
	const group = groupOf(state);
	return group ? check(state, group) : only(state);
};

/** Goes to the page after a group of steps. */
export function leaveGroup(state: SetupState, group: Group, at: number): SetupStep {
	const {draft, checked} = state;
	if (group === 'host' && draft === null) return only(openScreen(state, 'wishes', 'provider', at));
	const other = group === 'host' ? 'provider' : 'host';
	if (checked.includes(other)) return only(openScreen(state, 'request', 'request', at));
	return check(openScreen(state, 'step', state.current, at), other);
}

/** Sets up GitHub alone. */
export function stepsWithoutModel(state: SetupState, at: number): SetupStep {
	const steps = {...state.steps, provider: []};
	const without: SetupState = {...state, draft: null, withoutModel: true, steps, trial: null, place: undefined};
	return only(openScreen(without, 'save', 'save', at));
}

/** Goes to the save page; a typed key first needs a place. */
export function toSave(state: SetupState, at: number): SetupStep {
	const {draft, place} = state;
	if (draft === null) return only(state);
	if (draft.apiKey === null || place !== undefined) return only(openScreen(state, 'save', 'save', at));
	return doing(openScreen(state, 'keep', 'save', at), {type: 'places', provider: draft.provider});
}

/** Goes to the models or programs of the provider. */
export function toModels(state: SetupState, at: number): SetupStep {
	const {draft} = state;
	if (draft === null) return only(state);
	const page = openScreen({...state, models: null, work: null}, 'models', state.current, at);
	return programsOf(draft.provider) ? only(page) : doing({...page, work: 'listing'}, {type: 'list', draft});
}

export const askFor = (
	state: SetupState,
	purpose: (SetupDialog & {kind: 'field'})['purpose'],
	label: string,
	text = '',
): SetupStep => only({...state, dialog: {kind: 'field', purpose, label, field: fieldOf(text)}});

export const stay = (state: SetupState): SetupState => ({...state, dialog: null, highlighted: null});

/** Does what the step needs, if the app can. */
export function doStep(state: SetupState): SetupStep {
	const [way] = currentStep(state).ways;
	const {draft} = state;
	if (way?.kind === 'command') return doing({...state, work: 'running'}, {type: 'run', command: way.command});
	if (way?.kind === 'pull' && draft) {
		return doing({...state, work: 'pulling', pull: null}, {type: 'pull', model: way.model, draft});
	}
	return recheck(state);
}
