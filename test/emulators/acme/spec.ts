import {createHmac} from 'node:crypto';
import type {Vendor} from '../../../source/llm/providers/api/service.ts';
import {api} from '../../../source/llm/providers/api/spec.ts';
import {modelAt} from '../../../source/llm/providers/models.ts';
import type {ModelRequest} from '../../../source/llm/providers/provider.ts';
import type {VendorSpec} from '../../../source/llm/providers/spec.ts';
import {paid} from '../../../source/llm/providers/tier.ts';

/** A vendor with a protocol of its own, who wants each request signed: its method, host, path and body. */
export const spec: VendorSpec<'api-c'> = {
	...api,
	id: 'api-c',
	alias: 'acme',
	preset: {name: 'api-c-standard', alias: 'acme-api-standard', tier: 'standard'},
	title: 'Acme API',
	vendor: 'Acme',
	latency: 'fast',
	notes: ['requests are signed'],
	tiers: [paid('standard', 'acme-1', null, 'good', 0.001)],
	models: {'acme-1': modelAt({input: 1, cachedInput: 0.1, cacheWrite: 1, output: 5, above: null}, {effort: null})},
	address: {variable: 'ACME_BASE_URL', usual: 'https://api.acme.example'},
	key: {
		variable: 'ACME_API_KEY',
		begins: 'acme-',
		shapes: [/\bacme-[\w-]{16,300}/dg],
		page: 'https://acme.example/keys',
		billingPage: 'https://acme.example/billing',
	},
	open: async options => (await acme()).open(spec, options),
	list: async (options, signal) => (await acme()).list(spec, options, signal),
};

const vendor: Vendor = {
	settlePath: path => path,
	keyRejected: 'Invalid API key',
	faultOfKey: key => (key.startsWith('acme-') ? null : 'keys of Acme begin with "acme-".'),
	headersFor({method, url, body, key}): Record<string, string> {
		if (key === null) return {};
		const signed = [method, url.host, url.pathname, body ?? ''].join('\n');
		return {'x-acme-signature': createHmac('sha256', key).update(signed).digest('hex')};
	},
	kindOf: () => null,
};

async function acme() {
	const {vendorProvider} = await import('../../../source/llm/providers/api/open.ts');
	return vendorProvider(
		vendor,
		async () => {},
		({address, model}) => {
			const bodyOf = ({head, body, schema, maximumOutputTokens}: ModelRequest) => {
				return {model, head, body, schema, maximumOutputTokens};
			};
			return {
				connect: async fetch => fetch,
				bodyOf,
				async send(fetch, request) {
					const body = JSON.stringify(bodyOf(request));
					return (await fetch(`${address}/answers`, {method: 'POST', body})).json();
				},
				read(answer) {
					const {text, input, output} = answer as {text: string; input: number; output: number};
					return {text, stop: 'complete', usage: {input, cachedInput: 0, cacheWrite: 0, output}, model};
				},
				async list(fetch) {
					const {models} = (await (await fetch(`${address}/models`)).json()) as {models: string[]};
					return models.map(id => ({id, state: 'active' as const, endsAt: null}));
				},
				find: async (_, id) => ({id, state: 'active' as const, endsAt: null}),
			};
		},
	);
}
