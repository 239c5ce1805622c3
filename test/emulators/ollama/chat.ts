import type {AnswerOf, AskedRequest} from '../vendor/server.ts';
import {cutTo, smallest, tokensOf} from '../vendor/text.ts';
import type {OllamaFault} from './faults.ts';
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

/** The length of the context that a request has. */
export const contextOf = (body: Body, model: Installed) =>
	Math.min(Number(((body.options ?? {}) as Body).num_ctx ?? 4096), model.contextLength);

const now = {created_at: '2026-11-20T12:00:00.000000Z'};

/** So many equal tokens in a row end an answer; blanks are all equal. */
const mostEqualTokens = 30;

/** The lines of an answer, one for each token. `fault` is one of those that happen late. */
export async function* answerLines(
	body: Body,
	model: Installed,
	answer: AnswerOf | undefined,
	fault: OllamaFault | null,
): AsyncGenerator<Body | string, void> {
	const asked = readQuestion(body);
	if (!asked) return yield {model: model.name, ...now, message: assistant(''), done: true, done_reason: 'load'};
	const given =
		fault === 'refusal'
			? "I'm sorry, but I can't help with that."
			: await (answer?.(asked) ?? smallest(asked.schema, numberOutOfRange));
	const whole = typeof given === 'string' ? given : JSON.stringify(given);
	const maximum = fault === 'truncated' ? Math.floor(tokensOf(whole) / 2) : (asked.maximumOutputTokens ?? -1);
	const text = maximum >= 0 ? cutTo(whole, maximum) : whole;
	// A model that thinks does so unless the request turns it off.
	if (model.capabilities.includes('thinking') && body.think !== false) {
		yield {model: model.name, ...now, message: {...assistant(''), thinking: 'Let me see.'}, done: false};
	}
	const parts = text.match(/.{1,4}/gsu) ?? [];
	let equal = 0;
	for (const [index, part] of parts.entries()) {
		if (index >= parts.length / 2 && fault === 'mid-stream-error')
			return yield {error: 'an error was encountered while running the model'};
		yield {model: model.name, ...now, message: assistant(part), done: false};
		equal = part.trim() === parts[index - 1]?.trim() ? equal + 1 : 0;
		if (equal >= mostEqualTokens) return;
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

/** A grammar holds the type of a number, but no bounds. */
const numberOutOfRange = -1;

const assistant = (content: string) => ({role: 'assistant', content});
