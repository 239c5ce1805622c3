import type {ChatRequest, Ollama} from 'ollama';
import {countAt} from '../../../system/json.ts';
import type {ModelReply, ModelRequest, ServerWork} from '../provider.ts';
import {longerContext, ModelTrouble} from '../trouble.ts';
import type {Usage} from '../usage.ts';
import {call, type OllamaServer} from './call.ts';
import {type Profile, profileOf} from './models.ts';
import {isWithoutEnd, notOllama} from './trouble.ts';

/**
 * Tokens of prompt and answer together. The server's default depends on the machine and can be too small for one
 * excerpt; a higher value needs more memory. It is constant, because the server reloads the model when it changes.
 */
const usualContextTokens = 16_384;

/** Longer than any valid answer; stops a model that never ends. */
const longestReply = 4 * 1024 * 1024;

export const contextFor = ({contextTokens}: Profile) =>
	Math.min(usualContextTokens, contextTokens ?? usualContextTokens);

// An option of the server that the SDK's type does not have.
type ChatBody = ChatRequest & {stream: true; truncate: boolean; shift: boolean};

/**
 * The request. If a prompt does not fit, it is refused instead of cut (`truncate`); if an answer does not fit, it ends instead
 * of dropping the beginning of the context (`shift`). Thinking is turned off, because the server's default is on.
 * The schema is in the prompt too, because the server enforces only its form and the model does not see it.
 */
export function bodyOf(
	model: string,
	{head, body, schema, maximumOutputTokens}: ModelRequest,
	context: number = usualContextTokens,
): ChatBody {
	const form = `Answer with one JSON object that fits this schema and with nothing else:\n${JSON.stringify(schema)}`;
	return {
		model,
		messages: [
			{role: 'system', content: `${head}\n\n${form}`},
			{role: 'user', content: body},
		],
		stream: true,
		format: {...schema},
		think: false,
		truncate: false,
		shift: false,
		options: {num_ctx: context, num_predict: maximumOutputTokens, temperature: 0},
	};
}

type Last = WorkFigures & {done_reason?: string; model?: string};

/**
 * Asks, and reads the answer as it arrives. If the connection closes properly but the last line is missing, as it is when the
 * model repeats a token 30 times, the reply is `unfinished`.
 * @param onPart called with each part of the answer: tokens so far
 * @throws {ModelTrouble}
 */
export async function chatWithOllama(
	client: Ollama,
	body: ChatBody,
	address: string,
	onPart: (tokens: number) => void = () => {},
): Promise<ModelReply> {
	let text = '';
	let tokens = 0;
	let last: Last = {};
	const unfinished = (): ModelReply => ({text, stop: 'unfinished', usage: null, model: last.model ?? body.model});
	try {
		for await (const part of await client.chat(body)) {
			const content: unknown = (part.message as {content?: unknown} | undefined)?.content ?? '';
			if (typeof content !== 'string') throw notOllama(address, 'the content of its answer is not text');
			last = part;
			text += content;
			// A line has one token, but for characters of several; the last one has none.
			if (part.message && !part.done) onPart(++tokens);
			if (text.length > longestReply) return unfinished();
		}
	} catch (error) {
		if (tokens === 0 || !isWithoutEnd(error)) throw error;
		return unfinished();
	}
	const usage = usageOf(last);
	const context = body.options?.num_ctx ?? Number.POSITIVE_INFINITY;
	if (usage && usage.input >= context) {
		const message = `The prompt fills the context of ${context} tokens: the server truncated it`;
		throw new ModelTrouble('too-large', message, {remedy: longerContext, spent: usage});
	}
	return {
		text,
		stop: last.done_reason === 'length' ? 'length' : 'complete',
		usage,
		model: last.model ?? body.model,
		work: workOf(last),
	};
}

/** The server omits counts that are zero; null if it reports none at all. */
function usageOf({prompt_eval_count: input, eval_count: output}: Last): Usage | null {
	if (typeof input !== 'number' && typeof output !== 'number') return null;
	return {input: input ?? 0, cachedInput: 0, cacheWrite: 0, output: output ?? 0};
}

/**
 * Loads a model without a question, with the context that questions have.
 * @throws {ModelTrouble}; the signal's reason
 */
export function load(server: OllamaServer, model: string, signal: AbortSignal): Promise<void> {
	return call(server, model, signal, async client => {
		const options = {num_ctx: contextFor(await profileOf(server, client, model))};
		for await (const _ of await client.chat({model, messages: [], stream: true, options}));
	});
}

/** What the last line of an answer has about the work; durations are in nanoseconds. */
type WorkFigures = {
	total_duration?: number;
	load_duration?: number;
	prompt_eval_count?: number;
	/** The part of them that the server still had from earlier prompts; older servers do not report it. */
	prompt_eval_cached_count?: number;
	prompt_eval_duration?: number;
	eval_count?: number;
	eval_duration?: number;
};

const durations = ['total_duration', 'load_duration', 'prompt_eval_duration', 'eval_duration'] as const;

/** Null if the server does not report the durations. What they leave of the whole time is the wait for other requests. */
function workOf(figures: WorkFigures): ServerWork | null {
	const [total, load, prompt, answer] = durations.map(name => asMs(figures[name]));
	if (total == null || prompt == null || answer == null) return null;
	return {
		read: {
			tokens: Math.max(0, countAt(figures, 'prompt_eval_count') - countAt(figures, 'prompt_eval_cached_count')),
			ms: prompt,
		},
		written: {tokens: countAt(figures, 'eval_count'), ms: answer},
		queueMs: Math.max(0, total - (load ?? 0) - prompt - answer),
	};
}

const asMs = (nanoseconds: unknown) => (isAmount(nanoseconds) ? nanoseconds / 1e6 : null);

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
