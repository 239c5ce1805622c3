import type {ProviderId} from '../settings/providers.ts';
import {modelRow} from './providers/models.ts';
import {specOf} from './providers/registry.ts';

const day = 86_400_000;
const noticeDays = 90;

/**
 * Warns of a model that is retired or will be within 90 days.
 * @param now milliseconds since the epoch
 */
export function lifecycleWarning({provider, model}: {provider: ProviderId; model: string}, now: number): string | null {
	const {models, tiers} = specOf(provider);
	const ends = modelRow(models, model)?.ends ?? null;
	if (ends === null) return null;
	const left = Date.parse(ends) - now;
	if (left > noticeDays * day) return null;
	const date = new Date(ends).toISOString().slice(0, 10);
	const [tier] = tiers;
	const state = left <= 0 ? 'was retired' : 'will be retired';
	return `The model ${model} ${state} on ${date}. Use another model, such as ${tier.model} (tier ${tier.name}).`;
}
