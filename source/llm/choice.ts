import {type ModelChoice, specOf} from './providers/registry.ts';

/** `openai gpt-6-luna (low)`: a choice for people. */
export const nameOfChoice = (choice: ModelChoice) => withEffort(specOf(choice.provider).alias, choice);

/** `api-a gpt-6-luna (low)`: a choice as a key in JSON. */
export const idOfChoice = (choice: ModelChoice) => withEffort(choice.provider, choice);

const withEffort = (provider: string, {model, effort}: ModelChoice) =>
	`${provider} ${model}${effort === null ? '' : ` (${effort})`}`;

/** Only the choice, without other fields of the object. */
export const choiceOf = ({provider, model, effort}: ModelChoice): ModelChoice => ({provider, model, effort});
