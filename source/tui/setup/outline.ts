import type {Draft} from '../../run/setup/draft.ts';
import {commandLine} from '../../run/setup/finish.ts';
import {type CheckStep, type StepStatus, statusTones, statusWord, uncheckedStep} from '../../run/setup/step.ts';
import {trialStep} from '../../run/setup/trial.ts';
import {aliasOf} from '../../settings/providers.ts';
import {type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import type {Group, SetupState} from './state.ts';

/** The steps of a group; while it is checked, the first one to do is the one that is being checked. */
function stepsOf(group: Group, state: SetupState): readonly CheckStep[] {
	const known = state.steps[group];
	const next = state.work === 'checking' && groupOf(state) === group && known.find(({status}) => status === 'todo');
	return next ? known.with(known.indexOf(next), {...next, status: 'checking'}) : known;
}

export function outline(state: SetupState): [...CheckStep[], CheckStep] {
	const {draft, withoutModel, trial, work, saved} = state;
	const request = trial?.step ?? trialStep();
	return [
		...stepsOf('host', state),
		{
			...uncheckedStep('provider', 'which provider is used?'),
			status: draft || withoutModel ? 'ok' : 'todo',
			detail: draft ? aliasOf(draft.provider) : withoutModel ? 'none' : '',
		},
		...stepsOf('provider', state),
		...(withoutModel ? [] : [work === 'asking' ? {...request, status: 'checking' as const} : request]),
		{
			...uncheckedStep('save', 'are the settings saved?'),
			status: saved ? 'ok' : work === 'saving' ? 'checking' : 'todo',
		},
	];
}

/** Checked steps that are not ok for a run. */
export const unpassedSteps = (state: SetupState): CheckStep[] => outline(state).filter(({exitCode}) => exitCode !== 0);

export function currentStep(state: SetupState): CheckStep {
	const steps = outline(state);
	return steps.find(({id}) => id === state.current) ?? steps[0];
}

/** The group of the selected step; null if it has none. */
export function groupOf({steps, current}: SetupState): Group | null {
	return (['provider', 'host'] as const).find(group => steps[group].some(({id}) => id === current)) ?? null;
}

/** The step before or after the selected one. */
export function neighbour(state: SetupState, direction: 1 | -1): CheckStep | undefined {
	const steps = outline(state);
	return steps[steps.findIndex(({id}) => id === state.current) + direction];
}

export const statusSymbols: Readonly<Record<StepStatus, keyof Symbols>> = {
	todo: 'idle',
	checking: 'model',
	ok: 'apply',
	warning: 'clash',
	'needs-you': 'person',
	failed: 'failed',
};

export const statusSpan = (status: StepStatus, symbols: Symbols): Span =>
	span(`${symbols[statusSymbols[status]]} ${statusWord(status)}`, statusTones[status]);

/** The command on the page; null if there is none. */
export function commandAt(state: SetupState): string | null {
	const {page, draft, dialog} = state;
	if (dialog !== null || draft === null) return null;
	if (page === 'save' || page === 'done') return sameWithoutApp(state, draft);
	if (page !== 'step') return null;
	return currentStep(state).ways.find(way => 'command' in way)?.command ?? null;
}

/** The command that does the same; a key that is not stored must be in its variable. */
export function sameWithoutApp({places, place}: SetupState, draft: Draft): string {
	const isLoose = draft.apiKey !== null && place === null;
	return commandLine(draft, isLoose ? (places?.variable ?? null) : null);
}
