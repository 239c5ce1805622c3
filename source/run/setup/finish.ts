import {forgetKey, type KeyPlace, keepKey} from '../../llm/keys/keys.ts';
import {specOf} from '../../llm/providers/registry.ts';
import {chooseModel} from '../../llm/tiers.ts';
import {aliasOf, type ProviderId, programsOf} from '../../settings/providers.ts';
import {type Saved, saveSettings} from '../../settings/save.ts';
import {quoteForShell} from '../../system/shell.ts';
import {type Draft, type SetupWorld, settingsWith} from './draft.ts';

/**
 * Saves that no model is used. The saved settings of a provider stay, so that it can be turned on later.
 * @param forget the provider whose stored key is deleted; null for none
 * @throws {Failure} as `forgetKey` and `saveSettings`
 */
export async function saveWithoutModel(forget: ProviderId | null, world: SetupWorld): Promise<Saved> {
	if (forget !== null) await forgetKey(forget, world);
	return saveSettings({llmEnabled: false}, world.env);
}

/**
 * Saves a draft as the user's settings, which turns the model on, and stores a typed key in the chosen
 * place. Settings for another provider's model are removed.
 * @param place null: the key is not stored
 * @throws {Failure} as `keepKey` and `saveSettings`
 */
export async function saveSetup(draft: Draft, place: KeyPlace | null, world: SetupWorld): Promise<Saved> {
	const {settings, provider, model, client, baseUrl, apiKey, rates, timeout} = draft;
	if (apiKey !== null && place !== null) await keepKey(provider, apiKey.trim(), place, world);
	const isItsKey = settings.llmProvider === provider && settings.llmApiKey !== null && apiKey === null;
	return saveSettings(
		{
			llmPreset: null,
			llmModel: null,
			llmBaseUrl: null,
			...(!isItsKey && {llmApiKey: null}),
			llmEnabled: true,
			llmProvider: provider,
			...(model !== null && {[`${provider}.model`]: model}),
			...(baseUrl !== null && {[`${provider}.baseUrl`]: baseUrl}),
			...(programsOf(provider) && {llmClient: client}),
			...(timeout !== null && {llmTimeout: timeout}),
			...(rates !== null && {price: settingsWith(draft).price}),
		},
		world.env,
	);
}

/**
 * The command that uses a draft without saved settings.
 * @param keyVariable the variable that has to contain the key; null if the key is stored or not needed
 */
export function commandLine(draft: Omit<Draft, 'settings'>, keyVariable: string | null): string {
	const {provider, model, client, baseUrl, rates, timeout} = draft;
	const chosen = chooseModel(provider, model);
	const {preset} = specOf(provider);
	const usual = chooseModel(provider, preset.tier);
	const isPreset = usual.model === chosen.model && usual.effort === chosen.effort;
	const words = [
		'pr-resolve apply',
		...(isPreset
			? ['--llm-preset', preset.alias]
			: ['--llm-provider', aliasOf(provider), ...(model ? ['--llm-model', model] : [])]),
		...(programsOf(provider) && client !== 'auto' ? ['--set', `llm.client=${client}`] : []),
		...(baseUrl ? ['--set', `llm.base_url=${baseUrl}`] : []),
		...(timeout === null ? [] : ['--set', `llm.timeout=${timeout}`]),
		...(rates === null ? [] : ['--set', `llm.price=${chosen.model}=${rates}`]),
	].map((word, index) => (index === 0 ? word : quoteForShell(word)));
	return [...(keyVariable ? [`${keyVariable}=...`] : []), ...words].join(' ');
}
