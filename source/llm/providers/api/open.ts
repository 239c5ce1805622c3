import type {Effort, ModelReply, ModelRequest, Provider, ProviderOptions} from '../provider.ts';
import type {NotedModel, VendorSpec} from '../spec.ts';
import {type Catalogue, checkService, type ListedModel} from './check.ts';
import {exchangeWithApi} from './exchange.ts';
import {openService, type Service, type Vendor} from './service.ts';

/** How models behind an HTTP API are asked, with a client that sends by the given `fetch`. */
export type Api<Client> = {
	connect: (fetch: typeof globalThis.fetch) => Promise<Client>;
	/** Tokens that a head must have for the vendor to keep it; absent if it keeps none. */
	smallestKeptHead?: number;
	/** What is sent for a request, as JSON. */
	bodyOf: (request: ModelRequest) => object;
	/** Sends that; the answer is not checked. */
	send: (client: Client, request: ModelRequest) => PromiseLike<unknown>;
	/** @throws {ModelTrouble} if the answer is not what the protocol says */
	read: (answer: unknown) => ModelReply;
	list: (client: Client) => Promise<ListedModel[]>;
	find: (client: Client, model: string) => Promise<ListedModel>;
};

export type VendorProvider = {
	/** @throws {Failure} usage `bad-base-url`, `bad-key-format` */
	open: (spec: VendorSpec, options: ProviderOptions) => Promise<Provider>;
	/**
	 * The models that a key may use and that still answer, to choose from.
	 * @throws {ModelTrouble}, {Failure} as `open`
	 */
	list: (spec: VendorSpec, options: ProviderOptions, signal: AbortSignal) => Promise<NotedModel[]>;
};

/**
 * The frame of every pay-per-use provider: address, key, size of requests, checks and the list of models.
 * @param load loads the library that `connect` uses
 */
export function vendorProvider<Client>(
	vendor: Vendor,
	load: () => Promise<unknown>,
	apiOf: (service: Service, effort: Effort) => Api<Client>,
): VendorProvider {
	const exchangeBy =
		(service: Service, {connect}: Api<Client>, signal: AbortSignal) =>
		<Value>(work: (client: Client) => PromiseLike<Value>) =>
			exchangeWithApi(service, signal, async fetch => work(await connect(fetch)));

	function catalogueOf(service: Service, api: Api<Client>, signal: AbortSignal): Catalogue {
		const send = exchangeBy(service, api, signal);
		return {list: () => send(api.list), find: model => send(client => api.find(client, model))};
	}

	return {
		async open(spec, options) {
			const service = openService(spec, vendor, options);
			const {model, effort} = options;
			const api = apiOf(service, effort);
			const {smallestKeptHead} = api;
			return {
				provider: spec.id,
				model,
				effort,
				address: service.address,
				isLocal: false,
				...(smallestKeptHead !== undefined && {smallestKeptHead}),
				isMetered: true,
				load,
				sizeOf: request => Buffer.byteLength(JSON.stringify(api.bodyOf(request))),
				ask: async (request, signal) =>
					api.read(await exchangeBy(service, api, signal)(client => api.send(client, request))),
				check: signal => checkService(service, catalogueOf(service, api, signal)),
			};
		},
		async list(spec, options, signal) {
			const service = openService(spec, vendor, options);
			const models = await catalogueOf(service, apiOf(service, options.effort), signal).list();
			return models
				.filter(({state}) => state !== 'retired')
				.map(({id, endsAt}) => ({name: id, note: endsAt === null ? '' : `switched off on ${endsAt}`}));
		},
	};
}
