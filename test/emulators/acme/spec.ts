import {noted} from '../../../source/llm/providers/api/listed.ts';
import type {Service, Vendor} from '../../../source/llm/providers/api/service.ts';
import {api} from '../../../source/llm/providers/api/spec.ts';
import {modelAt} from '../../../source/llm/providers/models.ts';
import type {ModelRequest, Provider, ProviderOptions} from '../../../source/llm/providers/provider.ts';
import type {VendorSpec} from '../../../source/llm/providers/spec.ts';
import {paid} from '../../../source/llm/providers/tier.ts';

/** A vendor with a protocol of its own, who wants each request signed: its method, host, path and body. */
export const spec: VendorSpec = {
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
	open,
	list: async (options, signal) => noted(await (await modelsOf(await serviceOf(options), signal)).list()),
};

async function open(options: ProviderOptions): Promise<Provider> {
	const service = await serviceOf(options);
	const {exchange} = await import('../../../source/llm/providers/api/exchange.ts');
	const {checkService} = await import('../../../source/llm/providers/api/check.ts');
	const bodyOf = ({head, body, schema, maximumOutputTokens}: ModelRequest) =>
		JSON.stringify({model: options.model, head, body, schema, maximumOutputTokens});
	return {
		provider: spec.id,
		model: options.model,
		effort: options.effort,
		address: service.address,
		isLocal: false,
		isMetered: true,
		load: async () => {},
		sizeOf: request => Buffer.byteLength(bodyOf(request)),
		async ask(request, signal) {
			const answer = await exchange(service, signal, async fetch => {
				const response = await fetch(`${service.address}/answers`, {method: 'POST', body: bodyOf(request)});
				return (await response.json()) as {text: string; input: number; output: number};
			});
			const usage = {input: answer.input, cachedInput: 0, cacheWrite: 0, output: answer.output};
			return {text: answer.text, stop: 'complete', usage, model: options.model};
		},
		async *check(signal) {
			yield* checkService(service, await modelsOf(service, signal), null);
		},
	};
}

async function serviceOf(options: ProviderOptions): Promise<Service> {
	const {openService} = await import('../../../source/llm/providers/api/service.ts');
	const {createHmac} = await import('node:crypto');
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
	return openService(spec, vendor, options);
}

async function modelsOf(service: Service, signal: AbortSignal) {
	const {exchange} = await import('../../../source/llm/providers/api/exchange.ts');
	const list = () =>
		exchange(service, signal, async fetch => {
			const {models} = (await (await fetch(`${service.address}/models`)).json()) as {models: string[]};
			return models.map(id => ({id, state: 'active' as const, endsAt: null}));
		});
	return {list, find: async (model: string) => ({id: model, state: 'active' as const, endsAt: null})};
}
