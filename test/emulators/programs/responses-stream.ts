import {goodOpenAiKey, refusals, wrongKey} from '../openai/answers.ts';
import type {Answer} from '../vendor/faults.ts';
import {type AnswerOf, type Emulator, type SeenRequest, startVendor, ToolCall} from '../vendor/server.ts';
import {smallest} from '../vendor/text.ts';

type Body = Record<string, unknown>;

/**
 * OpenAI's `/v1/responses` as events, and no more of it than the client programs use.
 * @param answer default: the smallest value that fits the schema, or no edits
 */
export function startResponsesStream(
	model: string,
	answer: AnswerOf = ({schema}) => (schema ? smallest(schema) : {edits: []}),
): Promise<Emulator> {
	return startVendor(
		{
			keys: [goodOpenAiKey],
			origin: 'https://api.openai.com',
			headers: () => ({'content-type': 'application/json', 'x-request-id': 'req_00000001'}),
			refusals,
			read: ({method, path, body}) =>
				method === 'POST' && path === '/v1/responses' && body
					? {
							model: String(body.model),
							head: String(body.instructions ?? ''),
							body: JSON.stringify(body.input),
							schema: schemaOf(body),
							schemaName: null,
							maximumOutputTokens: null,
							effort: null,
						}
					: null,
			answer: request => answerTo(request, model, answer),
		},
		{fault: null, latencyMs: 0},
	);
}

const schemaOf = (body: Body) =>
	((body.text as Body | undefined)?.format as {schema?: Record<string, unknown>} | undefined)?.schema ?? null;

async function answerTo(
	{headers, path, method, asked}: SeenRequest,
	model: string,
	answerOf: AnswerOf,
): Promise<Answer> {
	if (headers.authorization !== `Bearer ${goodOpenAiKey}`) return wrongKey(headers.authorization ?? '');
	if (method === 'GET' && path.startsWith('/v1/models')) {
		return {status: 200, headers: {}, body: {object: 'list', data: [{id: model, object: 'model'}]}};
	}
	const failure = (status: number, message: string, code: string): Answer => ({
		status,
		headers: {},
		body: {error: {message, type: 'invalid_request_error', param: null, code}},
	});
	if (!asked) return failure(404, `Invalid URL (${method} ${path})`, 'not_found');
	if (asked.model !== model) {
		const message = `The model \`${asked.model}\` does not exist or you do not have access to it.`;
		return failure(404, message, 'model_not_found');
	}
	const said = await answerOf(asked);
	const output =
		said instanceof ToolCall ? callOf(said) : messageOf(typeof said === 'string' ? said : JSON.stringify(said));
	return {status: 200, headers: {'content-type': 'text/event-stream'}, body: eventsOf(model, output)};
}

type Output = {item: Body; events: ({type: string} & Body)[]};

function messageOf(text: string): Output {
	const part = {type: 'output_text', text, annotations: [], logprobs: []};
	const item = {id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', phase: 'final_answer'};
	const where = {item_id: 'msg_1', output_index: 0, content_index: 0};
	return {
		item: {...item, content: [part]},
		events: [
			{type: 'response.output_item.added', output_index: 0, item: {...item, status: 'in_progress', content: []}},
			{type: 'response.content_part.added', ...where, part: {...part, text: ''}},
			{type: 'response.output_text.delta', ...where, delta: text, logprobs: []},
			{type: 'response.output_text.done', ...where, text, logprobs: []},
			{type: 'response.content_part.done', ...where, part},
		],
	};
}

let calls = 0;

/** A tool that takes a text, as its newest models call them. */
function callOf({name, input}: ToolCall): Output {
	calls += 1;
	const id = `ctc_${calls}`;
	const item = {id, type: 'custom_tool_call', status: 'completed', call_id: `call_${calls}`, name, input};
	return {
		item,
		events: [
			{type: 'response.output_item.added', output_index: 0, item: {...item, status: 'in_progress', input: ''}},
			{type: 'response.custom_tool_call_input.delta', item_id: id, output_index: 0, delta: input},
			{type: 'response.custom_tool_call_input.done', item_id: id, output_index: 0, input},
		],
	};
}

function eventsOf(model: string, {item, events: made}: Output): string {
	const response = {
		id: 'resp_1',
		object: 'response',
		created_at: 1_780_000_000,
		model,
		error: null,
		incomplete_details: null,
	};
	const begun = {...response, status: 'in_progress', output: [], usage: null};
	const usage = {
		input_tokens: 1300,
		input_tokens_details: {cached_tokens: 1024, cache_write_tokens: 0},
		output_tokens: 40,
		output_tokens_details: {reasoning_tokens: 16},
		total_tokens: 1340,
	};
	const events: ({type: string} & Body)[] = [
		{type: 'response.created', response: begun},
		{type: 'response.in_progress', response: begun},
		...made,
		{type: 'response.output_item.done', output_index: 0, item},
		{type: 'response.completed', response: {...response, status: 'completed', output: [item], usage}},
	];
	return events
		.map((event, index) => `event: ${event.type}\ndata: ${JSON.stringify({...event, sequence_number: index})}\n\n`)
		.join('');
}
