import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {costOf, priceOf, readPrice, worstCost} from '../../source/llm/prices.ts';
import type {ModelChoice} from '../../source/llm/providers/registry.ts';
import type {Usage} from '../../source/llm/providers/usage.ts';
import type {ProviderId} from '../../source/settings/providers.ts';

const choice = (provider: ProviderId, model: string): ModelChoice => ({provider, model, effort: null});
const price = (provider: ProviderId, model: string) => priceOf(choice(provider, model))!;
const usage = (given: Partial<Usage>): Usage => ({input: 0, cachedInput: 0, cacheWrite: 0, output: 0, ...given});
const million = 1_000_000;

describe('prices', () => {
	test.each<[ProviderId, string, number, number, number, number]>([
		['api-a', 'gpt-6-luna', 0.1, 0.01, 0.125, 0.5],
		['api-a', 'gpt-5.6-luna', 0.2, 0.02, 0.25, 1.2],
		['api-a', 'gpt-6.1-terra', 1, 0.05, 1.25, 5],
		['api-a', 'gpt-4o-mini', 0.15, 0.075, 0.15, 0.6],
		['api-a', 'gpt-4o-mini-2024-07-18', 0.15, 0.075, 0.15, 0.6],
		['api-b', 'claude-haiku-5-5', 0.1, 0.01, 0.125, 0.5],
		['api-b', 'claude-sonnet-5-5', 2, 0.1, 2.5, 10],
		['api-b', 'claude-opus-5-5', 4, 0.2, 5, 20],
		['api-b', 'claude-haiku-4-5-20251001', 1, 0.1, 1.25, 5],
	])('%s %s', (provider, model, input, cachedInput, cacheWrite, output) => {
		expect(price(provider, model)).toMatchObject({input, cachedInput, cacheWrite, output});
	});

	test.each<[ProviderId, string]>([
		['local', 'anything:7b'],
		['cli-a', 'sonnet'],
		['cli-b', 'default'],
	])('%s costs nothing, wherever it is', (provider, model) => {
		const free = priceOf(choice(provider, model), [], 'http://somewhere:1')!;
		expect(costOf(free, usage({input: million, output: million}))).toBe(0);
		expect(worstCost(free, million, million)).toBe(0);
	});

	test('are unknown of unknown models, of retired ones, and at other addresses', () => {
		expect(priceOf(choice('api-a', 'gpt-unknown'))).toBeNull();
		expect(priceOf(choice('api-a', 'toString'))).toBeNull();
		expect(priceOf(choice('api-a', 'claude-haiku-5-5'))).toBeNull();
		expect(priceOf(choice('api-a', 'gpt-4.1-nano'))).toBeNull();
		expect(priceOf(choice('api-a', 'gpt-6-luna'), [], 'http://localhost:1234/v1')).toBeNull();
		expect(priceOf(choice('api-a', 'gpt-6-luna'), [], 'https://api.openai.com.example.com/v1')).toBeNull();
		expect(priceOf(choice('api-a', 'gpt-6-luna'), [], 'https://api.openai.com/v1')).not.toBeNull();
		expect(priceOf(choice('api-b', 'claude-opus-5-5'), [], 'https://api.anthropic.com')).not.toBeNull();
	});

	test('a person’s own counts anywhere', () => {
		const given = readPrice('gpt-6-luna=1/0.5/2');
		expect(priceOf(choice('api-a', 'gpt-6-luna'), [given])).toMatchObject({input: 1, cachedInput: 0.5, output: 2});
		expect(priceOf(choice('api-a', 'gpt-6-luna'), [given], 'http://localhost:1/v1')).toBe(given.price);
	});
});

