import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {priceOf} from '../source/llm/prices.ts';
import {providers} from '../source/llm/providers/registry.ts';
import {head} from '../source/llm/question/head.ts';
import {cachingOf} from '../source/llm/question/share.ts';
import {chooseModel} from '../source/llm/tiers.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {inputCost, requestsFor, tokensOf} from './prompt-size/cost.ts';
import {madeUpSamples, samplesOf} from './prompt-size/samples.ts';
import {subjectsOf} from './prompt-size/subjects.ts';

const mostFixedTokens = 600;

/** The fewest tokens that a provider caches, for the models of the presets, as both vendors document. */
const smallestPrefix = 1024;

const fixedPart: Figure = {
	name: 'tokens of the part that every question shares vs. the limit',
	unit: 'x',
	bound: 1,
	meaning: `You pay for the instructions with each comment: at most ${mostFixedTokens} tokens (o200k).`,
};
const whole: Figure = {
	name: 'mean tokens of a question vs. its fixed part',
	unit: 'x',
	bound: null,
	meaning: 'The share of the comment, its hunk and the file excerpt in a question.',
};
const inputOfOne: Figure = {
	name: 'input cost of a comment as sent vs. with the short head',
	unit: 'x',
	bound: 1,
	meaning:
		'If several comments are on one file, its excerpt can be part of the head, which the provider caches at a lower price. Below 1, that is cheaper than the short head, and pr-resolve does it.',
};

export const promptSize: Benchmark = {
	about: 'The size of a question to a model, and its input cost with each preset that charges for tokens.',
	seconds: 5,
	figures: [fixedPart, whole, inputOfOne],
	measure,
};

async function measure({corpus}: Machine): Promise<Measured[]> {
	const {pulls, single} = corpus === null ? {pulls: madeUpSamples(), single: []} : samplesOf(corpus);
	const inPulls = pulls.map(subjectsOf);
	const requests = async (caching: Parameters<typeof requestsFor>[1], subjects = inPulls) =>
		(await Promise.all(subjects.map(each => requestsFor(each, caching)))).flat();
	const short = await requests(null);
	const all = [...short, ...(await requests(null, single.map(subjectsOf)))];
	const [fixed, mean] = [countTokens(head), all.reduce((sum, request) => sum + tokensOf(request), 0) / all.length];
	const costs = providers.map(async ({id: provider, preset: {alias: name, tier}}): Promise<Measured[]> => {
		const choice = chooseModel(provider, tier);
		const price = priceOf(choice);
		if (!price?.input) return [];
		const sent = await requests(cachingOf(price, smallestPrefix));
		const cost = (asked: typeof sent) => inputCost(asked, price, smallestPrefix) / asked.length;
		const sharing = sent.filter(request => request.head !== head).length;
		return [
			{
				figure: inputOfOne,
				of: `${name}, ${choice.model}`,
				value: cost(sent) / cost(short),
				detail: `$${cost(sent).toFixed(6)} / $${cost(short).toFixed(6)}, ${sharing} of ${sent.length} share a longer head`,
			},
		];
	});
	return [
		{
			figure: fixedPart,
			of: '',
			value: fixed / mostFixedTokens,
			detail: `${fixed} / ${mostFixedTokens} tokens`,
		},
		{
			figure: whole,
			of: '',
			value: mean / fixed,
			detail: `${Math.round(mean)} / ${fixed} tokens, ${all.length} ${corpus === null ? 'made-up comments' : 'comments in prose'}`,
		},
		...(await Promise.all(costs)).flat(),
	];
}
