import type {Anthropic} from '@anthropic-ai/sdk';
import {outputRoom} from '../output-room.ts';
import type {Effort, ModelRequest} from '../provider.ts';

type Body = Anthropic.MessageCreateParamsNonStreaming;

/** Tokens that a prefix must have to be cached, by beginnings of model names; the first that fits counts. */
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

/** Efforts that the vendor has under other names, or not at all. */
const efforts = {
	none: 'low',
	minimal: 'low',
	low: 'low',
	medium: 'medium',
	high: 'high',
	xhigh: 'xhigh',
	max: 'max',
} as const satisfies Record<NonNullable<Effort>, string>;

/** Models that can be told not to think; of the others the current ones always do. */
const canStopThinking = /^claude-haiku-5/;

/**
 * Makes the bodies of requests to a model. The head is a block of its own, marked for the cache where it is long enough
 * to be kept there: writing costs a quarter more once, reading saves nine tenths each time. No temperature: the
 * service refuses it.
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

/** So many tokens a head must have for the vendor to keep it. */
export const smallestKeptHead = (model: string) =>
	smallestPrefix.find(([beginning]) => model.startsWith(beginning))![1];

/** Three bytes a token, as estimates of this program go; a mark on a head that is too short after all costs nothing. */
const isKept = (model: string, head: string) => Buffer.byteLength(head) / 3 >= smallestKeptHead(model);
