import {api} from '../api/spec.ts';
import {type ModelRow, modelAt, scaled} from '../models.ts';
import type {VendorSpec} from '../spec.ts';
import {paid} from '../tier.ts';

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
const openaiModels: Readonly<Record<string, ModelRow>> = {
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

export const spec: VendorSpec<'api-a'> = {
	...api,
	id: 'api-a',
	alias: 'openai',
	preset: {name: 'api-a-mini', alias: 'openai-api-mini', tier: 'mini'},
	title: 'OpenAI API',
	vendor: 'OpenAI',
	latency: 'fast (1-3 s with a small model)',
	notes: ['prompt caching is not guaranteed; reported cached tokens are counted'],
	tiers: [
		paid('mini', 'gpt-6-luna', 'low', 'good', 0.00015, 0.0002),
		paid('nano', 'gpt-6-luna', 'none', 'good; budget', 0.0001),
		paid('mini-plus', 'gpt-6-luna', 'high', 'better; best value', 0.0003),
		paid('premium', 'gpt-6.1-terra', 'low', 'best', 0.001),
	],
	models: openaiModels,
	address: {variable: 'OPENAI_BASE_URL', usual: 'https://api.openai.com/v1', hasRegions: true},
	key: {
		variable: 'OPENAI_API_KEY',
		begins: 'sk-',
		shapes: [/\bsk-(?:proj|svcacct|admin)-[\w-]{16,300}/dg, /\bsk-[A-Za-z0-9]{32,100}/dg],
		page: 'https://platform.openai.com/api-keys',
		billingPage: 'https://platform.openai.com/settings/organization/billing',
	},
	open: async options => (await import('./open.ts')).openai.open(spec, options),
	list: async (options, signal) => (await import('./open.ts')).openai.list(spec, options, signal),
};
