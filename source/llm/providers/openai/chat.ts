import type {ChatCompletionCreateParamsNonStreaming as Body} from 'openai/resources/chat/completions';
import * as z from 'zod/mini';
import {badShape} from '../api/trouble.ts';
import {modelRow} from '../models.ts';
import {type ModelReply, type ModelRequest, outputRoom} from '../provider.ts';
import {type OpenProtocol, readUsage} from './protocol.ts';
import {azure} from './vendor.ts';

const shape = z.object({
	model: z.optional(z.string()),
	choices: z.tuple(
		[
			z.object({
				finish_reason: z.nullish(z.string()),
				message: z.object({content: z.nullish(z.string()), refusal: z.nullish(z.string())}),
			}),
		],
		z.unknown(),
	),
	usage: z.optional(z.unknown()),
});

/** Additional options of servers, by host name. */
const wanted: readonly {host: RegExp; fields: object}[] = [
	// Otherwise it may choose a server that ignores the schema.
	{host: /^openrouter\.ai$/, fields: {provider: {require_parameters: true}}},
];

const stops: Readonly<Record<string, ModelReply['stop']>> = {length: 'length', content_filter: 'refusal'};

/** Chat Completions, the protocol of compatible servers. */
export const chat: OpenProtocol = (service, effort) => {
	const {hostname} = new URL(service.address);
	const fields = wanted.find(({host}) => host.test(hostname))?.fields ?? {};
	// Servers without the newer name would not limit the answer; the vendor's models reject both names together.
	const isForeign = !azure.test(hostname) && modelRow(service.spec.models, service.model.replace(/^.*\//, '')) === null;
	const bodyOf = (request: ModelRequest): Body => {
		const {head, body, schema, schemaName} = request;
		const room = outputRoom(request, effort);
		return {
			model: service.model,
			messages: [
				{role: 'system', content: head},
				{role: 'user', content: body},
			],
			response_format: {type: 'json_schema', json_schema: {name: schemaName, strict: true, schema}},
			...(effort !== null && {reasoning_effort: effort}),
			max_completion_tokens: room,
			...(isForeign && {max_tokens: room}),
			...fields,
		};
	};
	return {
		bodyOf,
		send: (client, request) => client.chat.completions.create(bodyOf(request)),
		read(answer) {
			const read = shape.safeParse(answer);
			if (!read.success) throw badShape(service, read.error);
			const {model = service.model, choices, usage} = read.data;
			const {finish_reason, message} = choices[0];
			const reply = {model, usage: readUsage(usage, {input: 'prompt_tokens', output: 'completion_tokens'})};
			if (message.refusal) return {...reply, text: message.refusal, stop: 'refusal'};
			return {...reply, text: message.content ?? '', stop: stops[finish_reason ?? ''] ?? 'complete'};
		},
	};
};
