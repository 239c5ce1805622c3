import {countTokens} from 'gpt-tokenizer/encoding/o200k_base';
import {noMask} from '../../source/llm/mask/mask.ts';
import {costOf} from '../../source/llm/prices.ts';
import type {Price} from '../../source/llm/providers/models.ts';
import type {ModelRequest} from '../../source/llm/providers/provider.ts';
import {questionsFor} from '../../source/llm/question/question.ts';
import type {Caching} from '../../source/llm/question/share.ts';
import type {ShownSubject} from '../../source/llm/question/show.ts';

/** The requests about the comments of one pull request. */
export async function requestsFor(subjects: readonly ShownSubject[], caching: Caching | null): Promise<ModelRequest[]> {
	const questions = await questionsFor(subjects, noMask, caching);
	return questions.flatMap(question => ('unasked' in question ? [] : question.request));
}

export const tokensOf = ({head, body}: ModelRequest) => countTokens(head) + countTokens(body);

/**
 * US dollars for the input of requests, those with the same head in a row: the first writes it to the provider's cache and
 * the others read it, if it is long enough for the cache.
 */
export function inputCost(requests: readonly ModelRequest[], price: Price, smallestPrefix: number): number {
	let cost = 0;
	for (const row of Map.groupBy(requests, ({head}) => head).values()) {
		const head = countTokens(row[0]!.head);
		const kept = head >= smallestPrefix && row.length > 1 ? head : 0;
		for (const [index, request] of row.entries()) {
			const [cacheWrite, cachedInput] = index === 0 ? [kept, 0] : [0, kept];
			cost += costOf(price, {input: tokensOf(request), cachedInput, cacheWrite, output: 0});
		}
	}
	return cost;
}
