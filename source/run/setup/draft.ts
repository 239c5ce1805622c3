import {findKey, type KeyWorld} from '../../llm/keys/keys.ts';
import type {ProviderOptions} from '../../llm/providers/provider.ts';
import {selectProviders} from '../../llm/select.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import type {Context} from '../context.ts';

/** What a person has chosen so far. */
export type Draft = {
	provider: ProviderId;
	/** A tier, or a model by its name; null for the provider's usual one. */
	model: string | null;
	/** Which of its programs serves the provider, where there is a choice. */
	client: Settings['llmClient'];
	/** Null for the provider's own address. */
	baseUrl: string | null;
	/** As it was typed; null for the one that is found. Never to be shown. */
	apiKey: string | null;
};

/** The world of the wizard; a key store of its own for tests. */
export type SetupWorld = Context & Pick<KeyWorld, 'openStore'>;

/** Where a draft for a provider begins: with what the settings say of it. */
export function draftFor(provider: ProviderId, settings: Settings): Draft {
	const isChosen = settings.llmProvider === provider;
	return {
		provider,
		model: (isChosen ? settings.llmModel : null) ?? settings[`${provider}.model`] ?? null,
		client: settings.llmClient,
		baseUrl: isChosen ? settings.llmBaseUrl : null,
		apiKey: null,
	};
}

/** The settings that a run would have with the draft. Fallbacks are not set up here. */
export function settingsWith({provider, model, client, baseUrl, apiKey}: Draft, settings: Settings): Settings {
	// What is meant for one provider must not be used with another.
	const found = settings.llmProvider === null || settings.llmProvider === provider ? settings.llmApiKey : null;
	return {
		...settings,
		llmEnabled: true,
		llmProvider: provider,
		llmModel: model,
		llmClient: client,
		llmBaseUrl: baseUrl,
		llmApiKey: apiKey ?? found,
		llmFallback: [],
	};
}

/** What the provider of a draft is opened with. @throws {Failure} as `selectProviders` */
export async function optionsOf(draft: Draft, settings: Settings, world: SetupWorld): Promise<ProviderOptions> {
	const [{options}] = await selectProviders(settingsWith(draft, settings), world);
	return options;
}

/** Where the key comes from that a draft is checked with, in words; null where there is none. @throws as `findKey` */
export async function keySource(draft: Draft, settings: Settings, world: SetupWorld): Promise<string | null> {
	if (draft.apiKey !== null) return 'as typed';
	if (settingsWith(draft, settings).llmApiKey !== null) return 'from CR_LLM_API_KEY or llm.api_key';
	const found = await findKey(draft.provider, world);
	return found && `from ${found.source}`;
}
