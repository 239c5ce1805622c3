import OpenAI from 'openai';
import {expect, onTestFinished, test} from 'vitest';
import {ToolCall} from '../vendor/server.ts';
import {startResponsesStream} from './responses-stream.ts';

test("the vendor's own package reads the events", async () => {
	const server = await startResponsesStream('gpt-6-luna');
	onTestFinished(() => server.close());
	const client = new OpenAI({apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0, logLevel: 'off'});
	const done = await client.responses.stream({model: 'gpt-6-luna', input: 'A question'}).finalResponse();
	expect(done).toMatchObject({status: 'completed', output_text: '{"edits":[]}', usage: {input_tokens: 1300}});
	await expect(client.responses.create({model: 'gpt-x', input: 'A question', stream: true})).rejects.toMatchObject({
		status: 404,
		code: 'model_not_found',
	});
});

test("the vendor's own package reads a call of a tool", async () => {
	const server = await startResponsesStream('gpt-6-luna', () => new ToolCall('exec', 'text(1)'));
	onTestFinished(() => server.close());
	const client = new OpenAI({apiKey: server.key, baseURL: `${server.url}/v1`, maxRetries: 0, logLevel: 'off'});
	const done = await client.responses.stream({model: 'gpt-6-luna', input: 'A question'}).finalResponse();
	expect(done.output).toMatchObject([{type: 'custom_tool_call', name: 'exec', input: 'text(1)'}]);
});
