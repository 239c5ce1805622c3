/** In the order in which they are listed everywhere. */
export const providerIds = ['local', 'cli-a', 'cli-b', 'api-a', 'api-b'] as const;

export type ProviderId = (typeof providerIds)[number];

/** Those that are opened with a key, and whose tokens cost money. */
export const meteredIds = ['api-a', 'api-b'] as const satisfies readonly ProviderId[];

/** What the same providers are called as well. */
export const providerNames = {
	local: 'ollama',
	'cli-a': 'claude-cli',
	'cli-b': 'codex-cli',
	'api-a': 'openai',
	'api-b': 'anthropic',
} as const satisfies Record<ProviderId, string>;

/** Every word that names a provider. */
export const providerWords: readonly string[] = [...providerIds, ...Object.values(providerNames)];

/** The provider that a word of either family names, in any case; null where it names none. */
export function providerNamed(word: string): ProviderId | null {
	const name = word.trim().toLowerCase();
	return providerIds.find(id => id === name || providerNames[id] === name) ?? null;
}

/** A provider with a model of it; null stands for the provider's usual model. */
export type ModelName = {provider: ProviderId; model: string | null};

/** Reads `<id>[:model]`; a model's name may hold colons itself. Null where it names no provider. */
export function readModelName(word: string): ModelName | null {
	const [, id = '', model] = /^([^:]*)(?::(.+))?$/.exec(word.trim()) ?? [];
	const provider = providerNamed(id);
	return provider && {provider, model: model?.trim() || null};
}

/** A provider and a tier of its models in one word. */
export const presets = {
	'local-default': {also: 'ollama-local', provider: 'local', model: '7b'},
	'cli-a-balanced': {also: 'claude-cli-sonnet', provider: 'cli-a', model: 'mid'},
	'cli-b-free': {also: 'codex-cli-free', provider: 'cli-b', model: null},
	'api-a-mini': {also: 'openai-api-mini', provider: 'api-a', model: 'mini'},
	'api-b-balanced': {also: 'anthropic-api-balanced', provider: 'api-b', model: 'mid'},
} as const satisfies Record<string, ModelName & {also: string}>;

export type PresetName = keyof typeof presets;

export const presetWords: readonly string[] = [
	...Object.keys(presets),
	...Object.values(presets).map(({also}) => also),
];

/** The preset that a word of either family names, in any case; null where it names none. */
export function presetNamed(word: string): PresetName | null {
	const name = word.trim().toLowerCase();
	const names = Object.keys(presets) as PresetName[];
	return names.find(preset => preset === name || presets[preset].also === name) ?? null;
}
