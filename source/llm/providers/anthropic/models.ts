import {type ModelRow, modelAt, type Rates, scaled} from '../models.ts';

const anthropicModel = (
	input: number,
	cachedInput: number,
	output: number,
	ending?: Parameters<typeof modelAt>[1],
): ModelRow => modelAt({input, cachedInput, cacheWrite: input * 1.25, output, above: null}, ending);

const haiku55: Rates = {input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5};
const opus4 = anthropicModel(5, 0.5, 25, {effort: null});

/**
 * The standard tier of the vendor's own service, from its model pages and the computations of its client. If a page has no
 * rate for cache writes, the vendor's rule of 1.25 times the input applies.
 */
export const anthropicModels: Readonly<Record<string, ModelRow>> = {
	'claude-haiku-5-5': modelAt({...haiku55, above: {tokens: 100_000, ...scaled(haiku55, 5, 5)}}),
	'claude-sonnet-5-5': anthropicModel(2, 0.1, 10),
	'claude-opus-5-5': anthropicModel(4, 0.2, 20),
	'claude-fable-5-2': anthropicModel(8, 0.2, 40),
	'claude-fable-5-1': anthropicModel(10, 0.25, 50),
	'claude-sonnet-5': anthropicModel(2, 0.2, 10),
	'claude-opus-5': anthropicModel(5, 0.5, 25),
	'claude-opus-4-8': opus4,
	'claude-opus-4-7': opus4,
	'claude-opus-4-6': opus4,
	'claude-opus-4-5': opus4,
	'claude-sonnet-4-6': anthropicModel(3, 0.3, 15, {effort: null}),
	'claude-sonnet-4-5': anthropicModel(3, 0.3, 15, {ends: '2026-11-30', effort: null}),
	'claude-haiku-4-5': anthropicModel(1, 0.1, 5, {effort: null}),
};
