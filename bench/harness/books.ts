import {costOf, priceOf} from '../../source/llm/prices.ts';
import type {ModelChoice} from '../../source/llm/providers/registry.ts';
import type {Context} from '../../source/run/context.ts';
import {providerNamed} from '../../source/settings/providers.ts';

/** The usage in a service's answers, read from the network. */
export type Books = {fetch: Context['fetch']; sum: () => Promise<Sum>};

type Sum = {input: number; cachedInput: number; output: number; costUsd: number};

type OfOpenAI = {
	input_tokens: number;
	output_tokens: number;
	input_tokens_details: {cached_tokens: number; cache_write_tokens: number};
};
type OfAnthropic = {
	input_tokens: number;
	output_tokens: number;
	cache_read_input_tokens: number;
	cache_creation_input_tokens: number;
};

/** Anthropic's input excludes tokens read from or written to the cache; OpenAI's includes them. */
const reads = {
	openai: (usage: OfOpenAI) => ({
		input: usage.input_tokens,
		cachedInput: usage.input_tokens_details.cached_tokens,
		cacheWrite: usage.input_tokens_details.cache_write_tokens,
		output: usage.output_tokens,
	}),
	anthropic: (usage: OfAnthropic) => ({
		input: usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens,
		cachedInput: usage.cache_read_input_tokens,
		cacheWrite: usage.cache_creation_input_tokens,
		output: usage.output_tokens,
	}),
};

/** Adds up the usage of the model's answers through `fetch`. */
export function keepBooks(kind: keyof typeof reads, fetch: Context['fetch']): Books {
	const answers: Promise<{usage: OfOpenAI & OfAnthropic}>[] = [];
	return {
		async fetch(input, init) {
			const response = await fetch(input, init);
			if (init?.method?.toUpperCase() === 'POST') answers.push(response.clone().json());
			return response;
		},
		async sum() {
			const model = kind === 'openai' ? 'gpt-6-luna' : 'claude-sonnet-5-5';
			const choice: ModelChoice = {provider: providerNamed(kind)!, model, effort: 'low'};
			const price = priceOf(choice)!;
			const sum: Sum = {input: 0, cachedInput: 0, output: 0, costUsd: 0};
			for (const {usage} of await Promise.all(answers)) {
				const used = reads[kind](usage);
				sum.input += used.input;
				sum.cachedInput += used.cachedInput;
				sum.output += used.output;
				sum.costUsd += costOf(price, used);
			}
			return sum;
		},
	};
}
