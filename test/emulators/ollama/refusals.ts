import {tokensOf} from '../vendor/text.ts';
import {contextOf, readQuestion} from './chat.ts';
import {tooLong} from './faults.ts';
import type {Installed} from './models.ts';

type Body = Record<string, unknown>;

export type Refusal = {status: number; error: string};

/** A name that no model can have. */
export const isBadName = (name: string) => name !== '' && !/^[\w.-]+(?:[/:][\w.-]+)*$/.test(name);

export const badName: Refusal = {status: 400, error: 'invalid model name'};

/** What the program that runs the model answers, which the server hands on as a text. */
const handedOn = (message: string): Refusal => ({
	status: 400,
	error: JSON.stringify({error: {code: 400, message, type: 'invalid_request_error'}}),
});

/** What is wrong with a request to a model that is there; null where nothing is. */
export function refusalOfChat(body: Body, model: Installed): Refusal | null {
	if (model.remoteHost !== null) return {status: 401, error: 'unauthorized'};
	const name = JSON.stringify(model.name);
	if (!model.capabilities.includes('completion')) return {status: 400, error: `${name} does not support chat`};
	if (body.think && !model.capabilities.includes('thinking')) {
		return {status: 400, error: `${name} does not support thinking`};
	}
	const {num_ctx: context} = (body.options ?? {}) as Body;
	if (context !== undefined && typeof context !== 'number') {
		return {status: 500, error: 'option "num_ctx" must be of type integer'};
	}
	const asked = readQuestion(body);
	if (!asked) return null;
	const {format} = body;
	if (typeof format === 'string' && format !== '' && format !== 'json') {
		return {
			status: 500,
			error: `invalid format: ${JSON.stringify(format)}; expected "json" or a valid JSON Schema object`,
		};
	}
	if (asked.schema && !isSchema(asked.schema)) return handedOn('Failed to parse grammar');
	const [tokens, most] = [tokensOf(asked.head + asked.body), contextOf(body, model)];
	if (body.truncate === false && tokens > most) {
		return {status: 400, error: tooLong(tokens, most)};
	}
	return null;
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const isSchema = ({type}: Body) => type === undefined || [type].flat().every(each => types.includes(String(each)));
