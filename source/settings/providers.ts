import {type ProviderId, providers, specOf} from '../llm/providers/registry.ts';
import type {ProviderSpec} from '../llm/providers/spec.ts';

export type {ProviderId} from '../llm/providers/registry.ts';

/** In the order of every list. */
export const providerIds: readonly ProviderId[] = providers.map(({id}) => id);

/** Providers that need a key and charge for tokens. */
export const meteredIds: readonly ProviderId[] = providers.flatMap(({id, key}) => (key ? [id] : []));

/** The vendor's name of a provider: `openai`; any other text as it is. */
export const aliasOf = (provider: string): string => providers.find(({id}) => id === provider)?.alias ?? provider;

/** A text that begins with the id of a provider, such as `api-a key`, with its alias instead; any other text as it is. */
export const withAlias = (text: string): string => text.replace(/^\S+/, aliasOf);

/** Every name of a provider; those of the vendors first. */
export const providerWords: readonly string[] = [...providerIds.map(aliasOf), ...providerIds];

/** The names in texts, in a sentence: `ollama, openai or anthropic`. */
export const offered = (join: 'and' | 'or'): string =>
	providerIds
		.map(aliasOf)
		.join(', ')
		.replace(/, (?!.*, )/, ` ${join} `);

/** Where a provider sends the texts of questions. */
export const exposureOf = (provider: ProviderId): ProviderSpec['exposure'] => specOf(provider).exposure;

/** Whether it runs on this machine, unless the user allows another. */
export const isOnMachine = (provider: ProviderId | null): boolean =>
	provider !== null && exposureOf(provider) === 'machine';

/** The programs that can serve a provider, each with a description; null if there is no choice. */
export const programsOf = (provider: ProviderId): Readonly<Record<string, string>> | null =>
	specOf(provider).programs ?? null;

/** The provider that a program serves; null for `auto`. */
export const servedBy = (client: string): ProviderId | null =>
	providers.find(({programs}) => programs && Object.hasOwn(programs, client))?.id ?? null;

/** The accepted values for the program of a provider. */
export const clients: readonly string[] = ['auto', ...providers.flatMap(({programs}) => Object.keys(programs ?? {}))];

/** The variables of providers that are not settings, with their descriptions; keys share a row. */
export const providerVariables: readonly {name: string; help: string}[] = [
	...keyVariables(providers.flatMap(({vendor, key}) => (key ? [{vendor, name: key.variable}] : []))),
	...providers.flatMap(({variables = []}) => variables),
];

function keyVariables([first, ...others]: readonly {vendor: string; name: string}[]) {
	if (!first) return [];
	const likewise = others.map(({name}) => `; same for ${name}`).join('');
	return [{name: first.name, help: `${first.vendor} key, if CR_LLM_API_KEY is for another provider${likewise}`}];
}

/** The provider with this name, in either family and any case; null if there is none. */
export function providerNamed(word: string): ProviderId | null {
	const name = word.trim().toLowerCase();
	return providers.find(({id, alias}) => id === name || alias === name)?.id ?? null;
}

/** A provider and a model; null stands for the provider's default model. */
export type ModelName = {provider: ProviderId; model: string | null};

/** Parses `<id>[:model]`; the name of a model may contain colons. Null if there is no such provider. */
export function readModelName(word: string): ModelName | null {
	const [, id = '', model] = /^([^:]*)(?::(.+))?$/.exec(word.trim()) ?? [];
	const provider = providerNamed(id);
	return provider === null ? null : {provider, model: model?.trim() || null};
}

export const presetAliases: readonly string[] = providers.map(({preset}) => preset.alias);

/** Every name of a preset; those of the vendors first. */
export const presetWords: readonly string[] = [...presetAliases, ...providers.map(({preset}) => preset.name)];

/** The provider whose preset has this name, in either family and any case; null if there is none. */
export function withPreset(word: string): ProviderSpec<ProviderId> | null {
	const asked = word.trim().toLowerCase();
	return providers.find(({preset: {name, alias}}) => name === asked || alias === asked) ?? null;
}
