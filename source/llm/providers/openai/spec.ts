import {api} from '../api/spec.ts';
import type {VendorSpec} from '../spec.ts';
import {paid} from '../tier.ts';
import {openaiModels} from './models.ts';

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
