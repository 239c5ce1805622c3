import type {Effort, ModelReply, ModelRequest, ModelService, ProviderOptions} from '../provider.ts';
import type {NotedModel, VendorSpec} from '../spec.ts';
import {checkService, type ListedModel} from './check.ts';
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
 * What the client of each library is opened with. Together with the options of its own, all are set, so that it reads nothing
 * from the environment; `exchange` drops what it adds itself.
 */
export const clientOptions = ({key, address}: Service, fetch: typeof globalThis.fetch) =>
	({apiKey: key ?? 'none', baseURL: address, maxRetries: 0, timeout: 2 ** 31 - 1, logLevel: 'off', fetch}) as const;

/**
 * What all pay-per-use providers share: address, key, size of requests, checks and the list of models.
 * @param load loads the library that `connect` uses
 */
export function vendorProvider<Client>(
	vendor: Vendor,
	load: () => Promise<unknown>,
	apiOf: (service: Service, effort: Effort) => Api<Client>,
) {
	function connectTo(spec: VendorSpec, options: ProviderOptions) {
		const service = openService(spec, vendor, options);
		const api = apiOf(service, options.effort);
		const exchange = <Value>(signal: AbortSignal, work: (client: Client) => PromiseLike<Value>) =>
			exchangeWithApi(service, signal, async fetch => work(await api.connect(fetch)));
		return {service, api, exchange};
	}

	return {
		/** @throws {Failure} usage `bad-base-url`, `bad-key-format`, `bad-proxy` */
		async open(spec: VendorSpec, options: ProviderOptions): Promise<ModelService> {
			const {service, api, exchange} = connectTo(spec, options);
			const {model, effort} = options;
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
				ask: async (request, signal) => api.read(await exchange(signal, client => api.send(client, request))),
				check: signal =>
					checkService(service, {
						list: () => exchange(signal, api.list),
						find: model => exchange(signal, client => api.find(client, model)),
					}),
			};
		},
		/** The models that a key may use and that are not switched off. @throws {ModelTrouble}, {Failure} as `open` */
		async list(spec: VendorSpec, options: ProviderOptions, signal: AbortSignal): Promise<NotedModel[]> {
			const {api, exchange} = connectTo(spec, options);
			const models = await exchange(signal, api.list);
			return models
				.filter(({state}) => state !== 'retired')
				.map(({id, endsAt}) => ({name: id, note: endsAt === null ? '' : `switched off on ${endsAt}`}));
		},
	};
}
