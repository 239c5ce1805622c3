import {findKey, type KeyWorld} from '../../llm/keys/keys.ts';
import {meansModel, readPrice} from '../../llm/prices.ts';
import type {ProviderOptions} from '../../llm/providers/provider.ts';
import {selectProviders} from '../../llm/select.ts';
import {chooseModel} from '../../llm/tiers.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import type {Context} from '../context.ts';

/** The choices so far. */
export type Draft = {
	/** Of which it is a draft. */
	settings: Settings;
	provider: ProviderId;
	/** A tier or the name of a model; null for the provider's default. */
	model: string | null;
	/** The client program, for a provider with several. */
	client: Settings['llmClient'];
	/** Null for the provider's default address. */
	baseUrl: string | null;
	/** As typed; null to use the key that is found. Must never be shown. */
	apiKey: string | null;
	/** The price of the model as typed, `0.10/0.01/0.50`; null to use the known one. */
	rates: string | null;
	/** The time limit of a request in seconds; null for that of the settings. */
	timeout: number | null;
};

/** The context of setup; tests pass their own key store. */
export type SetupWorld = Context & Pick<KeyWorld, 'openStore'>;

/** A new draft for a provider, with the values of the settings. */
export function draftFor(provider: ProviderId, settings: Settings): Draft {
	const isChosen = settings.llmProvider === provider;
	return {
		settings,
		provider,
		model: (isChosen ? settings.llmModel : null) ?? settings[`${provider}.model`] ?? null,
		client: settings.llmClient,
		baseUrl: isChosen ? settings.llmBaseUrl : null,
		apiKey: null,
		rates: null,
		timeout: null,
	};
}

/** The settings of a run with the draft, without fallbacks. */
export function settingsWith(draft: Draft): Settings {
	const {settings, provider, model, client, baseUrl, apiKey} = draft;
	// Model, key and address of another provider must not be used.
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
		price: pricesWith(draft),
		llmTimeout: draft.timeout ?? settings.llmTimeout,
	};
}

/** The prices of the settings, and the typed one in place of another for the same model. */
function pricesWith({settings: {price}, provider, model, rates}: Draft): readonly string[] {
	if (rates === null) return price;
	const choice = chooseModel(provider, model);
	return [...price.filter(given => !meansModel(readPrice(given).model, choice)), `${choice.model}=${rates}`];
}

/** The options to open the draft's provider with. @throws {Failure} as `selectProviders` */
export async function optionsOf(draft: Draft, world: SetupWorld): Promise<ProviderOptions> {
	const [{options}] = await selectProviders(settingsWith(draft), world);
	return options;
}

/** The origin of the draft's key, as text; null if there is none. @throws as `findKey` */
export async function keySource(draft: Draft, world: SetupWorld): Promise<string | null> {
	if (draft.apiKey !== null) return 'as typed';
	if (settingsWith(draft).llmApiKey !== null) return 'from CR_LLM_API_KEY or llm.api_key';
	const found = await findKey(draft.provider, world);
	return found && `from ${found.source}`;
}
