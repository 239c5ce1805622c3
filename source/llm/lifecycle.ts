import {isVendorAddress} from './providers/address.ts';
import {modelRow} from './providers/models.ts';
import {type ModelChoice, specOf} from './providers/registry.ts';

const day = 86_400_000;
const noticeDays = 90;

type Named = Pick<ModelChoice, 'provider' | 'model'>;

/**
 * Warns of a model of the vendor that is retired or will be within 90 days. Other services tell of the end of theirs themselves.
 * @param baseUrl null for the vendor's own address
 * @param now milliseconds since the epoch
 */
export function lifecycleWarning({provider, model}: Named, baseUrl: string | null, now: number): string | null {
	const spec = specOf(provider);
	const {tiers} = spec;
	const ends = modelRow(spec.models, model)?.ends ?? null;
	if (ends === null || !isVendorAddress(spec, baseUrl)) return null;
	const left = Date.parse(ends) - now;
	if (left > noticeDays * day) return null;
	const date = new Date(ends).toISOString().slice(0, 10);
	const [tier] = tiers;
	const state = left <= 0 ? 'was retired' : 'will be retired';
	return `The model ${model} ${state} on ${date}. Use another model, such as ${tier.model} (tier ${tier.name}).`;
}
