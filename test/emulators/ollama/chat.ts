import type {AnswerOf, AskedRequest} from '../vendor/server.ts';
import {cutTo, smallest, tokensOf} from '../vendor/text.ts';
import {type OllamaFault, tooLong} from './faults.ts';
import type {Installed} from './models.ts';

type Body = Record<string, unknown>;

type Message = {role: string; content: string};

/** A question to a model in the words that all emulators share; null for a request that only loads or unloads it. */
export function readQuestion(body: Body): AskedRequest | null {
	const messages = (body.messages ?? []) as Message[];
	if (messages.length === 0) return null;
	const of = (isHead: boolean) =>
		messages
			.filter(({role}) => (role === 'system') === isHead)
			.map(({content}) => content)
			.join('\n');
	const {num_predict: maximum} = (body.options ?? {}) as Body;
	return {
		model: String(body.model),
		head: of(true),
		body: of(false),
		schema: typeof body.format === 'object' ? (body.format as Body) : null,
		schemaName: null,
		maximumOutputTokens: typeof maximum === 'number' ? maximum : null,
		effort: null,
	};
}

/** What is wrong with a request to a model that is there; null where nothing is. */
export function faultOfChat(body: Body, model: Installed): {status: number; error: string} | null {
	if (model.remoteHost !== null) return {status: 401, error: 'unauthorized'};
	const name = JSON.stringify(model.name);
	if (!model.capabilities.includes('completion')) return {status: 400, error: `${name} does not support chat`};
	if (body.think && !model.capabilities.includes('thinking')) {
		return {status: 400, error: `${name} does not support thinking`};
	}
	const asked = readQuestion(body);
	if (!asked || body.truncate !== false) return null;
	const [tokens, context] = [tokensOf(asked.head + asked.body), contextOf(body, model)];
	return tokens > context ? {status: 400, error: tooLong(tokens, context)} : null;
}

export const contextOf = (body: Body, model: Installed) =>
	Math.min(Number(((body.options ?? {}) as Body).num_ctx ?? 4096), model.contextLength);

const now = {created_at: '2026-11-20T12:00:00.000000Z'};

/** The lines of an answer, a few words each. `fault` is one of those that happen late. */
export async function* answerLines(
	body: Body,
	model: Installed,
	answer: AnswerOf | undefined,
	fault: OllamaFault | null,
): AsyncGenerator<Body | string, void> {
	const asked = readQuestion(body);
	if (!asked) return yield {model: model.name, ...now, message: assistant(''), done: true, done_reason: 'load'};
	const given =
		fault === 'refusal' ? "I'm sorry, but I can't help with that." : await (answer?.(asked) ?? smallest(asked.schema));
	const whole = typeof given === 'string' ? given : JSON.stringify(given);
	const maximum = fault === 'truncated' ? Math.floor(tokensOf(whole) / 2) : (asked.maximumOutputTokens ?? -1);
	const text = maximum >= 0 ? cutTo(whole, maximum) : whole;
	// A model that thinks does so unless the request turns it off.
	if (model.capabilities.includes('thinking') && body.think !== false) {
		yield {model: model.name, ...now, message: {...assistant(''), thinking: 'Let me see.'}, done: false};
	}
	const parts = text.match(/.{1,24}/gsu) ?? [];
	for (const [index, part] of parts.entries()) {
		if (index >= parts.length / 2 && fault === 'mid-stream-error')
			return yield {error: 'an error was encountered while running the model'};
		yield {model: model.name, ...now, message: assistant(part), done: false};
	}
	while (fault === 'endless') yield {model: model.name, ...now, message: assistant('ha'.repeat(10_000)), done: false};
	if (fault === 'no-end') return;
	if (fault === 'half-line') return yield '{"model":"';
	yield {
		model: model.name,
		...now,
		message: assistant(''),
		done: true,
		done_reason: text.length < whole.length ? 'length' : 'stop',
		total_duration: 5_191_566_416,
		load_duration: 2_154_458,
		...(fault !== 'no-usage' && {
			prompt_eval_count: Math.min(tokensOf(asked.head + asked.body), contextOf(body, model)),
			prompt_eval_duration: 383_809_000,
			...(text !== '' && {eval_count: tokensOf(text)}),
			eval_duration: 4_799_921_000,
		}),
	};
}

const assistant = (content: string) => ({role: 'assistant', content});
