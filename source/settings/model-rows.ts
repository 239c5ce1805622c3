import {providers} from '../llm/providers/registry.ts';
import type {ProviderSpec} from '../llm/providers/spec.ts';
import {address, alias, choice, optional, secret, text, truth, words} from './kind.ts';
import {limitRows} from './limit-rows.ts';
import {guardedMeasured, guardedSettings, measured} from './model-scopes.ts';
import {
	aliasOf,
	clients,
	type ProviderId,
	presetWords,
	providerNamed,
	providerWords,
	readModelName,
	withPreset,
} from './providers.ts';
import {row, type Setting} from './setting.ts';

const provider = alias('<name>', providerWords, providerNamed, aliasOf);
const preset = alias(
	'<name>',
	presetWords,
	word => withPreset(word)?.preset.name ?? null,
	name => withPreset(name)?.preset.alias ?? name,
);

export type ProviderRows = {readonly [name: `${string}.model` | `${string}.baseUrl`]: Setting<string | null>};

const userOnly = {...measured, project: 'user-only', default: null} as const;

const ownModel = ({id, alias}: ProviderSpec): [keyof ProviderRows, Setting<string | null>] => [
	`${id}.model`,
	row<string | null>({
		...userOnly,
		key: `llm.providers.${id}.model`,
		variable: null,
		kind: text('<name>', 'a model or tier name'),
		help: `set the default model of ${alias}`,
	}),
];

const ownAddress = ({id, alias, address: server}: ProviderSpec): [keyof ProviderRows, Setting<string | null>][] =>
	server === undefined
		? []
		: [
				[
					`${id}.baseUrl`,
					row<string | null>({
						...userOnly,
						key: `llm.providers.${id}.base_url`,
						variable: server.variable,
						kind: address,
						help: `set the default address of ${alias}`,
					}),
				],
			];

/** The settings of model requests, under `llm:` in files. */
export const modelRows = {
	llmEnabled: row({
		...guardedSettings,
		key: 'llm.enabled',
		flag: '--llm-enabled',
		kind: truth,
		default: false,
		help: 'send findings without code to a model (a preset or provider turns this on too)',
	}),
	llmPreset: row<string | null>({
		...guardedSettings,
		key: 'llm.preset',
		flag: '--llm-preset',
		kind: optional(preset),
		default: null,
		help: 'choose a provider and a model by one name',
	}),
	llmProvider: row<ProviderId | null>({
		...guardedMeasured,
		key: 'llm.provider',
		flag: '--llm-provider',
		kind: optional(provider),
		default: null,
		help: 'choose the provider',
	}),
	llmModel: row<string | null>({
		...guardedMeasured,
		key: 'llm.model',
		flag: '--llm-model',
		kind: text('<name>', 'a model or tier name (7b, mini, mid, ...)'),
		default: null,
		help: 'choose a model or tier (default: depends on the provider)',
	}),
	llmApiKey: row<string | null>({
		...guardedMeasured,
		key: 'llm.api_key',
		flag: '--llm-api-key',
		kind: secret('<key>'),
		default: null,
		help: 'set the API key; CR_LLM_API_KEY is safer because other users can see flags',
	}),
	llmBaseUrl: row<string | null>({
		...guardedMeasured,
		key: 'llm.base_url',
		kind: address,
		default: null,
		help: 'send requests to this address, for example a compatible server',
	}),
	llmClient: row<string>({
		...guardedMeasured,
		key: 'llm.client',
		kind: choice('<program>', clients),
		default: 'auto',
		help: 'choose the program that codex-cli runs',
	}),
	llmFallback: row<readonly string[]>({
		...guardedSettings,
		key: 'llm.fallback',
		kind: words('<name[:model]>', `${provider.accepted}, with or without :model`, word => Boolean(readModelName(word))),
		default: [],
		help: 'set the provider to try if the first one has no answer',
	}),
	...limitRows,
	...Object.fromEntries([...providers.map(ownModel), ...providers.flatMap(ownAddress)]),
} as const;
