import {catalogue, type ProviderFacts} from '../../llm/catalogue.ts';
import {modelsAsOf} from '../../llm/models.ts';
import {costOf, priceOf} from '../../llm/prices.ts';
import {chooseModel, type Tier, tiers} from '../../llm/tiers.ts';
import {type ProviderId, providerIds, providerNames} from '../../settings/providers.ts';
import {type Cost, costOver, usualVolume, type Volume} from './costs.ts';

export {type Selection, selectProvider, type Wishes} from '../../llm/selection.ts';

/** The same figures twice: at today's prices, and what is typical, about. */
export type Costs = {today: Cost; typical: Cost};

export type TierRow = Omit<Tier, 'typical'> &
	Costs & {
		/** What a download of it takes, about, in gigabytes; null where nothing is downloaded. */
		downloadGb: number | null;
	};

/** A provider to choose; costs are those of its usual model. */
export type ProviderRow = ProviderFacts &
	Costs & {
		id: ProviderId;
		/** Its equal name. */
		alias: string;
		/** The first is the usual one. */
		tiers: readonly TierRow[];
	};

/**
 * Mean tokens of a question about a comment in prose: measured over 120 real ones by `npm run bench -- prompt-size`.
 * Those of an answer are what an edit of a few lines and its reason take, without thinking.
 */
export const meanQuestion = {input: 1241, output: 300} as const;

/** What today's figures stand on, for people. */
export const costBasis = `a comment takes ${meanQuestion.input} tokens in and ${meanQuestion.output} out, prices of ${modelsAsOf}, thinking not counted`;

/** About what the library of models lists; a download itself tells the exact size. */
const downloadsGb: Readonly<Record<string, number>> = {
	'qwen2.5-coder:7b': 4.7,
	'qwen2.5-coder:14b': 9,
	'llama3.3:70b': 43,
	'llama3.1:8b': 4.9,
	'llama3.2:3b': 2,
};

/** All providers with what they are chosen by, in the order in which they are listed everywhere. */
export function providerTable(volume: Volume = usualVolume): ProviderRow[] {
	return providerIds.map(id => {
		const facts = catalogue[id];
		const rows = tiers[id].map(
			(tier): TierRow => ({
				...tier,
				...costsOf(id, tier, volume),
				downloadGb: downloadsGb[tier.model] ?? null,
			}),
		);
		return {
			...facts,
			id,
			alias: providerNames[id],
			today: rows[0]!.today,
			typical: rows[0]!.typical,
			tiers: rows,
		};
	});
}

/** What memory and download a model takes, in words; null where that is not known, or nothing is loaded here. */
export function guidanceFor(provider: ProviderId, model: string): string | null {
	const tier = tiers[provider].find(each => each.model === model);
	const size = downloadsGb[model];
	return tier && size !== undefined ? `${tier.note}; a download of about ${size} GB` : null;
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

/** Where a model is told to think long, the thinking is most of what it costs, and nobody knows how much that is. */
const thinksLong: readonly (string | null)[] = ['high', 'xhigh', 'max'];

function costToday(provider: ProviderId, {name, effort}: Tier): number | null {
	const price = priceOf(chooseModel(provider, name), new Map());
	if (price === null || (price.output > 0 && thinksLong.includes(effort))) return null;
	return costOf(price, {...meanQuestion, cachedInput: 0, cacheWrite: 0});
}
