import type {Answer} from '../vendor/faults.ts';
import {type AskedRequest, type Emulator, type SeenRequest, startVendor, type VendorOptions} from '../vendor/server.ts';
import {commonStart, cutTo, smallest, tokensOf} from '../vendor/text.ts';
import {goodOpenAiKey, refusals, shapes, wrongKey} from './answers.ts';
import {chatDialect, type Dialect, faultOfRequest, invalid, responsesDialect} from './check.ts';

export type OpenAiModel = {id: string; shutdown_date?: string | null};

const usualModels: readonly OpenAiModel[] = [
	{id: 'gpt-6-luna'},
	{id: 'gpt-6.1-terra'},
	{id: 'gpt-6.1-sol'},
	{id: 'gpt-4o-mini', shutdown_date: '2027-01-14'},
];

/** Thinking before an answer, by effort; counted as output. */
const thinking: Readonly<Record<string, number>> = {none: 0, minimal: 0, low: 16, medium: 64, high: 6000};

const smallestCached = 1024;
const cacheStep = 128;
const mostKept = 100;

export {goodOpenAiKey};

type Body = Record<string, unknown>;

/**
 * OpenAI on loopback: `/v1/models`, `/v1/responses` and `/v1/chat/completions`, without streaming. Prompts that begin
 * like an earlier, answered one of the same model are read from the cache in steps of 128 tokens from 1,024 on.
 */
export async function startOpenAI(options: VendorOptions<OpenAiModel | string> = {}): Promise<Emulator> {
	const keys = options.keys ?? [goodOpenAiKey];
	const models = (options.models ?? usualModels).map(model => (typeof model === 'string' ? {id: model} : model));
	const answerOf = options.answer ?? (({schema}: AskedRequest) => (schema ? smallest(schema) : 'ok'));
	const prompts: {model: string; text: string; since: number}[] = [];
	let serial = 0;
	let remaining = 5000;

	const missing = (model: unknown) =>
		invalid(`The model \`${model}\` does not exist or you do not have access to it.`, null, 'model_not_found', 404);

	function catalogue(path: string): Answer {
		const asObject = (model: OpenAiModel) => ({object: 'model', created: 1_780_000_000, owned_by: 'system', ...model});
		if (path === '/v1/models') return ok({object: 'list', data: models.map(asObject)});
		const id = decodeURIComponent(path.slice('/v1/models/'.length));
		const found = models.find(model => model.id === id);
		return found ? ok(asObject(found)) : missing(id);
	}

	async function answer(request: SeenRequest, twist: 'refusal' | 'truncated' | null): Promise<Answer> {
		const path = request.path.split('?')[0]!;
		const key = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
		if (key === undefined) {
			return invalid(
				"You didn't provide an API key. You need to provide your API key in an Authorization header.",
				null,
				null,
				401,
			);
		}
		if (!keys.includes(key)) return wrongKey(key);
		if (request.method === 'GET' && (path === '/v1/models' || path.startsWith('/v1/models/'))) return catalogue(path);
		const dialect = request.method === 'POST' ? dialects[path] : undefined;
		if (!dialect) return invalid(`Invalid URL (${request.method} ${path})`, null, null, 404);
		if (!request.body) return invalid('We could not parse the JSON body of your request.', null, null);
		const asked = request.asked!;
		if (asked.model !== '' && !models.some(({id}) => id === asked.model)) return missing(asked.model);
		const fault = faultOfRequest(request.body, dialect);
		if (fault) return fault;
		const said = await answerOf(asked);
		return ok(reply(dialect, request, typeof said === 'string' ? said : JSON.stringify(said), twist));
	}

	function reply(dialect: Dialect, request: SeenRequest, said: string, twist: 'refusal' | 'truncated' | null) {
		const asked = request.asked!;
		const text = [asked.schema ? JSON.stringify(asked.schema) : '', asked.head, asked.body].join('\n');
		const input = tokensOf(text);
		const known = prompts
			.filter(({model, since}) => model === asked.model && since <= request.arrivedAt)
			.map(prompt => prompt.text);
		const stepped = (tokens: number) => (tokens < smallestCached ? 0 : Math.floor(tokens / cacheStep) * cacheStep);
		const cached = stepped(Math.floor(commonStart(text, known) / 4));
		const written = Math.max(0, stepped(input) - cached);
		prompts.push({model: asked.model, text, since: performance.now()});
		if (prompts.length > mostKept) prompts.shift();
		const reasoning = thinking[asked.effort ?? 'medium'] ?? 1024;
		const full = tokensOf(said);
		const room = twist === 'truncated' ? Math.floor(full / 2) : (asked.maximumOutputTokens ?? 128_000) - reasoning;
		const isCut = full > room;
		const content = cutTo(said, isCut ? room : full);
		const usage = {input, cached, written, output: reasoning + Math.min(full, Math.max(0, room)), reasoning};
		serial += 1;
		const isRefused = twist === 'refusal';
		return shapes[dialect.input]!({id: serial, model: asked.model, content, isCut, isRefused, usage});
	}

	return startVendor(
		{
			keys,
			origin: 'https://api.openai.com',
			headers: () => {
				remaining = Math.max(0, remaining - 1);
				return {
					'content-type': 'application/json',
					'x-request-id': `req_${String(serial).padStart(8, '0')}`,
					'openai-processing-ms': '40',
					'openai-version': '2020-10-01',
					'openai-organization': 'org-emulator',
					'x-ratelimit-limit-requests': '5000',
					'x-ratelimit-remaining-requests': String(remaining),
					'x-ratelimit-reset-requests': '12ms',
				};
			},
			refusals,
			read: ({method, path, body}) => {
				const read = method === 'POST' && body ? reads[path] : undefined;
				return read ? read(body!) : null;
			},
			answer,
		},
		{fault: options.fault ?? null, latencyMs: options.latencyMs ?? 0},
	);
}

const dialects: Readonly<Record<string, Dialect>> = {
	'/v1/responses': responsesDialect,
	'/v1/chat/completions': chatDialect,
};

const reads: Readonly<Record<string, (body: Body) => AskedRequest>> = {
	'/v1/responses': body => ({
		...common(body, responsesDialect),
		head: String(body.instructions ?? ''),
		body: textOf(body.input),
	}),
	'/v1/chat/completions': body => {
		const messages = Array.isArray(body.messages) ? (body.messages as Body[]) : [];
		const of = (isHead: boolean) =>
			messages
				.filter(({role}) => (role === 'system' || role === 'developer') === isHead)
				.map(({content}) => textOf(content))
				.join('\n');
		return {...common(body, chatDialect), head: of(true), body: of(false)};
	},
};

function common(body: Body, dialect: Dialect): Omit<AskedRequest, 'head' | 'body'> {
	const {format} = dialect.formatOf(body);
	const maximum = body[dialect.maximum];
	const {effort} = dialect.effortOf(body);
	return {
		model: String(body.model ?? ''),
		schema: (format?.schema as Body | undefined) ?? null,
		schemaName: typeof format?.name === 'string' ? format.name : null,
		maximumOutputTokens: typeof maximum === 'number' ? maximum : null,
		effort: typeof effort === 'string' ? effort : null,
	};
}

/** Content as a text, or as a list of parts or messages that have some. */
function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return '';
	return content.map((part: Body) => (typeof part.text === 'string' ? part.text : textOf(part.content))).join('\n');
}

const ok = (body: unknown): Answer => ({status: 200, headers: {}, body});
