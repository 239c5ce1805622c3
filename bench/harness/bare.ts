import Anthropic from '@anthropic-ai/sdk';
import {Ollama} from 'ollama';
import OpenAI from 'openai';
import type {ModelRequest} from '../../source/llm/providers/provider.ts';
import type {Machine} from '../benchmark.ts';
import type {Order, Service} from '../service/start.ts';
import {planFor} from './measure.ts';

type Call = (request: ModelRequest) => Promise<unknown>;

/** A request by the vendor's package as in its manual, without anything around it. */
const calls: Readonly<Record<Order['kind'], (service: Service) => Call>> = {
	openai: ({url, key}) => {
		const client = new OpenAI({apiKey: key, maxRetries: 0, logLevel: 'off', baseURL: `${url}/v1`});
		return ({head, body, schema, schemaName, maximumOutputTokens}) =>
			client.responses.create({
				model: 'gpt-6-luna',
				store: false,
				instructions: head,
				input: body,
				max_output_tokens: maximumOutputTokens,
				reasoning: {effort: 'low'},
				text: {format: {type: 'json_schema', schema: {...schema}, name: schemaName, strict: true}},
			});
	},
	anthropic: ({url, key}) => {
		const client = new Anthropic({apiKey: key, maxRetries: 0, logLevel: 'off', baseURL: url});
		return ({head, body, schema, maximumOutputTokens}) =>
			client.messages.create({
				model: 'claude-sonnet-5-5',
				max_tokens: maximumOutputTokens,
				system: head,
				messages: [{role: 'user', content: body}],
				output_config: {format: {type: 'json_schema', schema: {...schema}}, effort: 'low'},
			});
	},
	ollama: ({url}) => {
		const client = new Ollama({host: url});
		return async ({head, body, schema, maximumOutputTokens}) => {
			const messages = [
				{role: 'system', content: head},
				{role: 'user', content: body},
			];
			const options = {num_predict: maximumOutputTokens};
			const model = 'qwen2.5-coder:7b';
			for await (const _ of await client.chat({model, messages, format: {...schema}, stream: true, options}));
		};
	},
};

/** The requests of the provider benchmark, by the vendor's package alone. `time` returns milliseconds of each call. */
export async function openBareCall(
	kind: Order['kind'],
	service: Service,
	machine: Machine,
): Promise<{time: (calls: number) => Promise<number[]>}> {
	const {entrants} = await planFor({kind, service, iterations: 1}, machine);
	const {tasks} = entrants[0]!;
	const call = calls[kind](service);
	return {
		async time(count) {
			const times: number[] = [];
			for (let index = 0; index < count; index++) {
				const {request} = tasks[index % tasks.length]!;
				const start = machine.now();
				await call(request);
				times.push(machine.now() - start);
			}
			return times;
		},
	};
}
