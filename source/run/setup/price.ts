import {costOf, priceOf, readPrice, readRates} from '../../llm/prices.ts';
import {modelAndAddress} from '../../llm/select.ts';
import {meanQuestion} from '../../llm/speed.ts';
import {type Draft, settingsWith} from './draft.ts';

/**
 * US dollars that a question to the draft's model costs at its address, without thinking; null if the price is unknown,
 * so that nothing can be sent.
 * @throws {Failure} as `chooseModel`
 */
export function costOfQuestion(draft: Draft): number | null {
	const {provider, model: named} = draft;
	const used = settingsWith(draft);
	const {baseUrl, ...chosen} = modelAndAddress(provider, named, used);
	const choice = {provider, ...chosen};
	const price = priceOf(choice, used.price.map(readPrice), baseUrl);
	return price && costOf(price, {...meanQuestion, cachedInput: 0, cacheWrite: 0});
}

/** The figures of a price as a draft has them, without blanks; null if they are none. */
export function readTypedRates(text: string): string | null {
	const rates = text.replace(/\s+/g, '');
	return readRates(rates) && rates;
}
