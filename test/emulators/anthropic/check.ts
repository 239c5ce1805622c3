import type {Answer} from '../vendor/faults.ts';
import {faultOfSchema} from '../vendor/schema-fault.ts';

type Body = Record<string, unknown>;

const versions = ['2023-06-01', '2026-10-21'];

const fields = new Set([
	...['model', 'max_tokens', 'messages', 'system', 'output_config', 'stream', 'metadata', 'stop_sequences', 'thinking'],
	...['tools', 'tool_choice', 'cache_control', 'service_tier', 'container', 'inference_geo', 'context_management'],
]);

/** Taken by the old version of the API only. */
const old = new Set(['temperature', 'top_p', 'top_k', 'betas', 'mcp_servers', 'diagnostics', 'speed']);

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

const unsupported = [
	...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'maxItems'],
	...['oneOf', 'not', 'if', 'patternProperties', 'uniqueItems'],
];

/** What the vendor would refuse in a request; null where it takes it. */
export function faultOfRequest(body: Body, headers: Record<string, string>): Answer | null {
	const version = headers['anthropic-version'];
	if (!version) return invalid('anthropic-version: header is required');
	if (!versions.includes(version)) return invalid(`anthropic-version: "${version}" is not a valid version`);
	const isOld = version === versions[0];
	// Betas bring fields of their own.
	const isOpen = headers['anthropic-beta'] !== undefined;
	const unknown = Object.keys(body).find(name => !fields.has(name) && !(old.has(name) ? isOld : isOpen));
	if (unknown) return invalid(`${unknown}: Extra inputs are not permitted`);
	const missing = ['model', 'max_tokens', 'messages'].find(name => body[name] === undefined);
	if (missing) return invalid(`${missing}: Field required`);
	if (typeof body.max_tokens !== 'number' || body.max_tokens < 1)
		return invalid('max_tokens: Input should be greater than or equal to 1');
	return faultOfMessages(body) ?? faultOfCache(body) ?? faultOfOutput(body);
}

function faultOfMessages({messages, system}: Body): Answer | null {
	const list = Array.isArray(messages) ? (messages as Body[]) : [];
	if (list.length === 0) return invalid('messages: at least one message is required');
	const empty = list.findIndex(({content}) => content === '' || (Array.isArray(content) && content.length === 0));
	if (empty >= 0) return invalid(`messages.${empty}: user messages must have non-empty content`);
	if (list.at(-1)?.role === 'assistant') {
		return invalid(
			'This model does not support assistant message prefill. The conversation must end with a user message.',
		);
	}
	const blank = Array.isArray(system) ? system.some(({text}: Body) => text === '') : false;
	return blank ? invalid('system: text content blocks must be non-empty') : null;
}

function faultOfCache({messages, system}: Body): Answer | null {
	const marks = JSON.stringify([messages, system]).split('"cache_control":').length - 1;
	return marks > 4 ? invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`) : null;
}

function faultOfOutput({model, output_config, thinking}: Body): Answer | null {
	const {format, effort} = (output_config ?? {}) as {format?: Body; effort?: unknown};
	if (effort !== undefined && effort !== null && !efforts.includes(String(effort))) {
		return invalid("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
	}
	if ((thinking as Body | undefined)?.type === 'disabled') {
		const isHigh = effort === 'xhigh' || effort === 'max';
		if (!/^claude-haiku-/.test(String(model)) || isHigh)
			return invalid('thinking.disabled: not supported by this model at this effort');
	}
	if (!format) return null;
	if (format.type !== 'json_schema') return invalid("output_config.format.type: Input should be 'json_schema'");
	const fault = faultOfSchema(format.schema, {isStrict: false, unsupported});
	return fault === null ? null : invalid(`output_config.format.schema: ${fault}`);
}

export function failure(status: number, type: string, message: string, headers: Record<string, string> = {}): Answer {
	return {status, headers, body: {type: 'error', error: {type, message}, request_id: 'req_emulator'}};
}

export const invalid = (message: string): Answer => failure(400, 'invalid_request_error', message);
