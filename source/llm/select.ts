import {Failure} from '../failure.ts';
import {
	aliasOf,
	isOnMachine,
	type ModelName,
	type ProviderId,
	presetAliases,
	readModelName,
} from '../settings/providers.ts';
import type {Settings} from '../settings/table.ts';
import {longestWaitMs} from './guards/retry.ts';
import {findKey, type KeyWorld} from './keys/keys.ts';
import type {ProviderOptions} from './providers/provider.ts';
import {ownerOfKey} from './providers/registry.ts';
import {chooseModel} from './tiers.ts';

export type SelectedProvider = {provider: ProviderId; options: ProviderOptions};

/**
 * Who is to be asked, in turn: the provider of the settings, then its fallbacks.
 * @throws {Failure} usage `no-provider`, `fallback-leaves-machine`, `foreign-tier`, `bad-model-name`; those of `findKey`
 */
export async function selectProviders(
	settings: Settings,
	world: KeyWorld & Pick<ProviderOptions, 'fetch' | 'now'>,
): Promise<[SelectedProvider, ...SelectedProvider[]]> {
	const {llmProvider, llmModel, llmFallback, allowRemote} = settings;
	if (llmProvider === null) throw noProvider();
	const fallbacks = llmFallback.flatMap(word => readModelName(word) ?? []);
	const remote = fallbacks.find(({provider}) => !isOnMachine(provider));
	if (isOnMachine(llmProvider) && remote && !allowRemote) throw leavesMachine(llmProvider, remote.provider);
	const {env, fetch, now} = world;
	const select = async ({provider, model}: ModelName): Promise<SelectedProvider> => ({
		provider,
		options: {
			...modelAndAddress(provider, model, settings),
			apiKey: await keyFor(provider, settings, world),
			isStandIn: provider !== llmProvider,
			longestRetryMs: settings.retryOnRateLimit && settings.retryMaxAttempts > 1 ? longestWaitMs : null,
			ownerOfKey,
			client: settings.llmClient,
			allowRemoteLocal: settings.allowRemoteLocal,
			env,
			fetch,
			...(now && {now}),
		},
	});
	return [await select({provider: llmProvider, model: llmModel}), ...(await Promise.all(fallbacks.map(select)))];
}

/**
 * The key that a provider is opened with: that of the settings is the chosen provider's, another one has its own.
 * @throws {Failure} as `findKey`
 */
async function keyFor(provider: ProviderId, settings: Settings, world: KeyWorld): Promise<string | null> {
	const {llmProvider, llmApiKey} = settings;
	if (provider === llmProvider && llmApiKey !== null) return llmApiKey;
	return (await findKey(provider, world))?.value ?? null;
}

/**
 * The model of a provider, and its address if it is not the usual one. The address of the settings is that of their
 * provider; another one has its own.
 * @param named a tier or a model; null for the default one
 * @throws {Failure} as `chooseModel`
 */
export function modelAndAddress(provider: ProviderId, named: string | null, settings: Settings) {
	const isChosen = provider === settings.llmProvider;
	const {model, effort} = chooseModel(provider, named ?? settings[`${provider}.model`] ?? null);
	return {
		model,
		effort,
		baseUrl: (isChosen ? settings.llmBaseUrl : null) ?? settings[`${provider}.baseUrl`] ?? null,
	};
}

function noProvider(): Failure {
	return new Failure(
		'usage',
		'no-provider',
		'The model is enabled, but no provider is selected.',
		`Pass --llm-preset (${presetAliases.join(', ')}) or --llm-provider, or --no-llm to run without a model.`,
	);
}

function leavesMachine(chosen: ProviderId, fallback: ProviderId): Failure {
	return new Failure(
		'usage',
		'fallback-leaves-machine',
		`The provider ${aliasOf(chosen)} keeps data on this machine, but its fallback ${aliasOf(fallback)} would send it elsewhere.`,
		'Remove the fallback, or allow it with --allow-remote.',
	);
}
