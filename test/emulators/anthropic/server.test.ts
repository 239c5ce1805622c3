import {Anthropic} from '@anthropic-ai/sdk';
import {afterEach, describe, expect, test} from 'vitest';
import {eventually} from '../../helpers/wait.ts';
import type {Emulator} from '../vendor/server.ts';
import {ToolCall} from '../vendor/server.ts';
import {startAnthropic} from './server.ts';

const open: Emulator[] = [];

async function start(options: Parameters<typeof startAnthropic>[0] = {}) {
	const emulator = await startAnthropic(options);
	open.push(emulator);
	const client = new Anthropic({apiKey: emulator.key, baseURL: emulator.url, maxRetries: 0, logLevel: 'off'});
	return {emulator, client};
}

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

const asked = {model: 'claude-haiku-5-5', max_tokens: 100, messages: [{role: 'user' as const, content: 'Hello'}]};

test('the SDK reads a message, whole and as events, and counts tokens', async () => {
	const {client} = await start({answer: ({body}) => `You said: ${body}`});
	const whole = await client.messages.create(asked);
	expect(whole).toMatchObject({content: [{type: 'text', text: 'You said: Hello'}], stop_reason: 'end_turn'});
	const streamed = await client.messages.stream(asked).finalMessage();
	expect(streamed).toMatchObject({content: whole.content, stop_reason: 'end_turn', usage: {output_tokens: 4}});
	expect(
		(await client.messages.countTokens({model: asked.model, messages: asked.messages})).input_tokens,
	).toBeGreaterThan(0);
});

test('a tool for structured output is called with the answer', async () => {
	const {client} = await start({answer: () => ({edits: []})});
	const tool = {name: 'StructuredOutput', input_schema: {type: 'object' as const}};
	const message = await client.messages.stream({...asked, tools: [tool]}).finalMessage();
	expect(message).toMatchObject({
		stop_reason: 'tool_use',
		content: [{type: 'tool_use', name: 'StructuredOutput', input: {edits: []}}],
	});
});

describe('as the vendor, it refuses', () => {
	test.each([
		['temperature', {temperature: 0}, 'temperature: Extra inputs are not permitted'],
		['an unknown field', {colour: 'red'}, 'colour: Extra inputs are not permitted'],
		['no maximum', {max_tokens: undefined}, 'max_tokens: Field required'],
		['no message', {messages: []}, 'at least one message'],
		['a message without content', {messages: [{role: 'user', content: ''}]}, 'non-empty content'],
		['a prefill', {messages: [...asked.messages, {role: 'assistant', content: '{'}]}, 'prefill'],
		['an effort that is none', {output_config: {effort: 'minimal'}}, 'output_config.effort'],
		['no thinking at most effort', {thinking: {type: 'disabled'}, output_config: {effort: 'max'}}, 'thinking'],
	])('%s', async (_, wrong, says) => {
		const {client} = await start();
		const refusal = await client.post('/v1/messages', {body: {...asked, ...wrong}}).then(
			() => null,
			(error: unknown) => error,
		);
		expect(refusal).toMatchObject({
			status: 400,
			type: 'invalid_request_error',
			apiMessage: expect.stringContaining(says),
		});
	});

	test('a request without a version, a wrong key, an unknown model, an unknown path', async () => {
		const {emulator, client} = await start();
		const bare = (headers: Record<string, string>) =>
			fetch(`${emulator.url}/v1/messages`, {method: 'POST', headers, body: JSON.stringify(asked)});
		expect((await bare({'x-api-key': emulator.key})).status).toBe(400);
		expect((await bare({'x-api-key': emulator.key, 'anthropic-version': '2023-06-01'})).status).toBe(200);
		expect((await bare({'x-api-key': 'other', 'anthropic-version': '2023-06-01'})).status).toBe(401);
		expect((await bare({})).status).toBe(401);
		await expect(client.messages.create({...asked, model: 'none'})).rejects.toMatchObject({status: 404});
		await expect(client.get('/v1/elsewhere')).rejects.toMatchObject({status: 404});
	});
});

test('requests that come together do not find what the first of them will have cached', async () => {
	const bothCame = () => eventually(() => expect(emulator.requests.length).toBeGreaterThanOrEqual(2));
	const {emulator, client} = await start({answer: () => bothCame().then(() => 'ok')});
	const system = [{type: 'text' as const, text: 'x'.repeat(4096), cache_control: {type: 'ephemeral' as const}}];
	const ask = async () => (await client.messages.create({...asked, system})).usage.cache_read_input_tokens;
	expect(await Promise.all([ask(), ask()])).toEqual([0, 0]);
	expect(await ask()).toBeGreaterThanOrEqual(1024);
});

test('a fault may be for some requests only', async () => {
	const {emulator, client} = await start({fault: ({path}) => (path.startsWith('/v1/models') ? 'overloaded' : null)});
	await expect(client.models.list()).rejects.toMatchObject({status: 529});
	await client.messages.create(asked);
	expect(emulator.requests.map(({status}) => status)).toEqual([529, 200]);
	expect(emulator.asks()).toHaveLength(1);
});

test('an answer may be a call of a tool', async () => {
	const {client} = await start({answer: () => new ToolCall('look', {at: 'a.ts'})});
	const {content, stop_reason} = await client.messages.create(asked);
	expect(content).toMatchObject([{type: 'tool_use', name: 'look', input: {at: 'a.ts'}}]);
	expect(stop_reason).toBe('tool_use');
});
