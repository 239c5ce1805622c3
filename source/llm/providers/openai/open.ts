import {checkService} from '../api/check.ts';
import {exchange} from '../api/exchange.ts';
import type {ListedModel} from '../api/listed.ts';
import {openService, type Service} from '../api/service.ts';
import type {Provider, ProviderOptions} from '../provider.ts';
import type {VendorSpec} from '../spec.ts';
import {chat} from './chat.ts';
import {responses} from './responses.ts';
import {vendor} from './vendor.ts';

/**
 * OpenAI's models by pay-per-use API: the Responses API at the vendor's own address, Chat Completions at any other,
 * for that is what compatible servers have.
 * @throws {Failure} usage `bad-base-url`, `bad-key-format`
 */
export async function openOpenAI(spec: VendorSpec, options: ProviderOptions): Promise<Provider> {
	const service = openService(spec, vendor, options);
	const {model, effort} = options;
	const protocol = (service.isVendors ? responses : chat)(service, effort);
	return {
		provider: spec.id,
		model,
		effort,
		address: service.address,
		isLocal: false,
		// By itself, from so many tokens on.
		...(service.isVendors && {smallestKeptHead: 1024}),
		isMetered: true,
		load: loadLibrary,
		sizeOf: request => Buffer.byteLength(JSON.stringify(protocol.bodyOf(request))),
		ask: async (request, signal) =>
			protocol.read(
				await exchange(service, signal, async fetch => protocol.send(await connect(service, fetch), request)),
			),
		check: signal => checkService(service, catalogueOf(service, signal), null),
	};
}

/**
 * The models that a key may use, for a list to choose from.
 * @throws {ModelTrouble}, {Failure} as `openOpenAI`
 */
export async function listOpenAIModels(
	spec: VendorSpec,
	options: ProviderOptions,
	signal: AbortSignal,
): Promise<ListedModel[]> {
	return catalogueOf(openService(spec, vendor, options), signal).list();
}

function catalogueOf(service: Service, signal: AbortSignal) {
	return {
		list: async () => {
			const page = await exchange(service, signal, async fetch => (await connect(service, fetch)).models.list());
			return (Array.isArray(page.data) ? page.data : []).map(asListed);
		},
		find: async (model: string) =>
			asListed(await exchange(service, signal, async fetch => (await connect(service, fetch)).models.retrieve(model))),
	};
}

/** Compatible servers leave out what they like. */
function asListed({id, shutdown_date}: {id: string; shutdown_date?: string | null}): ListedModel {
	return {id, state: shutdown_date ? 'deprecated' : 'active', endsAt: shutdown_date ?? null};
}

const loadLibrary = () => import('openai');

/** Everything is given, so that nothing is taken from the process' environment; what would be is not sent (`exchange`). */
async function connect({address, key}: Service, fetch: typeof globalThis.fetch) {
	const {OpenAI} = await loadLibrary();
	return new OpenAI({
		apiKey: key ?? 'none',
		adminAPIKey: null,
		webhookSecret: null,
		organization: null,
		project: null,
		baseURL: address,
		maxRetries: 0,
		timeout: 2 ** 31 - 1,
		logLevel: 'off',
		fetch,
	});
}
