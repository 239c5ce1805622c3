import {providers} from '../llm/providers/registry.ts';
import type {ProviderSpec} from '../llm/providers/spec.ts';
import {address, alias, choice, off, secret, text, unset, words} from './kind.ts';
import {limitRows} from './limit-rows.ts';
import {measured, ofModel} from './model-scopes.ts';
import {aliasOf, clients, presetWords, providerNamed, providerWords, readModelName, withPreset} from './providers.ts';
import {row, type Setting} from './setting.ts';

const provider = alias('<name>', providerWords, providerNamed, aliasOf);
const preset = alias(
	'<name>',
	presetWords,
	word => withPreset(word)?.preset.name ?? null,
	name => withPreset(name)?.preset.alias ?? name,
);

export type ProviderRows = {readonly [name: `${string}.model` | `${string}.baseUrl`]: Setting<string | null>};

const userOnly = {...measured, project: 'user-only'} as const;

const ownModel = ({id, alias}: ProviderSpec): [keyof ProviderRows, Setting<string | null>] => [
	`${id}.model`,
	row({
		...userOnly,
		...unset(text('<name>', 'a model or tier name')),
		key: `llm.providers.${id}.model`,
		variable: null,
		help: `set the default model of ${alias}`,
	}),
];

const ownAddress = ({id, alias, address: server}: ProviderSpec): [keyof ProviderRows, Setting<string | null>][] =>
	server === undefined
		? []
		: [
				[
					`${id}.baseUrl`,
					row({
						...userOnly,
						key: `llm.providers.${id}.base_url`,
						variable: server.variable,
						...unset(address),
						help: `set the default address of ${alias}`,
					}),
				],
			];

/** The settings of model requests, under `llm:` in files. */
export const modelRows = {
	llmEnabled: row({
		...ofModel,
		...off,
		key: 'llm.enabled',
		flag: '--llm-enabled',
		help: 'send findings without code to a model (a preset or provider turns this on too)',
	}),
	llmPreset: row({
		...ofModel,
		...unset(preset),
		key: 'llm.preset',
		flag: '--llm-preset',
		help: 'choose a provider and a model by one name',
	}),
	llmProvider: row({
		...measured,
		...unset(provider),
		key: 'llm.provider',
		flag: '--llm-provider',
		help: 'choose the provider',
	}),
	llmModel: row({
		...measured,
		...unset(text('<name>', 'a model or tier name (7b, mini, mid, ...)')),
		key: 'llm.model',
		flag: '--llm-model',
		help: 'choose a model or tier (default: depends on the provider)',
	}),
	llmApiKey: row({
		...measured,
		...unset(secret('<key>')),
		key: 'llm.api_key',
		flag: '--llm-api-key',
		help: 'set the API key; CR_LLM_API_KEY is safer because other users can see flags',
	}),
	llmBaseUrl: row({
		...measured,
		...unset(address),
		key: 'llm.base_url',
		help: 'send requests to this address, for example a compatible server',
	}),
	llmClient: row<string>({
		...measured,
		key: 'llm.client',
		kind: choice('<program>', clients),
		default: 'auto',
		help: 'choose the program that codex-cli runs',
	}),
	llmFallback: row<readonly string[]>({
		...ofModel,
		key: 'llm.fallback',
		kind: words('<name[:model]>', `${provider.accepted}, with or without :model`, word => Boolean(readModelName(word))),
		default: [],
		help: 'set the provider to try if the first one has no answer',
	}),
	...limitRows,
	...Object.fromEntries([...providers.map(ownModel), ...providers.flatMap(ownAddress)]),
} as const;
