import type {Answer, FaultInit, FaultName} from '../vendor/faults.ts';
import {invalid} from './check.ts';

/** Looks like a key, and no scanner for secrets takes it for one. */
export const goodOpenAiKey = ['sk', 'emulator', 'x'.repeat(16)].join('-');

type Said = {
	id: number;
	model: string;
	content: string;
	isCut: boolean;
	isRefused: boolean;
	usage: {input: number; cached: number; written: number; output: number; reasoning: number};
};

const refusalText = 'I cannot help with that.';

/** A success, by the field that has the input of its protocol. */
export const shapes: Readonly<Record<string, (said: Said) => unknown>> = {
	input: ({id, model, content, isCut, isRefused, usage}) => ({
		id: `resp_${id}`,
		object: 'response',
		created_at: 1_780_000_000,
		completed_at: 1_780_000_001,
		status: isCut && !isRefused ? 'incomplete' : 'completed',
		error: null,
		incomplete_details: isCut && !isRefused ? {reason: 'max_output_tokens'} : null,
		model,
		output: [
			...(usage.reasoning > 0 ? [{id: `rs_${id}`, type: 'reasoning', summary: []}] : []),
			{
				id: `msg_${id}`,
				type: 'message',
				role: 'assistant',
				status: 'completed',
				phase: 'final_answer',
				content: isRefused
					? [{type: 'refusal', refusal: refusalText}]
					: [{type: 'output_text', text: content, annotations: [], logprobs: []}],
			},
		],
		usage: {
			input_tokens: usage.input,
			input_tokens_details: {cached_tokens: usage.cached, cache_write_tokens: usage.written},
			output_tokens: usage.output,
			output_tokens_details: {reasoning_tokens: usage.reasoning},
			total_tokens: usage.input + usage.output,
		},
	}),
	messages: ({id, model, content, isCut, isRefused, usage}) => ({
		id: `chatcmpl-${id}`,
		object: 'chat.completion',
		created: 1_780_000_000,
		model,
		choices: [
			{
				index: 0,
				message: {role: 'assistant', content: isRefused ? null : content, refusal: isRefused ? refusalText : null},
				finish_reason: isCut && !isRefused ? 'length' : 'stop',
			},
		],
		usage: {
			prompt_tokens: usage.input,
			completion_tokens: usage.output,
			total_tokens: usage.input + usage.output,
			prompt_tokens_details: {cached_tokens: usage.cached, cache_write_tokens: usage.written},
			completion_tokens_details: {reasoning_tokens: usage.reasoning},
		},
	}),
};

const error = (status: number, type: string, code: string | null, message: string, headers = {}): Answer => ({
	status,
	headers,
	body: {error: {message, type, param: null, code}},
});

/** As the vendor does, the text repeats the ends of the key. */
export function wrongKey(key: string): Answer {
	const masked = `${key.slice(0, 7)}${'*'.repeat(12)}${key.slice(-4)}`;
	const where = 'You can find your API key at https://platform.openai.com/account/api-keys.';
	return invalid(`Incorrect API key provided: ${masked}. ${where}`, null, 'invalid_api_key', 401);
}

export const refusals: Partial<Record<FaultName, (fault: FaultInit) => Answer>> = {
	auth: () => wrongKey(goodOpenAiKey),
	forbidden: () =>
		error(
			403,
			'request_forbidden',
			'unsupported_country_region_territory',
			'Country, region, or territory not supported',
		),
	billing: () => error(402, 'billing_error', null, 'Insufficient credits.'),
	quota: () =>
		error(
			429,
			'insufficient_quota',
			'insufficient_quota',
			'You exceeded your current quota, please check your plan and billing details.',
		),
	'rate-limit': ({retryAfter = 7, retryAfterMs}) =>
		error(429, 'requests', 'rate_limit_exceeded', `Rate limit reached for requests per min (RPM): Limit 3, Used 3.`, {
			'retry-after': String(retryAfter),
			...(retryAfterMs !== undefined && {'retry-after-ms': String(retryAfterMs)}),
		}),
	'rate-limit-silent': () =>
		error(429, 'tokens', 'rate_limit_exceeded', 'Rate limit reached for tokens per min (TPM): Limit 3, Used 3.'),
	overloaded: () => error(503, 'server_error', null, 'The engine is currently overloaded, please try again later.'),
	unavailable: ({retryAfter = 7}) =>
		error(503, 'server_error', null, 'Service unavailable.', {'retry-after': String(retryAfter)}),
	'server-error': () =>
		error(500, 'server_error', null, 'The server had an error while processing your request. Sorry about that!'),
	'gateway-timeout': () => error(504, 'server_error', null, 'Gateway timeout.'),
	'request-timeout': () => error(408, 'invalid_request_error', null, 'Request timeout.'),
	'too-large': () =>
		error(
			400,
			'invalid_request_error',
			'context_length_exceeded',
			'Your input exceeds the context window of this model.',
		),
};
