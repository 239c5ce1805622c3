import {OpenAI} from 'openai';
import {afterEach, describe, expect, test} from 'vitest';
import type {Emulator} from '../vendor/server.ts';
import {startOpenAI} from './server.ts';

const open: Emulator[] = [];

async function start(options: Parameters<typeof startOpenAI>[0] = {}) {
	const emulator = await startOpenAI(options);
	open.push(emulator);
	const client = new OpenAI({apiKey: emulator.key, baseURL: `${emulator.url}/v1`, maxRetries: 0, logLevel: 'off'});
	return {emulator, client};
}

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

const asked = {model: 'gpt-6-luna', input: 'Hello'};
const format = (schema: unknown, name = 'n') => ({text: {format: {type: 'json_schema', name, strict: true, schema}}});

test('the SDK reads an answer of either protocol', async () => {
	const {client} = await start({answer: ({body}) => `You said: ${body}`});
	expect((await client.responses.create(asked)).output_text).toBe('You said: Hello');
	const {choices} = await client.chat.completions.create({
		model: 'gpt-6-luna',
		messages: [{role: 'user', content: 'Hello'}],
	});
	expect(choices[0]!.message.content).toBe('You said: Hello');
});

describe('as the vendor, it refuses', () => {
	test.each([
		['an unknown field', {colour: 'red'}, 'unknown_parameter'],
		['no input', {input: undefined}, 'missing_required_parameter'],
		['a temperature with thinking', {temperature: 0}, 'unsupported_parameter'],
		[
			'no effort where the model always thinks',
			{model: 'gpt-6.1-sol', reasoning: {effort: 'none'}},
			'unsupported_value',
		],
		[
			'an effort where the model never thinks',
			{model: 'gpt-4o-mini', reasoning: {effort: 'low'}},
			'unsupported_parameter',
		],
		['a maximum below 16', {max_output_tokens: 5}, 'integer_below_min_value'],
		['a list for an answer', format({type: 'array', items: {type: 'string'}}), 'invalid_json_schema'],
		['an open object', format({type: 'object', properties: {}, required: []}), 'invalid_json_schema'],
		[
			'an optional property deep within',
			format({
				type: 'object',
				properties: {
					list: {
						type: 'array',
						items: {type: 'object', properties: {a: {type: 'string'}}, required: [], additionalProperties: false},
					},
				},
				required: ['list'],
				additionalProperties: false,
			}),
			'invalid_json_schema',
		],
		['a name with a space', format({type: 'object', additionalProperties: false}, 'a b'), 'invalid_value'],
	])('%s', async (_, wrong, code) => {
		const {client} = await start();
		await expect(client.post('/responses', {body: {...asked, ...wrong}})).rejects.toMatchObject({status: 400, code});
	});

	test('no key, a wrong one (of which it shows the ends), an unknown model, an unknown path', async () => {
		const {emulator, client} = await start();
		expect((await fetch(`${emulator.url}/v1/models`)).status).toBe(401);
		const wrong = client.withOptions({apiKey: ['sk', 'wrong', 'w'.repeat(20)].join('-')});
		await expect(wrong.models.list()).rejects.toMatchObject({
			status: 401,
			code: 'invalid_api_key',
			message: expect.stringMatching(/sk-wron\*+wwww/),
		});
		await expect(client.responses.create({...asked, model: 'none'})).rejects.toMatchObject({code: 'model_not_found'});
		await expect(client.models.retrieve('none')).rejects.toMatchObject({status: 404});
		await expect(client.get('/elsewhere')).rejects.toMatchObject({status: 404});
	});
});

test('a prompt that begins like an earlier one is read from the cache, in steps of 128 tokens', async () => {
	const {client} = await start();
	const cached = async (input: string) =>
		(await client.responses.create({...asked, input})).usage!.input_tokens_details.cached_tokens;
	const start4k = 'x'.repeat(1500 * 4);
	expect(await cached(start4k)).toBe(0);
	expect(await cached(`${start4k} and more`)).toBe(1408);
	expect(await cached('short')).toBe(0);
});

test('the log has the start and end of each request', async () => {
	const {emulator, client} = await start();
	await client.responses.create(asked);
	await client.responses.create(asked);
	const [first, second] = emulator.requests;
	expect(first!.leftAt).toBeGreaterThanOrEqual(first!.arrivedAt);
	expect(second!.arrivedAt).toBeGreaterThanOrEqual(first!.leftAt!);
	expect(emulator.requests).toMatchObject([{status: 200, isAbandoned: false}, {status: 200}]);
});
