import type {Effort, ModelReply, ModelRequest, ModelService, ProviderOptions} from '../provider.ts';
import type {NotedModel, VendorSpec} from '../spec.ts';
import {type Catalogue, checkService, type ListedModel} from './check.ts';
import {exchangeWithApi} from './exchange.ts';
import {openService, type Service, type Vendor} from './service.ts';

/** How to send requests to an HTTP API, with a client that uses the given `fetch`. */
export type Api<Client> = {
	connect: (fetch: typeof globalThis.fetch) => Promise<Client>;
	/** The fewest tokens of a head that the vendor caches; absent if it caches none. */
	smallestKeptHead?: number;
	bodyOf: (request: ModelRequest) => object;
	/** Sends it; the answer is not checked. */
	send: (client: Client, request: ModelRequest) => PromiseLike<unknown>;
	/** @throws {ModelTrouble} if the answer does not follow the protocol */
	read: (answer: unknown) => ModelReply;
	list: (client: Client) => Promise<ListedModel[]>;
	find: (client: Client, model: string) => Promise<ListedModel>;
};

/**
 * What all pay-per-use providers share: address, key, size of requests, checks and the list of models.
 * @param load loads the library that `connect` uses
 */
export function vendorProvider<Client>(
	vendor: Vendor,
	load: () => Promise<unknown>,
	apiOf: (service: Service, effort: Effort) => Api<Client>,
) {
	const exchangeBy =
		(service: Service, {connect}: Api<Client>, signal: AbortSignal) =>
		<Value>(work: (client: Client) => PromiseLike<Value>) =>
			exchangeWithApi(service, signal, async fetch => work(await connect(fetch)));

	function catalogueOf(service: Service, api: Api<Client>, signal: AbortSignal): Catalogue {
		const send = exchangeBy(service, api, signal);
		return {list: () => send(api.list), find: model => send(client => api.find(client, model))};
	}

	return {
		/** @throws {Failure} usage `bad-base-url`, `bad-key-format`, `bad-proxy` */
		async open(spec: VendorSpec, options: ProviderOptions): Promise<ModelService> {
			const service = openService(spec, vendor, options);
			const {model, effort} = options;
			const api = apiOf(service, effort);
			const {smallestKeptHead} = api;
			return {
				model,
				effort,
				address: service.address,
				isLocal: false,
				...(smallestKeptHead !== undefined && {smallestKeptHead}),
				isMetered: true,
				load: () => Promise.all([load(), service.route.load()]),
				sizeOf: request => Buffer.byteLength(JSON.stringify(api.bodyOf(request))),
				ask: async (request, signal) =>
					api.read(await exchangeBy(service, api, signal)(client => api.send(client, request))),
				check: signal => checkService(service, catalogueOf(service, api, signal)),
			};
		},
		/** The models that a key may use and that are not switched off. @throws {ModelTrouble}, {Failure} as `open` */
		async list(spec: VendorSpec, options: ProviderOptions, signal: AbortSignal): Promise<NotedModel[]> {
			const service = openService(spec, vendor, options);
			const models = await catalogueOf(service, apiOf(service, options.effort), signal).list();
			return models
				.filter(({state}) => state !== 'retired')
				.map(({id, endsAt}) => ({name: id, note: endsAt === null ? '' : `switched off on ${endsAt}`}));
		},
	};
}
