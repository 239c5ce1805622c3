import {Failure} from '../failure.ts';
import {nearMiss} from '../settings/near-miss.ts';
import {offered, type ProviderId, providerWords, readModelName} from '../settings/providers.ts';
import {modelRow} from './providers/models.ts';
import {type ModelChoice, providers, specOf} from './providers/registry.ts';
import type {ProviderSpec} from './providers/spec.ts';

/**
 * What is asked for when a person names a model: a tier, a model in full, or nothing (null), which is the default tier.
 * @throws {Failure} usage `bad-model-name` for what cannot be one, `foreign-tier` for a tier of another provider
 */
export function chooseModel(provider: ProviderId, name: string | null): ModelChoice {
	const {alias, tiers, models} = specOf(provider);
	if (name === null) return {provider, model: tiers[0].model, effort: tiers[0].effort};
	const model = name.trim();
	const tierIn = (spec: Pick<ProviderSpec, 'tiers'>) => spec.tiers.find(each => each.name === model.toLowerCase());
	const tier = tierIn({tiers});
	if (tier) return {provider, model: tier.model, effort: tier.effort};
	const accepted = `Expected: a model name, or one of ${tiers.map(each => each.name).join(', ')}.`;
	const owners = providers.filter(tierIn).map(({alias}) => alias);
	if (owners.length > 0) {
		throw new Failure(
			'usage',
			'foreign-tier',
			`${model} is a tier of ${owners.join(' and ')}, not of ${alias}.`,
			accepted,
		);
	}
	// It becomes an argument of a program and part of an address.
	if (!/^[\p{L}\p{N}@][\p{L}\p{N}\p{M}._:/@+[\]~-]{0,255}$/u.test(model)) {
		throw new Failure('usage', 'bad-model-name', `${JSON.stringify(name)} is not a model name.`, accepted);
	}
	return {provider, model, effort: modelRow(models, model)?.effort ?? null};
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
	const remedy = `${meant}Expected: ${offered('or')}, alone or followed by :<model>.`;
	throw new Failure('usage', 'unknown-provider', `${JSON.stringify(text)} is not a provider.`, remedy);
}