describe('cost', () => {
	test('of plain, cached and written input and of output', () => {
		const used = usage({input: 10_000, cachedInput: 6000, cacheWrite: 1000, output: 500});
		const expected = (3000 * 2 + 6000 * 0.1 + 1000 * 2.5 + 500 * 10) / million;
		expect(costOf(price('api-b', 'claude-sonnet-5-5'), used)).toBeCloseTo(expected, 12);
	});

	test('more than 100,000 tokens of input make all of them dearer with haiku, cached ones counted', () => {
		const haiku = price('api-b', 'claude-haiku-5-5');
		const used = (input: number) => usage({input, cachedInput: 60_000, cacheWrite: 10_000, output: 1000});
		expect(costOf(haiku, used(100_000))).toBeCloseTo((30_000 * 0.1 + 600 + 1250 + 500) / million, 12);
		expect(costOf(haiku, used(100_001))).toBeCloseTo((5 * (30_001 * 0.1 + 600 + 1250 + 500)) / million, 12);
	});

	test('more than 272,000 tokens of input double it with OpenAI, and make output 1.5 times as dear', () => {
		const luna = price('api-a', 'gpt-6-luna');
		const used = (input: number) => usage({input, cachedInput: 72_000, output: 1000});
		expect(costOf(luna, used(272_000))).toBeCloseTo((200_000 * 0.1 + 720 + 500) / million, 12);
		expect(costOf(luna, used(272_001))).toBeCloseTo((200_001 * 0.2 + 1440 + 750) / million, 12);
	});

	test('is never more than the worst that was reckoned with', () => {
		const models = ['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-haiku-4-5'].map(model => price('api-b', model));
		const prices = [...models, price('api-a', 'gpt-6-luna'), price('api-a', 'gpt-4o-mini'), readPrice('m=3/4/5').price];
		const counts = fc.record({
			bytes: fc.integer({min: 0, max: 600_000}),
			share: fc.double({min: 0, max: 1, noNaN: true}),
			cached: fc.double({min: 0, max: 1, noNaN: true}),
			written: fc.double({min: 0, max: 1, noNaN: true}),
			maximum: fc.integer({min: 1, max: 100_000}),
		});
		fc.assert(
			fc.property(fc.constantFrom(...prices), counts, (rates, {bytes, share, cached, written, maximum}) => {
				const input = Math.floor(bytes * share);
				const cachedInput = Math.floor(input * cached);
				const cacheWrite = Math.floor((input - cachedInput) * written);
				const cost = costOf(rates, {input, cachedInput, cacheWrite, output: maximum});
				expect(cost).toBeLessThanOrEqual(worstCost(rates, bytes, maximum) * (1 + 1e-12));
			}),
		);
	});

	test('the worst is at the rate of written input, and above the threshold where the bytes are', () => {
		const haiku = price('api-b', 'claude-haiku-5-5');
		expect(worstCost(haiku, 100_000, 1000)).toBeCloseTo((100_000 * 0.125 + 500) / million, 12);
		expect(worstCost(haiku, 100_001, 1000)).toBeCloseTo((100_001 * 0.625 + 2500) / million, 12);
	});
});

describe('a price that a person gives', () => {
	test.each([
		['gpt-6-luna=0.10/0.01/0.50', 'gpt-6-luna', 0.1, 0.01, 0.5],
		['vendor/name:free = 0 / 0 / 0', null, 0, 0, 0],
		['meta/llama:70b=1/.5/2', 'meta/llama:70b', 1, 0.5, 2],
		['a=b=1/1/1', 'a=b', 1, 1, 1],
	])('%s', (text, model, input, cachedInput, output) => {
		if (model === null) return expect(() => readPrice(text)).toThrow('is not a price');
		expect(readPrice(text)).toMatchObject({model, price: {input, cachedInput, output, above: null}});
	});

	test.each([
		['m=2/0.2/8', 2.5],
		['m=2/0.2/8/2.1', 2.1],
		['m=2/0.2/8/0', 0],
	])('%s: a written token costs %s', (text, cacheWrite) => {
		expect(readPrice(text).price).toMatchObject({input: 2, cachedInput: 0.2, output: 8, cacheWrite});
	});

	test.each([
		'',
		'm',
		'm=',
		'=1/2/3',
		'm=1/2',
		'm=1/2/3/4/5',
		'm=1/2/3/',
		'm=1/2/3/x',
		'm=1//3',
		'm=-1/2/3',
		'm=1/2/NaN',
		'm=1e3/2/3',
		'm=1/2/$3',
	])('%j is none', text => {
		expect(() => readPrice(text)).toThrow(expect.objectContaining({kind: 'usage', code: 'bad-price'}));
	});
});
