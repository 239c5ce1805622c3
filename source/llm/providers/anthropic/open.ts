import * as z from 'zod/mini';
import type {ListedModel} from '../api/check.ts';
import {clientOptions, vendorProvider} from '../api/open.ts';
import type {ApiRefusal} from '../api/refusal.ts';
import type {Service, Vendor} from '../api/service.ts';
import {badShape} from '../api/trouble.ts';
import type {ModelReply} from '../provider.ts';
import {bodyFor, smallestKeptHead, stops, usageOf} from './body.ts';

/** The most pages of the list of models: a faulty server may always offer one more. */
const mostPages = 20;

const load = () => import('@anthropic-ai/sdk');

/** The first version with structured output for all current models, and the SDK's version. */
const version = '2026-10-21';

const anthropicVendor: Vendor = {
	settlePath: path => path.replace(/\/v1$/, ''),
	keyRejected: 'Invalid API key; the key header (x-api-key) is invalid',
	faultOfKey(key) {
		if (key.startsWith('sk-ant-admin')) return 'it is an admin key, which cannot send requests to models.';
		return null;
	},
	oddityOfKey: key => (key.startsWith('sk-ant-') ? null : 'Anthropic keys begin with "sk-ant-"'),
	headersFor: ({key}) => ({'anthropic-version': version, ...(key !== null && {'x-api-key': key})}),
	kindOf({status, names, message, headers}: ApiRefusal, isVendors) {
		if (status === 404 && /^model\b/i.test(message)) return 'model-missing';
		if (names.includes('billing_error')) return 'quota';
		if (status === 400 && overspent.test(message)) return 'quota';
		if (status === 400 && /prompt is too long|context (?:window|limit)/i.test(message)) return 'too-large';
		// The vendor names the end of every limit, except of the limit on an account's spending. Other services may name none.
		const says =
			headers.has('retry-after') || headers.has('retry-after-ms') || headers.get('x-should-retry') === 'true';
		return status === 429 && !says && (isVendors || overspent.test(message)) ? 'quota' : null;
	},
};

const overspent = /credit balance|usage limits|spend(?:ing)? limit/i;

/** The Messages API, with structured output. */
export const anthropic = vendorProvider(anthropicVendor, load, (service, effort) => {
	const bodyOf = bodyFor(service.model, effort);
	return {
		smallestKeptHead: smallestKeptHead(service.model),
		bodyOf,
		async connect(fetch) {
			const {Anthropic} = await load();
			const own = {authToken: null, webhookKey: null, openTelemetry: false} as const;
			return new Anthropic({...clientOptions(service, fetch), ...own});
		},
		// Not `messages.create`, which writes to the console when a model is about to be retired.
		send: (client, request) => client.post<unknown>('/v1/messages', {body: bodyOf(request)}),
		read: answer => read(service, answer),
		async list(client) {
			const models: ListedModel[] = [];
			let pages = 0;
			for await (const page of (await client.models.list({limit: 1000})).iterPages()) {
				models.push(...page.data.map(listedAnthropicModel));
				pages += 1;
				if (pages === mostPages) break;
			}
			return models;
		},
		find: async (client, model) => listedAnthropicModel(await client.models.retrieve(model)),
	};
});

type Listed = {id: string; lifecycle?: string | null; retires_at?: string | null};

/** Compatible servers may omit any part. */
function listedAnthropicModel({id, lifecycle, retires_at}: Listed): ListedModel {
	const state = lifecycle === 'deprecated' || lifecycle === 'retired' ? lifecycle : 'active';
	return {id, state, endsAt: retires_at?.slice(0, 10) ?? null};
}

const tokenCount = z.int().check(z.nonnegative());

const shape = z.object({
	model: z.string(),
	content: z.array(z.object({type: z.string(), text: z.optional(z.string())})),
	stop_reason: z.nullish(z.string()),
	usage: z.catch(
		z.nullable(
			z.object({
				input_tokens: tokenCount,
				cache_read_input_tokens: z.nullish(tokenCount),
				cache_creation_input_tokens: z.nullish(tokenCount),
				output_tokens: tokenCount,
			}),
		),
		null,
	),
});

function read(service: Service, answer: unknown): ModelReply {
	const parsed = shape.safeParse(answer);
	if (!parsed.success) throw badShape(service, parsed.error);
	const {model, content, stop_reason, usage} = parsed.data;
	return {
		text: content.map(({type, text = ''}) => (type === 'text' ? text : '')).join(''),
		stop: stops[stop_reason ?? ''] ?? 'complete',
		usage: usage && usageOf(usage),
		model,
	};
}
