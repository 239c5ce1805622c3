import type {Answer} from '../vendor/faults.ts';
import {faultOfSchema} from '../vendor/schema-fault.ts';

type Body = Record<string, unknown>;

export type Dialect = {
	/** Every field that a request may have. */
	fields: ReadonlySet<string>;
	/** The field with the maximum of the output. */
	maximum: string;
	input: string;
	effortOf: (body: Body) => {place: string; effort: unknown};
	/** The format of the answer, with its place in the request. */
	formatOf: (body: Body) => {place: string; format: Body | null};
};

const shared = [
	'model',
	'store',
	'metadata',
	'temperature',
	'top_p',
	'user',
	'stream',
	'service_tier',
	'prompt_cache_key',
];

export const responsesDialect: Dialect = {
	fields: new Set([
		...shared,
		...['input', 'instructions', 'max_output_tokens', 'reasoning', 'text', 'tools', 'tool_choice', 'truncation'],
		...['include', 'previous_response_id', 'background', 'prompt_cache_options', 'safety_identifier'],
	]),
	maximum: 'max_output_tokens',
	input: 'input',
	effortOf: ({reasoning}) => ({place: 'reasoning.effort', effort: (reasoning as Body | undefined)?.effort}),
	formatOf({text}) {
		const format = (text as Body | undefined)?.format as Body | undefined;
		return {place: 'text.format', format: format?.type === 'json_schema' ? format : null};
	},
};

export const chatDialect: Dialect = {
	fields: new Set([
		...shared,
		...['messages', 'max_completion_tokens', 'max_tokens', 'reasoning_effort', 'response_format', 'n', 'stop', 'seed'],
		...['verbosity', 'stream_options', 'tools', 'tool_choice', 'frequency_penalty', 'presence_penalty', 'logprobs'],
	]),
	maximum: 'max_completion_tokens',
	input: 'messages',
	effortOf: ({reasoning_effort}) => ({place: 'reasoning_effort', effort: reasoning_effort}),
	formatOf({response_format}) {
		const format = response_format as Body | undefined;
		return {
			place: 'response_format.json_schema',
			format: format?.type === 'json_schema' ? ((format.json_schema ?? {}) as Body) : null,
		};
	},
};

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const reasons = /^gpt-(?:5|6)/;
const alwaysReasons = /^gpt-6\.(?:1-sol|2)/;

/** What the vendor would refuse in a request; null where it takes it. */
export function faultOfRequest(body: Body, dialect: Dialect): Answer | null {
	const unknown = Object.keys(body).find(name => !dialect.fields.has(name));
	if (unknown) return invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
	const missing = ['model', dialect.input].find(name => body[name] === undefined);
	if (missing) return invalid(`Missing required parameter: '${missing}'.`, missing, 'missing_required_parameter');
	if (body.stream === true) return invalid('This emulator does not stream.', 'stream', 'unsupported_value');
	const maximum = body[dialect.maximum];
	if (maximum !== undefined && (typeof maximum !== 'number' || maximum < 16)) {
		const message = `Invalid '${dialect.maximum}': integer below minimum value. Expected a value >= 16, but got ${maximum} instead.`;
		return invalid(message, dialect.maximum, 'integer_below_min_value');
	}
	return faultOfModelsWays(body, dialect) ?? faultOfFormat(body, dialect);
}

function faultOfModelsWays(body: Body, dialect: Dialect): Answer | null {
	const model = String(body.model);
	const {place, effort} = dialect.effortOf(body);
	if (effort !== undefined && effort !== null) {
		if (!reasons.test(model))
			return invalid(
				`Unsupported parameter: '${place}' is not supported with this model.`,
				place,
				'unsupported_parameter',
			);
		const isLess = effort === 'none' || effort === 'minimal';
		if (!efforts.includes(String(effort)) || (isLess && alwaysReasons.test(model))) {
			return invalid(
				`Unsupported value: '${place}' does not support '${effort}' with this model.`,
				place,
				'unsupported_value',
			);
		}
	}
	if (body.temperature !== undefined && reasons.test(model) && effort !== 'none') {
		return invalid(
			"Unsupported parameter: 'temperature' is not supported with this model.",
			'temperature',
			'unsupported_parameter',
		);
	}
	return null;
}

function faultOfFormat(body: Body, dialect: Dialect): Answer | null {
	const {place, format} = dialect.formatOf(body);
	if (!format) return null;
	const {name, schema, strict} = format;
	if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
		return invalid(`Invalid '${place}.name': string does not match pattern.`, `${place}.name`, 'invalid_value');
	}
	const fault = faultOfSchema(schema, {isStrict: strict === true, unsupported: ['allOf', 'oneOf', 'not', 'if']});
	if (fault === null) return null;
	return invalid(
		`Invalid schema for response_format '${name}': In context=${fault}`,
		`${place}.schema`,
		'invalid_json_schema',
	);
}

export function invalid(message: string, param: string | null, code: string | null, status = 400): Answer {
	return {status, headers: {}, body: {error: {message, type: 'invalid_request_error', param, code}}};
}
