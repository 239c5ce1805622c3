import {Failure} from '../../failure.ts';
import {specOf} from '../../llm/providers/registry.ts';
import type {Settings} from '../../settings/table.ts';
import {attempt} from '../doctor/check.ts';
import {type Draft, optionsOf, type SetupWorld} from './draft.ts';

export {forgetKey, type KeyPlace, type KeyPlaces, keepKey, keyPlaces} from '../../llm/keys/keys.ts';

/** Why what was typed cannot be a key of the draft's provider; null where it can. Nothing is sent. */
export async function keyFault(draft: Draft, settings: Settings, world: SetupWorld): Promise<Failure | null> {
	const opened = await attempt(async () => specOf(draft.provider).open(await optionsOf(draft, settings, world)));
	return opened instanceof Failure && opened.code === 'bad-key-format' ? opened : null;
}
