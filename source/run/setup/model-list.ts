import {specOf} from '../../llm/providers/registry.ts';
import {type Draft, optionsOf, type SetupWorld} from './draft.ts';

/** A model to choose. */
export type ModelOption = {
	/** The value for a draft's `model`. */
	name: string;
	/** Full name of the model. */
	model: string;
	/** A note for people; may be empty. */
	note: string;
	/** Whether the provider has it; null if it does not report that. */
	isThere: boolean | null;
};

/**
 * The models of the draft's provider to choose from: its tiers, then all others.
 * @throws {ModelTrouble}; {Failure} as `selectProviders`; the signal's reason
 */
export async function listOffered(draft: Draft, world: SetupWorld): Promise<ModelOption[]> {
	const {list, tiers} = specOf(draft.provider);
	const listed = await list?.(await optionsOf(draft, world), world.signal);
	const own = tiers.map(
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
