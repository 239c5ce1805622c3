import {Failure} from '../failure.ts';
import {nearMiss} from '../settings/near-miss.ts';
import {type ProviderId, providerIds, providerWords, readModelName} from '../settings/providers.ts';
import {modelRow} from './models.ts';
import type {Effort, ModelChoice} from './providers/provider.ts';

export type Tier = {
	/** Also accepted as the name of a model. */
	readonly name: string;
	readonly model: string;
	readonly effort: Effort;
	/** For people who choose. */
	readonly note: string;
	/** US dollars, about, as a rule; today's come from the prices. Nothing where tokens cost nothing. */
	readonly typical: {readonly perComment: number; readonly perThousandTokens: number};
};

/** Stands for the model that a client program takes by itself: no model is named to it. */
export const clientDefaultModel = 'default';

/** A comment takes about a thousand tokens, so that it costs what these do unless more is known of it. */
function paid(
	name: string,
	model: string,
	effort: Effort,
	note: string,
	perThousandTokens: number,
	perComment = perThousandTokens,
): Tier {
	return {name, model, effort, note, typical: {perComment, perThousandTokens}};
}

const free = (name: string, model: string, note: string): Tier => ({
	name,
	model,
	effort: null,
	note,
	typical: {perComment: 0, perThousandTokens: 0},
});

/** The tiers of each provider; the first is the default. */
export const tiers: Readonly<Record<ProviderId, readonly [Tier, ...Tier[]]>> = {
	local: [
		free('7b', 'qwen2.5-coder:7b', 'code; 8 GB VRAM; good, fast'),
		free('14b', 'qwen2.5-coder:14b', 'code; 16 GB VRAM; better, medium speed'),
		free('70b', 'llama3.3:70b', 'general; 48 GB VRAM (40 GB+ RAM); best, slow'),
		free('8b', 'llama3.1:8b', 'general; 8 GB+ RAM; balanced'),
		free('3b', 'llama3.2:3b', 'general; 4 GB+ RAM; lightweight'),
	],
	'cli-a': [
		free('mid', 'sonnet', 'balanced'),
		free('small', 'haiku', 'fastest'),
		free('large', 'opus', 'best; uses up the subscription faster'),
	],
	'cli-b': [free(clientDefaultModel, clientDefaultModel, 'what the client is set to')],
	'api-a': [
		paid('mini', 'gpt-6-luna', 'low', 'good', 0.00015, 0.0002),
		paid('nano', 'gpt-6-luna', 'none', 'good; budget', 0.0001),
		paid('mini-plus', 'gpt-6-luna', 'high', 'better; best value', 0.0003),
		paid('premium', 'gpt-6.1-terra', 'low', 'best', 0.001),
	],
	'api-b': [
		paid('mid', 'claude-sonnet-5-5', 'low', 'better', 0.003),
		paid('small', 'claude-haiku-5-5', 'low', 'good; budget', 0.0008),
		paid('large', 'claude-opus-5-5', 'low', 'best; premium', 0.005),
	],
};

/**
 * What is asked for when a person names a model: a tier, a model in full, or nothing (null), which is the default tier.
 * @throws {Failure} usage `bad-model-name` for what cannot be one, `foreign-tier` for a tier of another provider
 */
export function chooseModel(provider: ProviderId, name: string | null): ModelChoice {
	const own = tiers[provider];
	if (name === null) return {provider, model: own[0].model, effort: own[0].effort};
	const model = name.trim();
	const tier = own.find(candidate => candidate.name === model.toLowerCase());
	if (tier) return {provider, model: tier.model, effort: tier.effort};
	const accepted = `Accepted: the name of a model, or one of ${own.map(candidate => candidate.name).join(', ')}.`;
	const owners = providerIds.filter(id => tiers[id].some(candidate => candidate.name === model.toLowerCase()));
	if (owners.length > 0) {
		throw new Failure(
			'usage',
			'foreign-tier',
			`${model} is a tier of ${owners.join(' and ')}; ${provider} has none of that name.`,
			accepted,
		);
	}
	// It becomes an argument of a program and part of an address.
	if (!/^[\p{L}\p{N}@][\p{L}\p{N}\p{M}._:/@+[\]~-]{0,255}$/u.test(model)) {
		throw new Failure('usage', 'bad-model-name', `${JSON.stringify(name)} cannot be the name of a model.`, accepted);
	}
	return {provider, model, effort: modelRow(provider, model)?.effort ?? null};
}

/**
 * Reads `<provider>[:<model>]` as the benchmark takes it, with names of either family; a model may hold colons itself:
 * `ollama:qwen2.5-coder:7b`.
 * @throws {Failure} usage `unknown-provider`, `bad-model-name`, `foreign-tier`
 */
export function readChoice(text: string): ModelChoice {
	const named = readModelName(text);
	if (named) return chooseModel(named.provider, named.model);
	const near = nearMiss(text.replace(/:.*$/s, ''), providerWords);
	const meant = near === null ? '' : `Did you mean ${near}? `;
	const remedy = `${meant}Accepted: ${providerWords.join(', ')}, each alone or with :<model> behind it.`;
	throw new Failure('usage', 'unknown-provider', `${JSON.stringify(text)} names no provider.`, remedy);
}
