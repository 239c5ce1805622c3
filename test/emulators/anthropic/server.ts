import type {Answer} from '../vendor/faults.ts';
import {
	type AskedRequest,
	type Emulator,
	type SeenRequest,
	startVendor,
	ToolCall,
	type VendorOptions,
} from '../vendor/server.ts';
import {cutTo, smallest, tokensOf} from '../vendor/text.ts';
import {missing, refusals, usageOf} from './answers.ts';
import {failure, faultOfRequest, invalid} from './check.ts';
import {eventsOf} from './events.ts';

export type AnthropicModel = {
	id: string;
	lifecycle?: 'active' | 'deprecated' | 'retired';
	retires_at?: string | null;
	/** Another name that requests may use. */
	alias?: string;
};

/** Looks like a key, and no scanner for secrets takes it for one. */
export const goodAnthropicKey = ['sk', 'ant', 'emulator', 'x'.repeat(16)].join('-');

const usualModels: readonly AnthropicModel[] = [
	{id: 'claude-haiku-5-5'},
	{id: 'claude-sonnet-5-5'},
	{id: 'claude-opus-5-5'},
	{id: 'claude-haiku-4-5-20251001', alias: 'claude-haiku-4-5'},
	{id: 'claude-sonnet-4-5', lifecycle: 'deprecated', retires_at: '2026-11-30T00:00:00Z'},
];

/** Tokens below which a prefix is not cached, silently. */
const smallestPrefix = (model: string) =>
	/^claude-(?:haiku|opus|fable)-5/.test(model) ? 512 : /haiku-4|opus-4/.test(model) ? 4096 : 1024;

const lifetimeMs = 5 * 60_000;

type Body = Record<string, unknown>;

type Block = {type: string; text?: string; cache_control?: unknown};

/**
 * Anthropic on loopback: `/v1/models`, `/v1/messages` (also as events, for the vendor's own client) and
 * `/v1/messages/count_tokens`. A prefix that is marked is written to a cache once its first answer is made, and read
 * from there for five minutes after each use.
 */
