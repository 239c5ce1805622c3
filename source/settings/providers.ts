import type {ProviderId} from '../llm/providers/provider.ts';
import {providers, specOf} from '../llm/providers/registry.ts';
import type {ProviderSpec} from '../llm/providers/spec.ts';

export type {ProviderId} from '../llm/providers/provider.ts';

/** In the order in which they are listed everywhere. */
export const providerIds: readonly ProviderId[] = providers.map(({id}) => id);

/** Those that are opened with a key, and whose tokens cost money. */
export const meteredIds: readonly ProviderId[] = providers.flatMap(({id, key}) => (key ? [id] : []));

/** What else the provider is called: `openai`. */
export const aliasOf = (provider: ProviderId): string => specOf(provider).alias;

/** Every word that names a provider. */
export const providerWords: readonly string[] = [...providerIds, ...providerIds.map(aliasOf)];

/** The words that people are offered, in a sentence: `ollama, openai or anthropic`. */
export const offered = (join: 'and' | 'or'): string =>
	providerIds
		.map(aliasOf)
		.join(', ')
		.replace(/, (?!.*, )/, ` ${join} `);

/** Where the texts of questions to a provider go. */
export const exposureOf = (provider: ProviderId): ProviderSpec['exposure'] => specOf(provider).exposure;

/** It runs on this machine, unless the user allows another. */
export const isOnMachine = (provider: ProviderId | null): boolean =>
	provider !== null && exposureOf(provider) === 'machine';

/** The programs that can serve a provider, with a word on each; null where there is no choice. */
export const programsOf = (provider: ProviderId): Readonly<Record<string, string>> | null =>
	specOf(provider).programs ?? null;

/** The provider that a program serves; null for `auto`. */
export const servedBy = (client: string): ProviderId | null =>
	providers.find(({programs}) => programs && Object.hasOwn(programs, client))?.id ?? null;

/** What can be said of which program serves a provider. */
export const clients: readonly string[] = ['auto', ...providers.flatMap(({programs}) => Object.keys(programs ?? {}))];

/** The variables that providers read besides those of settings, with what they are for; keys share a line. */
export const providerVariables: readonly {name: string; help: string}[] = [
	...keyVariables(providers.flatMap(({vendor, key}) => (key ? [{vendor, name: key.variable}] : []))),
	...providers.flatMap(({variables = []}) => variables),
];

function keyVariables([first, ...others]: readonly {vendor: string; name: string}[]) {
	if (!first) return [];
	const likewise = others.map(({name}) => `; ${name} likewise`).join('');
	return [{name: first.name, help: `${first.vendor} key, if CR_LLM_API_KEY is for another provider${likewise}`}];
}

/** The provider that a word of either family names, in any case; null where it names none. */
export function providerNamed(word: string): ProviderId | null {
	const name = word.trim().toLowerCase();
	return providers.find(({id, alias}) => id === name || alias === name)?.id ?? null;
}

/** A provider with a model of it; null stands for the provider's usual model. */
export type ModelName = {provider: ProviderId; model: string | null};

/** Reads `<id>[:model]`; a model's name may hold colons itself. Null where it names no provider. */
export function readModelName(word: string): ModelName | null {
	const [, id = '', model] = /^([^:]*)(?::(.+))?$/.exec(word.trim()) ?? [];
	const provider = providerNamed(id);
	return provider === null ? null : {provider, model: model?.trim() || null};
}

/** A provider and a tier of its models in one word. */
export type Preset = ModelName & {name: string; also: string};

export const presets: readonly Preset[] = providers.map(({id, preset: {name, alias, tier}}) => ({
	name,
	also: alias,
	provider: id,
	model: tier,
}));

export const presetWords: readonly string[] = [...presets.map(({name}) => name), ...presets.map(({also}) => also)];

/** The preset that a word of either family names, in any case; null where it names none. */
export function presetNamed(word: string): Preset | null {
	const asked = word.trim().toLowerCase();
	return presets.find(({name, also}) => name === asked || also === asked) ?? null;
}
