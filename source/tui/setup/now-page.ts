import {aliasOf, type ProviderId} from '../../settings/providers.ts';
import {money} from '../../text/figures.ts';
import {doing, only} from '../app/state.ts';
import {fieldOf} from '../widgets/field.ts';
import {type PageText, plain} from './page-text.ts';
import type {SetupState} from './state.ts';
import {check, openScreen, type SetupStep, stepsWithoutModel, takeProvider} from './steps.ts';

type NowChoice = {label: string; choose: (state: SetupState, provider: ProviderId, at: number) => SetupStep};

/** What can be done with settings that are there, by the names of the items. */
const nowChoices: Readonly<Record<string, NowChoice>> = {
	check: {label: 'Check all of it', choose: takeProvider},
	provider: {
		label: 'Change the provider',
		choose: (state, _, at) => only(openScreen(state, 'wishes', 'provider', at)),
	},
	model: {
		label: 'Change the model',
		choose: (state, provider, at) => {
			const taken = takeProvider(state, provider, at).state;
			const {draft} = taken;
			if (draft === null) return only(state);
			return doing({...openScreen(taken, 'models', taken.current, at), work: 'listing'}, {type: 'list', draft});
		},
	},
	budget: {
		label: 'Change the budget of a run',
		choose: (state, _, at) =>
			only({
				...state,
				openedAt: at,
				dialog: {
					kind: 'field',
					purpose: 'budget',
					label: 'Budget of a run in US dollars',
					field: fieldOf(`${state.settings.costBudget}`),
				},
			}),
	},
	token: {
		label: 'Check the GitHub token',
		choose: (state, _, at) => check(openScreen(state, 'step', 'host', at), 'host'),
	},
	remove: {
		label: 'Remove the provider: no model',
		choose: (state, _, at) => stepsWithoutModel(state, at),
	},
};

export const nowItems = Object.entries(nowChoices).map(([value, {label}]) => ({value, label}));

/** @param value of the chosen item */
export function chooseNow(state: SetupState, value: string, at: number): SetupStep {
	const {llmProvider} = state.settings;
	return (llmProvider && nowChoices[value]?.choose(state, llmProvider, at)) || only(state);
}

/** What is set, with which setup begins when it is run again. */
export function nowPage({settings, settingsFile, keptIn}: SetupState, width: number): PageText {
	const {llmProvider, llmModel, costBudget} = settings;
	const facts = [
		`provider: ${llmProvider ? aliasOf(llmProvider) : 'none'}`,
		`model: ${llmModel ?? 'the default one'}`,
		...(keptIn === null ? [] : [`key: stored in ${keptIn}`]),
		`budget of a run: ${money(costBudget)}`,
		...(settingsFile === null ? [] : [`saved in ${settingsFile}`]),
	];
	return plain('what is set', [...facts, ''], [], width);
}