export async function startAnthropic(options: VendorOptions<AnthropicModel | string> = {}): Promise<Emulator> {
	const keys = options.keys ?? [goodAnthropicKey];
	const models = (options.models ?? usualModels).map(model => (typeof model === 'string' ? {id: model} : model));
	const answerOf = options.answer ?? (({schema}: AskedRequest) => (schema ? smallest(schema) : 'ok'));
	const prefixes = new Map<string, {since: number; usedAt: number}>();
	let serial = 0;
	let remaining = 4000;

	const find = (name: string) => models.find(({id, alias}) => id === name || alias === name);

	function catalogue({path}: SeenRequest): Answer {
		const {pathname} = new URL(path, 'http://emulator');
		const asObject = ({alias: _, ...model}: AnthropicModel) => ({
			type: 'model',
			display_name: model.id,
			created_at: '2026-01-01T00:00:00Z',
			lifecycle: 'active',
			retires_at: null,
			max_input_tokens: 1_000_000,
			max_tokens: 128_000,
			...model,
		});
		if (pathname === '/v1/models') {
			const data = models.map(asObject);
			return ok({data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: false});
		}
		const name = decodeURIComponent(pathname.slice('/v1/models/'.length));
		const found = find(name);
		return found ? ok(asObject(found)) : missing(name);
	}

	async function answer(request: SeenRequest, twist: 'refusal' | 'truncated' | null): Promise<Answer> {
		const {method, headers, body, asked} = request;
		const path = request.path.split('?')[0]!;
		const key = headers['x-api-key'] ?? /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
		if (key === undefined) return failure(401, 'authentication_error', 'x-api-key header is required');
		if (!keys.includes(key)) return refusals.auth!({name: 'auth'});
		if (method === 'GET' && (path === '/v1/models' || path.startsWith('/v1/models/'))) {
			return headers['anthropic-version'] ? catalogue(request) : invalid('anthropic-version: header is required');
		}
		if (method === 'POST' && path === '/v1/messages/count_tokens' && body)
			return ok({input_tokens: tokensOf(JSON.stringify(body))});
		if (method !== 'POST' || path !== '/v1/messages') return failure(404, 'not_found_error', 'Not Found');
		if (!body || !asked) return invalid('The request body is not valid JSON');
		const fault = faultOfRequest(body, headers);
		if (fault) return fault;
		const model = find(asked.model);
		if (!model || model.lifecycle === 'retired') return missing(asked.model);
		const said = callOf(body, await answerOf(asked));
		const {cached, written, rest} = promptOf(model.id, request);
		const message = messageOf(model.id, asked, said, twist);
		const usage = usageOf({cached, written, rest, output: message.tokens});
		const whole = {...message.fields, usage};
		if (body.stream !== true) return ok(whole);
		return {status: 200, headers: {'content-type': 'text/event-stream'}, body: eventsOf(whole)};
	}

	/** What of the input is read from the cache, written to it, and neither. */
	function promptOf(model: string, request: SeenRequest): {cached: number; written: number; rest: number} {
		const body = request.body!;
		const system = blocksOf(body.system);
		const messages = (body.messages as Body[]).flatMap(({content}) => blocksOf(content));
		const blocks = [{type: 'text', text: JSON.stringify([body.tools, body.output_config])}, ...system, ...messages];
		const last = blocks.findLastIndex(({cache_control}) => cache_control !== undefined);
		const textOf = (part: Block[]) => part.map(({text = ''}) => text).join('\n');
		const prefix = textOf(blocks.slice(0, last + 1));
		const rest = tokensOf(textOf(blocks.slice(last + 1)));
		const tokens = last < 0 ? 0 : tokensOf(prefix);
		if (tokens < smallestPrefix(model)) return {cached: 0, written: 0, rest: rest + tokens};
		const name = `${model}\n${prefix}`;
		const known = prefixes.get(name);
		const usedAt = performance.now();
		const isThere = known !== undefined && known.since <= request.arrivedAt && known.usedAt + lifetimeMs > usedAt;
		prefixes.set(name, {since: known?.since ?? usedAt, usedAt});
		return isThere ? {cached: tokens, written: 0, rest} : {cached: 0, written: tokens, rest};
	}

	function messageOf(
		model: string,
		asked: AskedRequest,
		answered: string | ToolCall,
		twist: 'refusal' | 'truncated' | null,
	) {
		serial += 1;
		const tool = answered instanceof ToolCall ? answered : null;
		const said = typeof answered === 'string' ? answered : JSON.stringify(answered.input);
		const full = tokensOf(said);
		const room = twist === 'truncated' ? Math.floor(full / 2) : asked.maximumOutputTokens!;
		const isCut = full > room;
		const text = twist === 'refusal' ? '' : cutTo(said, isCut ? room : full);
		const content = tool
			? [{type: 'tool_use', id: `toolu_${serial}`, name: tool.name, input: tool.input}]
			: [{type: 'text', text, citations: null}];
		const stop = twist === 'refusal' ? 'refusal' : isCut ? 'max_tokens' : tool ? 'tool_use' : 'end_turn';
		return {
			tokens: Math.max(1, tokensOf(text)),
			fields: {
				id: `msg_${serial}`,
				type: 'message',
				role: 'assistant',
				model,
				content,
				stop_reason: stop,
				stop_sequence: null,
				stop_details: twist === 'refusal' ? {type: 'refusal', category: null, explanation: null} : null,
				container: null,
			},
		};
	}

	return startVendor(
		{
			keys,
			origin: 'https://api.anthropic.com',
			headers: () => {
				remaining = Math.max(0, remaining - 1);
				return {
					'content-type': 'application/json',
					'request-id': `req_${String(serial).padStart(8, '0')}`,
					'anthropic-organization-id': 'org-emulator',
					'anthropic-ratelimit-requests-limit': '4000',
					'anthropic-ratelimit-requests-remaining': String(remaining),
					'anthropic-ratelimit-requests-reset': new Date(Date.now() + 60_000).toISOString(),
				};
			},
			refusals,
			read: ({method, path, body}) =>
				method === 'POST' && /^\/v1\/messages(?:\?|$)/.test(path) && body ? read(body) : null,
			answer,
		},
		{fault: options.fault ?? null, latencyMs: options.latencyMs ?? 0},
	);
}

/** The tool that the vendor's own client takes an answer with a schema by. */
const structured = (body: Body) =>
	(body.tools as {name: string; input_schema?: Body}[] | undefined)?.find(({name}) => name === 'StructuredOutput');

function callOf(body: Body, said: unknown): string | ToolCall {
	if (said instanceof ToolCall) return said;
	const tool = structured(body);
	if (tool) return new ToolCall(tool.name, typeof said === 'string' ? JSON.parse(said) : said);
	return typeof said === 'string' ? said : JSON.stringify(said);
}

function read(body: Body): AskedRequest {
	const {format, effort} = (body.output_config ?? {}) as {format?: {schema?: Body}; effort?: unknown};
	const texts = (content: unknown) =>
		blocksOf(content)
			.map(({text = ''}) => text)
			.join('\n');
	const messages = Array.isArray(body.messages) ? (body.messages as Body[]) : [];
	return {
		model: String(body.model ?? ''),
		head: texts(body.system),
		body: messages.map(({content}) => texts(content)).join('\n'),
		schema: format?.schema ?? structured(body)?.input_schema ?? null,
		schemaName: null,
		maximumOutputTokens: typeof body.max_tokens === 'number' ? body.max_tokens : null,
		effort: typeof effort === 'string' ? effort : null,
	};
}

function blocksOf(content: unknown): Block[] {
	if (typeof content === 'string') return [{type: 'text', text: content}];
	return Array.isArray(content) ? (content as Block[]) : [];
}

const ok = (body: unknown): Answer => ({status: 200, headers: {}, body});
