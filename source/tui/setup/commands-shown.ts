import type {Draft} from '../../run/setup/draft.ts';
import {commandLine} from '../../run/setup/finish.ts';
import {currentStep} from './outline.ts';
import type {SetupState} from './state.ts';

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
