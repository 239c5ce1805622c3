import {costOf, priceOf} from '../../llm/prices.ts';
import {factsOf, type ProviderFacts} from '../../llm/providers/facts.ts';
import {modelsAsOf} from '../../llm/providers/models.ts';
import {providers, specOf} from '../../llm/providers/registry.ts';
import type {Tier} from '../../llm/providers/tier.ts';
import {meanQuestion} from '../../llm/speed.ts';
import {chooseModel} from '../../llm/tiers.ts';
import type {ProviderId} from '../../settings/providers.ts';

export {type KeyPlace, type KeyPlaces, keptKeyPlace, keyPlaces} from '../../llm/keys/keys.ts';

/** Questions of a team per month. */
export type Volume = {pullRequests: number; commentsEach: number};

/** For a team. */
export const usualVolume: Volume = {pullRequests: 100, commentsEach: 20};

/** US dollars; null if unknown, which is not the same as free. */
export type Cost = {perComment: number | null; perMonth: number | null; perThousandTokens: number | null};

/** Decimals of costs in tables. */
export const costParts = [
	{part: 'perComment', title: 'a comment', decimals: 4},
	{part: 'perMonth', title: 'a month', decimals: 2},
	{part: 'perThousandTokens', title: '1K tokens', decimals: 5},
] as const satisfies readonly {part: keyof Cost; title: string; decimals: number}[];

export type CostPart = (typeof costParts)[number];

/** A cost for a table: `0.0055`, or a question mark. */
export const formatCost = (cost: Cost, {part, decimals}: CostPart): string => cost[part]?.toFixed(decimals) ?? '?';

/** Costs at today's prices, and rounded typical values. */
export type Costs = {today: Cost; typical: Cost};

export type TierRow = Omit<Tier, 'typical' | 'downloadGb'> &
	Costs & {
		/** Approximate download in gigabytes; null if nothing is downloaded. */
		downloadGb: number | null;
	};

/** A provider to choose; costs are those of its usual model. */
export type ProviderRow = ProviderFacts &
	Costs & {
		id: ProviderId;
		alias: string;
		/** The first is the default. */
		tiers: readonly TierRow[];
	};

/** The basis of today's figures, as text. */
export const costBasis = `${meanQuestion.input} input and ${meanQuestion.output} output tokens per comment, prices of ${modelsAsOf}, without thinking`;

/** All providers with the criteria to choose by, in the usual order. */
export const providerTable = (volume: Volume = usualVolume): ProviderRow[] =>
	providers.map(({id}) => providerRow(id, volume));

export function providerRow(id: ProviderId, volume: Volume = usualVolume): ProviderRow {
	const spec = specOf(id);
	const tiers = spec.tiers.map(
		({downloadGb, ...tier}): TierRow => ({...tier, ...costsOf(id, tier, volume), downloadGb: downloadGb ?? null}),
	);
	const {today, typical} = costsOf(id, spec.tiers[0], volume);
	return {...factsOf(spec), id, alias: spec.alias, today, typical, tiers};
}

/** Memory and download of a model, as text; null if unknown, or if the model does not run here. */
export function guidanceFor(provider: ProviderId, model: string): string | null {
	const tier = specOf(provider).tiers.find(each => each.model === model);
	return tier?.downloadGb === undefined ? null : `${tier.note}; download about ${tier.downloadGb} GB`;
}

function costsOf(provider: ProviderId, tier: Tier, volume: Volume): Costs {
	const today = costToday(provider, tier);
	const tokens = meanQuestion.input + meanQuestion.output;
	const {perComment, perThousandTokens} = tier.typical;
	return {
		today: costOver(today, today === null ? null : (1000 * today) / tokens, volume),
		typical: costOver(perComment, perThousandTokens, volume),
	};
}

/** At high effort, thinking is most of the cost, and its length cannot be predicted. */
const thinksLong: readonly (string | null)[] = ['high', 'xhigh', 'max'];

function costToday(provider: ProviderId, {name, effort}: Tier): number | null {
	const price = priceOf(chooseModel(provider, name));
	if (price === null || (price.output > 0 && thinksLong.includes(effort))) return null;
	return costOf(price, {...meanQuestion, cachedInput: 0, cacheWrite: 0});
}

const costOver = (perComment: number | null, perThousandTokens: number | null, volume: Volume): Cost => ({
	perComment,
	perMonth: perComment === null ? null : perComment * volume.pullRequests * volume.commentsEach,
	perThousandTokens,
});
