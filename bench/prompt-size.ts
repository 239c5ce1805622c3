import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {presets} from '../source/llm/presets.ts';
import {priceOf} from '../source/llm/prices.ts';
import {head} from '../source/llm/question/head.ts';
import {cachingOf} from '../source/llm/question/share.ts';
import {chooseModel} from '../source/llm/tiers.ts';
import type {Benchmark} from './benchmark.ts';
import type {Figure} from './figure.ts';
import {inputCost, requestsFor, tokensOf} from './prompt-size/cost.ts';
import {madeUpSamples, samplesOf} from './prompt-size/samples.ts';
import {subjectsOf} from './prompt-size/subjects.ts';

const mostFixedTokens = 600;

/** The least tokens that a provider keeps in its cache, for the models of the presets: both vendors document it. */
const smallestPrefix = 1024;

/**
 * The size of a question to a model, and what its input costs as it is sent, which is with the part of a file that
 * several comments are on in a head that the provider can cache, to the short head alone.
 */
export const promptSize: Benchmark = async ({corpus}) => {
	const {pulls, single} = corpus === null ? {pulls: madeUpSamples(), single: []} : samplesOf(corpus);
	const inPulls = pulls.map(subjectsOf);
	const requests = async (caching: Parameters<typeof requestsFor>[1], subjects = inPulls) =>
		(await Promise.all(subjects.map(each => requestsFor(each, caching)))).flat();
	const short = await requests(null);
	const all = [...short, ...(await requests(null, single.map(subjectsOf)))];
	const [fixed, mean] = [countTokens(head), all.reduce((sum, request) => sum + tokensOf(request), 0) / all.length];
	const costs = presets.map(async ({name, provider, tier}): Promise<Figure[]> => {
		const choice = chooseModel(provider, tier);
		const price = priceOf(choice, new Map());
		if (!price?.input) return [];
		const sent = await requests(cachingOf(price, smallestPrefix));
		const cost = (asked: typeof sent) => inputCost(asked, price, smallestPrefix) / asked.length;
		const sharing = sent.filter(request => request.head !== head).length;
		return [
			{
				name: `input cost a comment as it is sent, to the short head alone (${name}, ${choice.model})`,
				ratio: cost(sent) / cost(short),
				bound: 1,
				detail: `$${cost(sent).toFixed(6)} / $${cost(short).toFixed(6)}, ${sharing} of ${sent.length} share a longer head`,
			},
		];
	});
	return [
		{
			name: 'tokens of the fixed part, to the most there may be',
			ratio: fixed / mostFixedTokens,
			bound: 1,
			detail: `${fixed} / ${mostFixedTokens} tokens (o200k)`,
		},
		{
			name: 'mean tokens of a question, to those of its fixed part',
			ratio: mean / fixed,
			bound: null,
			detail: `${Math.round(mean)} / ${fixed} tokens, ${all.length} ${corpus === null ? 'made-up comments' : 'comments in prose'}`,
		},
		...(await Promise.all(costs)).flat(),
	];
};
