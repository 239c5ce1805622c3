import {api} from '../api/spec.ts';
import type {VendorSpec} from '../spec.ts';
import {paid} from '../tier.ts';
import {anthropicModels} from './models.ts';

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
