import {Failure} from '../failure.ts';
import {nearMiss} from '../settings/near-miss.ts';
import {providerWords, readModelName} from '../settings/providers.ts';
import type {ModelChoice} from './provider.ts';
import {chooseModel} from './tiers.ts';

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
