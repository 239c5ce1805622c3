import {Ollama} from 'ollama';
import {afterEach, expect, test} from 'vitest';
import {tooLong} from './faults.ts';
import {type OllamaEmulator, type OllamaOptions, startOllama} from './server.ts';

const open: OllamaEmulator[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

async function start(options: OllamaOptions = {}) {
	const emulator = await startOllama(options);
	open.push(emulator);
	return {emulator, client: new Ollama({host: emulator.url})};
}

const messages = [{role: 'user', content: 'Hello'}];
const model = 'qwen2.5-coder:7b';

test('the SDK reads every answer', async () => {
	const {emulator, client} = await start({answer: ({body}) => `You said: ${body}`});
	expect((await client.list()).models.map(({name}) => name)).toEqual([model]);
	expect((await client.show({model})).capabilities).toContain('completion');
	expect((await client.ps()).models).toEqual([]);
	let text = '';
	for await (const part of await client.chat({model, messages, stream: true})) text += part.message.content;
	expect(text).toBe('You said: Hello');
	expect((await client.ps()).models).toMatchObject([{name: model, context_length: 4096}]);
	for await (const _ of await client.pull({model: 'llama3.2:3b', stream: true}));
	expect(emulator.installed()).toEqual([model, 'llama3.2:3b']);
});

test.each([
	['a model that is not there', {model: 'none'}, 404, "model 'none' not found"],
	['no model', {model: ''}, 400, 'model is required'],
	['a model that runs elsewhere', {model: 'far:cloud'}, 401, 'unauthorized'],
	['a model that cannot chat', {model: 'embed'}, 400, '"embed:latest" does not support chat'],
	['a wish to think of a model that does not', {think: true}, 400, `"${model}" does not support thinking`],
	[
		'a prompt that is too long, where it must not be cut',
		{options: {num_ctx: 10}, messages: [{role: 'user', content: 'x'.repeat(100)}], truncate: false},
		400,
		tooLong(25, 10),
	],
])('as the server, it refuses %s', async (_, given, status_code, error) => {
	const far = {name: 'far:cloud', remoteHost: 'https://ollama.com:443'};
	const {client} = await start({models: [model, far, {name: 'embed', capabilities: ['embedding']}]});
	const asking = client.chat({model, messages, stream: true, ...given});
	await expect(asking).rejects.toMatchObject({status_code, error});
});

test('a model that thinks does so unless the request turns it off', async () => {
	const {client} = await start({models: [{name: 'thinker', capabilities: ['completion', 'thinking']}]});
	const thinks = async (think?: boolean) => {
		const parts = [];
		const answer = await client.chat({model: 'thinker', messages, stream: true, ...(think !== undefined && {think})});
		for await (const part of answer) parts.push(part.message.thinking);
		return parts.some(Boolean);
	};
	expect([await thinks(), await thinks(true), await thinks(false)]).toEqual([true, true, false]);
});
