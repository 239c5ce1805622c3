import {Failure} from '../failure.ts';
import {type ModelName, type ProviderId, presets, readModelName} from '../settings/providers.ts';
import type {Settings} from '../settings/table.ts';
import type {ProviderOptions} from './provider.ts';
import {chooseModel} from './tiers.ts';

type Environment = ProviderOptions['env'];

/** A provider that may be asked, and what it is to be opened with. */
export type Selected = {provider: ProviderId; options: ProviderOptions};

const keyVariables: Partial<Record<ProviderId, string>> = {'api-a': 'OPENAI_API_KEY', 'api-b': 'ANTHROPIC_API_KEY'};

/**
 * Who is to be asked, in turn: the provider of the settings, then its fallbacks.
 * @throws {Failure} usage `no-provider`, `fallback-leaves-machine`, `foreign-tier`, `bad-model-name`
 */
export function selectProviders(
	settings: Settings,
	{env, fetch}: Pick<ProviderOptions, 'env' | 'fetch'>,
): [Selected, ...Selected[]] {
	const {llmProvider, llmModel, llmFallback, allowRemote} = settings;
	if (llmProvider === null) throw noProvider();
	const fallbacks = llmFallback.flatMap(word => readModelName(word) ?? []);
	const remote = fallbacks.find(({provider}) => provider !== 'local');
	if (llmProvider === 'local' && remote && !allowRemote) throw leavesMachine(remote);
	const select = ({provider, model}: ModelName): Selected => ({
		provider,
		options: {
			...optionsFor(provider, model, settings, env),
			client: settings.llmClient,
			allowRemoteLocal: settings.allowRemoteLocal,
			env,
			fetch,
		},
	});
	return [select({provider: llmProvider, model: llmModel}), ...fallbacks.map(select)];
}

/** Key and address of the settings are those of their provider; another one has its own. */
function optionsFor(provider: ProviderId, named: string | null, settings: Settings, env: Environment) {
	const isChosen = provider === settings.llmProvider;
	const {model, effort} = chooseModel(provider, named ?? settings[`${provider}.model`]);
	const variable = keyVariables[provider];
	const ownAddress = provider === 'cli-a' || provider === 'cli-b' ? null : settings[`${provider}.baseUrl`];
	return {
		model,
		effort,
		baseUrl: (isChosen ? settings.llmBaseUrl : null) ?? ownAddress,
		apiKey: (isChosen ? settings.llmApiKey : null) ?? (variable && env[variable]?.trim()) ?? null,
	};
}

function noProvider(): Failure {
	return new Failure(
		'usage',
		'no-provider',
		'A model is to be asked, and no provider is chosen.',
		`Pass --llm-preset with one of ${Object.keys(presets).join(', ')}, or --llm-provider; --no-llm goes without.`,
	);
}

function leavesMachine({provider}: ModelName): Failure {
	return new Failure(
		'usage',
		'fallback-leaves-machine',
		`The provider is local, and its fallback ${provider} would send texts to others.`,
		'Leave the fallback out, or allow it with --allow-remote.',
	);
}
