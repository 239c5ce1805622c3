import type {Anthropic} from '@anthropic-ai/sdk';
import {countAt} from '../../../system/json.ts';
import {type Effort, fromLowOn, type ModelReply, type ModelRequest, outputRoom} from '../provider.ts';
import type {Usage} from '../usage.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** The fewest tokens of a cached prefix, by the start of model names; the first match counts. */
const smallestPrefix: readonly [model: string, tokens: number][] = [
	['claude-haiku-5', 512],
	['claude-opus-5', 512],
	['claude-fable-5', 512],
	['claude-sonnet', 1024],
	['claude-opus-4-5', 4096],
	['claude-opus-4-6', 4096],
	['claude-opus-4', 1024],
	['', 4096],
];

/** By the model's stop reason; others are complete. */
export const stops: Readonly<Record<string, ModelReply['stop']>> = {
	max_tokens: 'length',
	model_context_window_exceeded: 'length',
	refusal: 'refusal',
};

/** The counts of an answer, in which what was read from a cache or written to it is no part of the input. */
export function usageOf(counts: unknown): Usage {
	const [cachedInput, cacheWrite] = [
		countAt(counts, 'cache_read_input_tokens'),
		countAt(counts, 'cache_creation_input_tokens'),
	];
	const input = countAt(counts, 'input_tokens') + cachedInput + cacheWrite;
	return {input, cachedInput, cacheWrite, output: countAt(counts, 'output_tokens')};
}

/** Models whose thinking can be turned off. Other current models always think. */
const canStopThinking = /^claude-haiku-5/;

/**
 * Makes the bodies of requests to a model. The head is a separate block, and marked for the cache if it is long enough:
 * writing costs a quarter more once, reading saves nine tenths each time. The service rejects a temperature.
 */
export function bodyFor(model: string, effort: Effort): (request: ModelRequest) => Body {
	return request => {
		const {head, body, schema} = request;
		return {
			model,
			max_tokens: outputRoom(request, effort),
			...(head !== '' && {
				system: [{type: 'text', text: head, ...(isKept(model, head) && {cache_control: {type: 'ephemeral'}})}],
			}),
			messages: [{role: 'user', content: body}],
			output_config: {
				format: {type: 'json_schema', schema: {...schema}},
				...(effort !== null && {effort: fromLowOn(effort)}),
			},
			...(effort === 'none' && canStopThinking.test(model) && {thinking: {type: 'disabled'}}),
		};
	};
}

/** The fewest tokens of a head that the vendor caches. */
export const smallestKeptHead = (model: string) =>
	smallestPrefix.find(([beginning]) => model.startsWith(beginning))?.[1] ?? 0;

/** Three bytes per token, like other estimates of this program. A mark on a head that is too short costs nothing. */
const isKept = (model: string, head: string) => Buffer.byteLength(head) / 3 >= smallestKeptHead(model);
