import * as z from 'zod/mini';
import {checkService} from '../api/check.ts';
import {exchange} from '../api/exchange.ts';
import type {ListedModel} from '../api/listed.ts';
import {openService, type Service} from '../api/service.ts';
import {badShape} from '../api/trouble.ts';
import type {ModelReply, Provider, ProviderOptions} from '../provider.ts';
import type {VendorSpec} from '../spec.ts';
import {bodyFor, smallestKeptHead} from './body.ts';
import {oddityOfKey, vendor} from './vendor.ts';

/**
 * Anthropic's models by pay-per-use API: the Messages API, with structured output.
 * @throws {Failure} usage `bad-base-url`, `bad-key-format`
 */
export async function openAnthropic(spec: VendorSpec, options: ProviderOptions): Promise<Provider> {
	const service = openService(spec, vendor, options);
	const {model, effort} = options;
	const bodyOf = bodyFor(model, effort);
	const oddity = service.key !== null && service.isVendors ? oddityOfKey(service.key) : null;
	return {
		provider: spec.id,
		model,
		effort,
		address: service.address,
		isLocal: false,
		smallestKeptHead: smallestKeptHead(model),
		isMetered: true,
		load: loadLibrary,
		sizeOf: request => Buffer.byteLength(JSON.stringify(bodyOf(request))),
		ask: async (request, signal) => {
			const body = bodyOf(request);
			// Not `messages.create`, which writes to the console when a model is about to be retired.
			const send = async (fetch: typeof globalThis.fetch) =>
				(await connect(service, fetch)).post<unknown>('/v1/messages', {body});
			return read(service, await exchange(service, signal, send));
		},
		check: signal => checkService(service, catalogueOf(service, signal), oddity),
	};
}

/**
 * The models that a key may use, for a list to choose from.
 * @throws {ModelTrouble}, {Failure} as `openAnthropic`
 */
export async function listAnthropicModels(
	spec: VendorSpec,
	options: ProviderOptions,
	signal: AbortSignal,
): Promise<ListedModel[]> {
	return catalogueOf(openService(spec, vendor, options), signal).list();
}

const count = z.int().check(z.nonnegative());

const shape = z.object({
	model: z.string(),
	content: z.array(z.object({type: z.string(), text: z.optional(z.string())})),
	stop_reason: z.nullish(z.string()),
	usage: z.catch(
		z.nullable(
			z.object({
				input_tokens: count,
				cache_read_input_tokens: z.nullish(count),
				cache_creation_input_tokens: z.nullish(count),
				output_tokens: count,
			}),
		),
		null,
	),
});

const stops: Readonly<Record<string, ModelReply['stop']>> = {
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	refusal: 'refusal',
};

function read(service: Service, answer: unknown): ModelReply {
	const parsed = shape.safeParse(answer);
	if (!parsed.success) throw badShape(service, parsed.error);
	const {model, content, stop_reason, usage} = parsed.data;
	const cachedInput = usage?.cache_read_input_tokens ?? 0;
	const cacheWrite = usage?.cache_creation_input_tokens ?? 0;
	return {
		text: content.map(({type, text = ''}) => (type === 'text' ? text : '')).join(''),
		stop: stops[stop_reason ?? ''] ?? 'complete',
		usage: usage && {
			input: usage.input_tokens + cachedInput + cacheWrite,
			cachedInput,
			cacheWrite,
			output: usage.output_tokens,
		},
		model,
	};
}

/** A server that has always more models is not asked for ever. */
const mostPages = 20;

function catalogueOf(service: Service, signal: AbortSignal) {
	return {
		list: () =>
			exchange(service, signal, async fetch => {
				const models: ListedModel[] = [];
				let pages = 0;
				for await (const page of (await (await connect(service, fetch)).models.list({limit: 1000})).iterPages()) {
					models.push(...page.data.map(asListed));
					pages += 1;
					if (pages === mostPages) break;
				}
				return models;
			}),
		find: async (model: string) =>
			asListed(await exchange(service, signal, async fetch => (await connect(service, fetch)).models.retrieve(model))),
	};
}

type Listed = {id: string; lifecycle?: string | null; retires_at?: string | null};

/** Servers that speak the vendor's protocol leave out what they like. */
function asListed({id, lifecycle, retires_at}: Listed): ListedModel {
	const state = lifecycle === 'deprecated' || lifecycle === 'retired' ? lifecycle : 'active';
	return {id, state, endsAt: retires_at?.slice(0, 10) ?? null};
}

const loadLibrary = () => import('@anthropic-ai/sdk');

/** Everything is given, so that nothing is taken from the process' environment; what would be is not sent (`exchange`). */
async function connect({address, key}: Service, fetch: typeof globalThis.fetch) {
	const {Anthropic} = await loadLibrary();
	return new Anthropic({
		apiKey: key ?? 'none',
		authToken: null,
		webhookKey: null,
		baseURL: address,
		maxRetries: 0,
		timeout: 2 ** 31 - 1,
		logLevel: 'off',
		openTelemetry: false,
		fetch,
	});
}
