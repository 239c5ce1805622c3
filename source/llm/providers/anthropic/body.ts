import type {Anthropic} from '@anthropic-ai/sdk';
import {type Effort, type ModelRequest, outputRoom} from '../provider.ts';

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

/** Efforts that the vendor names differently or does not have. */
const efforts = {
	none: 'low',
	minimal: 'low',
	low: 'low',
	medium: 'medium',
	high: 'high',
	xhigh: 'xhigh',
	max: 'max',
} as const satisfies Record<NonNullable<Effort>, string>;

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
				...(effort !== null && {effort: efforts[effort]}),
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
