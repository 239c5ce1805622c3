import type {ModelChoice} from './providers/provider.ts';

/** `api-a gpt-6-luna (low)`: what is kept apart from each other, as a text. */
export const nameOfChoice = ({provider, model, effort}: ModelChoice) =>
	`${provider} ${model}${effort === null ? '' : ` (${effort})`}`;

/** The choice alone, without what else the object holds. */
export const choiceOf = ({provider, model, effort}: ModelChoice): ModelChoice => ({provider, model, effort});
