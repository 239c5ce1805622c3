import {listAnthropicModels} from '../../llm/providers/anthropic/open.ts';
import {listModels as listOllamaModels} from '../../llm/providers/ollama/models.ts';
import {listOpenAIModels} from '../../llm/providers/openai/open.ts';
import {tiers} from '../../llm/tiers.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {type Draft, optionsOf, type SetupWorld} from './draft.ts';

/** A model to choose. */
export type ModelOption = {
	/** What a draft's `model` is set to. */
	name: string;
	/** The model in full. */
	model: string;
	/** For people; empty where there is nothing to say. */
	note: string;
	/** The provider has it; null where it does not tell. */
	isThere: boolean | null;
};

type Listed = {name: string; note: string};

const listers: Partial<Record<ProviderId, (...given: Parameters<typeof optionsOf>) => Promise<Listed[]>>> = {
	local: async (...given) => {
		const models = await listOllamaModels(await optionsOf(...given), given[2].signal);
		return models
			.filter(({remoteHost}) => remoteHost === null)
			.map(({name, parameters, bytes}) => ({
				name,
				note: [parameters, `${(bytes / 1e9).toFixed(1)} GB`].filter(Boolean).join(', '),
			}));
	},
	'api-a': async (...given) => noted(await listOpenAIModels(await optionsOf(...given), given[2].signal)),
	'api-b': async (...given) => noted(await listAnthropicModels(await optionsOf(...given), given[2].signal)),
};

/**
 * The models of the draft's provider to choose from: its tiers, then what else the provider has.
 * @throws {ModelTrouble}; {Failure} as `selectProviders`; the signal's reason
 */
export async function listModels(draft: Draft, settings: Settings, world: SetupWorld): Promise<ModelOption[]> {
	const listed = await listers[draft.provider]?.(draft, settings, world);
	const own = tiers[draft.provider].map(
		({name, model, note}): ModelOption => ({
			name,
			model,
			note,
			isThere: listed ? listed.some(found => found.name === model) : null,
		}),
	);
	const others = (listed ?? []).filter(({name}) => !own.some(({model}) => model === name));
	return [...own, ...others.map(({name, note}) => ({name, model: name, note, isThere: true}))];
}

const noted = (models: Awaited<ReturnType<typeof listOpenAIModels>>): Listed[] =>
	models
		.filter(({state}) => state !== 'retired')
		.map(({id, endsAt}) => ({name: id, note: endsAt === null ? '' : `switched off on ${endsAt}`}));
