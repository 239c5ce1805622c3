import * as z from 'zod/mini';
import {spec as anthropic} from './anthropic/spec.ts';
import {spec as claude} from './claude/spec.ts';
import {spec as codex} from './codex/spec.ts';
import {spec as ollama} from './ollama/spec.ts';
import {spec as openai} from './openai/spec.ts';
import {type Effort, efforts, type ModelService, type ProviderOptions} from './provider.ts';
import type {ProviderSpec} from './spec.ts';

/** In the order of every list. */
const specs = [ollama, claude, codex, openai, anthropic] as const;

/** The name of a provider in settings, reports and stored files: `api-a`. */
export type ProviderId = (typeof specs)[number]['id'];

export const providers: readonly ProviderSpec<ProviderId>[] = specs;

export function specOf(id: ProviderId): ProviderSpec<ProviderId> {
	const spec = providers.find(each => each.id === id);
	if (!spec) throw new Error(`there is no provider ${id}`);
	return spec;
}

/** A model with its effort: the key of prices, cache entries and circuits. */
export type ModelChoice = {readonly provider: ProviderId; readonly model: string; readonly effort: Effort};

export const modelChoiceShape: z.ZodMiniType<ModelChoice> = z.object({
	provider: z.literal(specs.map(({id}) => id)),
	model: z.string(),
	effort: z.nullable(z.enum(efforts)),
});

/** `openai gpt-6-luna (low)`: a choice for people. */
export const nameOfChoice = (choice: ModelChoice) => withEffort(specOf(choice.provider).alias, choice);

/** `api-a gpt-6-luna (low)`: a choice as a key in JSON. */
export const idOfChoice = (choice: ModelChoice) => withEffort(choice.provider, choice);

const withEffort = (provider: string, {model, effort}: ModelChoice) =>
	`${provider} ${model}${effort === null ? '' : ` (${effort})`}`;

/** Only the choice, without other fields of the object. */
export const choiceOf = ({provider, model, effort}: ModelChoice): ModelChoice => ({provider, model, effort});

export type Provider = ModelService & ModelChoice;

/** @throws {Failure} usage `remote-local`, `bad-base-url`, `bad-key-format`, ... for options that cannot work */
export async function openProvider(id: ProviderId, options: ProviderOptions): Promise<Provider> {
	return {...(await specOf(id).open(options)), provider: id};
}

/** The provider whose keys or logins begin like this one; null if there is none. */
export function ownerOfKey(key: string): ProviderSpec | null {
	const beginningOf = (spec: ProviderSpec) => spec.key?.begins ?? spec.loginBegins ?? '';
	const fitting = providers.filter(spec => beginningOf(spec) !== '' && key.startsWith(beginningOf(spec)));
	const [longest] = fitting.toSorted((one, other) => beginningOf(other).length - beginningOf(one).length);
	return longest ?? null;
}
