import {api} from '../api/spec.ts';
import {type ModelRow, modelAt, type Rates, scaled} from '../models.ts';
import type {VendorSpec} from '../spec.ts';
import {paid} from '../tier.ts';

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
const anthropicModels: Readonly<Record<string, ModelRow>> = {
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

export const spec: VendorSpec<'api-b'> = {
	...api,
	id: 'api-b',
	alias: 'anthropic',
	preset: {name: 'api-b-balanced', alias: 'anthropic-api-balanced', tier: 'mid'},
	title: 'Anthropic API',
	vendor: 'Anthropic',
	latency: 'fast',
	notes: ['prompt caching makes repeated input 50-90% cheaper'],
	tiers: [
		paid('mid', 'claude-sonnet-5-5', 'low', 'better', 0.003),
		paid('small', 'claude-haiku-5-5', 'low', 'good; budget', 0.0008),
		paid('large', 'claude-opus-5-5', 'low', 'best; premium', 0.005),
	],
	models: anthropicModels,
	address: {variable: 'ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com'},
	key: {
		variable: 'ANTHROPIC_API_KEY',
		begins: 'sk-ant-',
		shapes: [/\bsk-ant-[\w-]{16,300}/dg],
		page: 'https://platform.claude.com/settings/keys',
		billingPage: 'https://platform.claude.com/settings/billing',
	},
	open: async options => (await import('./open.ts')).anthropic.open(spec, options),
	list: async (options, signal) => (await import('./open.ts')).anthropic.list(spec, options, signal),
};
