import {modelRow} from './models.ts';
import type {ProviderId} from './provider.ts';
import {tiers} from './tiers.ts';

export type LifecycleWarning = {
	/** The model does not answer any more. */
	isOver: boolean;
	message: string;
	remedy: string;
};

const day = 86_400_000;
const noticeDays = 90;

/**
 * Warns of a model that is retired or will be within 90 days.
 * @param now milliseconds since the epoch
 * @param reported the end as the service itself reports it (a date, or date and time), which counts more than the table
 */
export function lifecycleWarning(
	{provider, model}: {provider: ProviderId; model: string},
	now: number,
	reported: string | null = null,
): LifecycleWarning | null {
	const ends = [reported, modelRow(provider, model)?.ends ?? null].find(date => !Number.isNaN(Date.parse(date ?? '')));
	if (ends == null) return null;
	const left = Date.parse(ends) - now;
	if (left > noticeDays * day) return null;
	const date = new Date(ends).toISOString().slice(0, 10);
	const tier = tiers[provider][0];
	const remedy = `Use another model, such as ${tier.model} (tier ${tier.name}).`;
	return left <= 0
		? {isOver: true, message: `The model ${model} was retired on ${date}.`, remedy}
		: {isOver: false, message: `The model ${model} will be retired on ${date}.`, remedy};
}
