import {specOf} from '../../llm/providers/registry.ts';
import type {Tier} from '../../llm/providers/tier.ts';
import {questionTime, type Speed} from '../../llm/speed.ts';
import {chooseModel} from '../../llm/tiers.ts';
import {type Draft, settingsWith} from './draft.ts';

/** What to expect of a local model, and what would suit better. */
export type Pace = {
	speed: Speed;
	/** Milliseconds that a comment takes, about. */
	questionMs: number;
	/** Another tier, if this model is slow or has time to spare. */
	other: {name: string; note: string; isLarger: boolean; questionMs: number} | null;
	/** The time limit in seconds that leaves room for long comments; null if the present one does. */
	timeout: number | null;
};

/** A comment that takes longer than the first makes a run slow; one that takes less than the second leaves time for more work. */
const slowMs = 60_000;
const fastMs = 10_000;

export function paceOf(speed: Speed, draft: Draft): Pace {
	const {llmTimeout} = settingsWith(draft);
	const {readMs, allMs} = questionTime(speed);
	return {speed, questionMs: allMs, other: otherTier(allMs, draft), timeout: neededTimeout(readMs, allMs, llmTimeout)};
}

/** The time of a model grows with its size, if it fits into the same memory. */
function otherTier(questionMs: number, {provider, model}: Draft): Pace['other'] {
	const {tiers} = specOf(provider);
	const used = chooseModel(provider, model).model;
	const size = tiers.find(tier => tier.model === used)?.downloadGb;
	if (size === undefined) return null;
	const sized = tiers
		.flatMap(tier => (tier.downloadGb === undefined ? [] : [{tier, gb: tier.downloadGb}]))
		.map(({tier, gb}) => ({tier, gb, ms: (questionMs * gb) / size}))
		// Of two about equal sizes, the one that is listed first.
		.sort((one, other) => Math.round(other.gb) - Math.round(one.gb));
	const as = (isLarger: boolean, found: {tier: Tier; ms: number} | undefined) =>
		found ? {name: found.tier.name, note: found.tier.note, isLarger, questionMs: found.ms} : null;
	if (questionMs > slowMs) {
		const smaller = sized.filter(({gb}) => gb <= size / 1.5);
		return as(false, smaller.find(({ms}) => ms <= slowMs) ?? smaller.at(-1));
	}
	if (questionMs > fastMs) return null;
	return as(
		true,
		sized.findLast(({gb, ms}) => gb >= size * 1.5 && ms <= 3 * fastMs),
	);
}

/** Comments twice as long as usual must fit: reading within three time limits, all of it within ten (`llm/guards/timeout.ts`). */
function neededTimeout(readMs: number, allMs: number, timeout: number): number | null {
	const needed = Math.max((2 * readMs) / 3, (2 * allMs) / 10) / 1000;
	return needed <= timeout ? null : Math.min(longestTimeout, 30 * Math.ceil(needed / 30));
}

const longestTimeout = 3600;
