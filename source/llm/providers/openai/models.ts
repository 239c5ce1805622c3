import {type ModelRow, modelAt, scaled} from '../models.ts';

/** `write` defaults to the price of plain input: these models have no separate price for it. */
function openaiModel(
	input: number,
	cachedInput: number,
	output: number,
	write = input,
	ending?: Parameters<typeof modelAt>[1],
): ModelRow {
	const rates = {input, cachedInput, cacheWrite: write, output};
	return modelAt({...rates, above: {tokens: 272_000, ...scaled(rates, 2, 1.5)}}, ending);
}

/** The standard tier of the vendor's own service, from its model pages. */
export const openaiModels: Readonly<Record<string, ModelRow>> = {
	'gpt-6-luna': openaiModel(0.1, 0.01, 0.5, 0.125),
	'gpt-5.6-luna': openaiModel(0.2, 0.02, 1.2, 0.25),
	'gpt-6.1-terra': openaiModel(1, 0.05, 5, 1.25),
	'gpt-6.1-sol': openaiModel(2, 0.1, 10, 2.5),
	'gpt-6.2-sol': openaiModel(2, 0.1, 10, 2.5),
	'gpt-6-sol': openaiModel(2, 0.2, 10, 2.5),
	'gpt-6-astra': openaiModel(10, 1, 50, 12.5),
	'gpt-6.2-astra': openaiModel(8, 0.4, 40, 10),
	'gpt-5.4-nano': openaiModel(0.2, 0.02, 1.25, undefined, {ends: '2027-04-01'}),
	'gpt-5.4-mini': openaiModel(0.75, 0.075, 4.5),
	'gpt-5-nano': openaiModel(0.05, 0.005, 0.4, undefined, {ends: '2026-12-11'}),
	'gpt-5-mini': openaiModel(0.25, 0.025, 2, undefined, {ends: '2026-12-11'}),
	'gpt-5': openaiModel(1.25, 0.125, 10, undefined, {ends: '2026-12-11'}),
	'gpt-4o-mini': openaiModel(0.15, 0.075, 0.6, undefined, {ends: '2027-01-14', effort: null}),
	'gpt-4.1-nano': {price: null, ends: '2026-10-23', effort: null},
};
