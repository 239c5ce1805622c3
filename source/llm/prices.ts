import {Failure} from '../failure.ts';
import {isVendorAddress} from './providers/address.ts';
import {modelRow, type Price, type Rates} from './providers/models.ts';
import {type ModelChoice, specOf} from './providers/registry.ts';
import type {Usage} from './providers/usage.ts';

/** A price as a person gave it, by the name of the model or of its tier. */
type GivenPrice = {model: string; price: Price};

export const freePrice: Price = {input: 0, cachedInput: 0, cacheWrite: 0, output: 0, above: null};

/**
 * What a model's tokens cost: nothing with `local` and the subscription clients; null where that is not known, which
 * never means nothing.
 */
export function priceOf(
	choice: ModelChoice,
	given: readonly GivenPrice[] = [],
	baseUrl: string | null = null,
): Price | null {
	const spec = specOf(choice.provider);
	if (spec.exposure !== 'vendor') return freePrice;
	const own = given.findLast(({model}) => meansModel(model, choice));
	if (own) return own.price;
	return isVendorAddress(spec, baseUrl) ? (modelRow(spec.models, choice.model)?.price ?? null) : null;
}

/** What to do about an unknown price. */
export const priceRemedy = (model: string) =>
	`Pass --set llm.price=${model}=<input>/<cached input>/<output> (US dollars per million tokens).`;

/** Whether a name is a model's own, or that of a tier which stands for it. */
export const meansModel = (name: string, {provider, model}: ModelChoice) =>
	name === model || specOf(provider).tiers.some(tier => tier.name === name.toLowerCase() && tier.model === model);

/** US dollars for what was used. Thresholds count all input, cached and written tokens included. */
export function costOf(price: Price, usage: Usage): number {
	const rates = ratesFor(price, usage.input);
	const plain = Math.max(0, usage.input - usage.cachedInput - usage.cacheWrite);
	const millions =
		plain * rates.input +
		usage.cachedInput * rates.cachedInput +
		usage.cacheWrite * rates.cacheWrite +
		usage.output * rates.output;
	return millions / 1_000_000;
}

/** Output tokens of an answer, about: an edit of a few lines and its reason. */
const usualOutput = 300;
const bytesPerToken = 3;

/** US dollars that a request of so many bytes will cost, about. */
export const usualCost = (price: Price, bytes: number) =>
	costOf(price, {input: Math.ceil(bytes / bytesPerToken), cachedInput: 0, cacheWrite: 0, output: usualOutput});

/**
 * US dollars that a request cannot exceed. A text has at most as many tokens as UTF-8 bytes; any of them may be written
 * to a cache, which can be dearer than reading them.
 */
export function worstCost(price: Price, bytes: number, maximumOutputTokens: number): number {
	const rates = ratesFor(price, bytes);
	const input = Math.max(rates.input, rates.cachedInput, rates.cacheWrite);
	return (bytes * input + maximumOutputTokens * rates.output) / 1_000_000;
}

function ratesFor(price: Price, inputTokens: number): Rates {
	return price.above !== null && inputTokens > price.above.tokens ? price.above : price;
}

/**
 * Reads `<model>=<input>/<cached>/<output>[/<cache writes>]`, US dollars per million tokens.
 * @throws {Failure} usage `bad-price`
 */
export function readPrice(text: string): GivenPrice {
	const [, model = '', list = ''] = /^\s*(\S+)=([^=]*)$/.exec(text) ?? [];
	const price = readRates(list);
	if (model === '' || price === null) {
		const remedy =
			'Expected: <model>=<input>/<cached input>/<output> in US dollars per million tokens, such as gpt-6-luna=0.10/0.01/0.50. A fourth figure is for cache writes.';
		throw new Failure('usage', 'bad-price', `${JSON.stringify(text)} is not a price.`, remedy);
	}
	return {model, price};
}

/**
 * The figures of a price alone; null for anything else. Without the fourth, tokens that are written to a cache cost 1.25
 * times the input: the vendors' rule, and not too little for a service that does not charge for it.
 */
export function readRates(list: string): Price | null {
	const [input, cachedInput, output, cacheWrite, ...more] = list.split('/').map(readRate);
	if (input == null || cachedInput == null || output == null || cacheWrite === null || more.length > 0) return null;
	return {input, cachedInput, cacheWrite: cacheWrite ?? input * 1.25, output, above: null};
}

const readRate = (text: string) => (/^\s*(?:\d+(?:\.\d+)?|\.\d+)\s*$/.test(text) ? Number(text) : null);
