import {createHash} from 'node:crypto';
import type {ResponseCreateParamsNonStreaming as Body} from 'openai/resources/responses/responses';
import * as z from 'zod/mini';
import {apiTroubleOf, badApiAnswer, badShape} from '../api/trouble.ts';
import {type ModelRequest, outputRoom} from '../provider.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import {type OpenProtocol, readUsage} from './protocol.ts';

const shape = z.object({
	status: z.string(),
	model: z.string(),
	error: z.nullish(z.object({code: z.string(), message: z.string()})),
	incomplete_details: z.nullish(z.object({reason: z.optional(z.string())})),
	output: z.array(
		z.object({
			type: z.string(),
			content: z.optional(
				z.nullable(
					z.array(z.object({type: z.string(), text: z.optional(z.string()), refusal: z.optional(z.string())})),
				),
			),
		}),
	),
	usage: z.optional(z.unknown()),
});

/** The vendor's Responses API. It stores nothing. */
export const responses: OpenProtocol = (service, effort) => {
	const bodyOf = (request: ModelRequest): Body => {
		const {head, body, schema, schemaName} = request;
		return {
			model: service.model,
			instructions: head,
			input: body,
			text: {format: {type: 'json_schema', name: schemaName, strict: true, schema}},
			...(effort !== null && {reasoning: {effort}}),
			max_output_tokens: outputRoom(request, effort),
			// This routes requests with the same head to its cache.
			prompt_cache_key: `pr-resolve:${createHash('sha256').update(head).digest('hex').slice(0, 16)}`,
			store: false,
		};
	};
	return {
		bodyOf,
		send: (client, request) => client.responses.create(bodyOf(request)),
		read(answer) {
			const read = shape.safeParse(answer);
			if (!read.success) throw badShape(service, read.error);
			const {status, model, error, incomplete_details, output} = read.data;
			const usage = readUsage(read.data.usage, {input: 'input_tokens', output: 'output_tokens'});
			const spent = usage ?? 'unknown';
			if (status === 'failed') {
				const kind = kindsOfFailure[error?.code ?? ''] ?? 'server-error';
				throw apiTroubleOf(service, kind, {status: 200, said: error?.message ?? '', spent});
			}
			if (status !== 'completed' && status !== 'incomplete') {
				throw badApiAnswer(service, `its status is "${status}"`, spent);
			}
			const parts = output.flatMap(item => (item.type === 'message' ? (item.content ?? []) : []));
			const refusals = parts.flatMap(part => (part.type === 'refusal' ? [part.refusal ?? ''] : []));
			const text = parts.map(part => (part.type === 'output_text' ? (part.text ?? '') : '')).join('');
			if (refusals.length > 0) return {text: refusals.join('\n'), stop: 'refusal', usage, model};
			if (status === 'completed') return {text, stop: 'complete', usage, model};
			const isFiltered = incomplete_details?.reason === 'content_filter';
			return {text, stop: isFiltered ? 'refusal' : 'length', usage, model};
		},
	};
};

/** Error codes in complete answers. */
const kindsOfFailure: Readonly<Record<string, ModelTroubleKind>> = {
	rate_limit_exceeded: 'rate-limit',
	insufficient_quota: 'quota',
	server_is_overloaded: 'overloaded',
	invalid_prompt: 'bad-request',
};
