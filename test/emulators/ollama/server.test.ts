import {Ollama} from 'ollama';
import {afterEach, expect, test} from 'vitest';
import {eventually} from '../../helpers/wait.ts';
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
	['a name that no model can have', {model: 'no such: name'}, 400, 'invalid model name'],
	['a schema that is none', {format: {type: 'nothing'}}, 400, expect.stringContaining('Failed to parse grammar')],
	['another format', {format: 'xml'}, 500, expect.stringMatching(/^invalid format: "xml"/)],
	['a context that is no number', {options: {num_ctx: 'many'}}, 500, expect.stringContaining('num_ctx')],
])('as the server, it refuses %s', async (_, given, status_code, error) => {
	const far = {name: 'far:cloud', remoteHost: 'https://ollama.com:443'};
	const {client} = await start({models: [model, far, {name: 'embed', capabilities: ['embedding']}]});
	// Some are what the type of the SDK forbids.
	const asking = client.chat({model, messages, stream: true, ...(given as object)});
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

test.each([
	['HEAD', '/', undefined, 200],
	['GET', '/api/chat', undefined, 405],
	['GET', '/api/nothing', undefined, 404],
	['POST', '/api/chat', '', 400],
	['POST', '/api/chat', '{', 400],
])('%s %s %s is answered with status %i', async (method, path, body, status) => {
	const {emulator} = await start();
	const answer = await fetch(emulator.url + path, {method, ...(body !== undefined && {body})});
	expect(answer.status).toBe(status);
});

test('without a stream, and to load a model, one object is sent', async () => {
	const {emulator} = await start({answer: () => 'One two three.'});
	for (const [given, content] of [
		[{messages, stream: false}, 'One two three.'],
		[{messages: []}, ''],
	] as const) {
		const answer = await fetch(`${emulator.url}/api/chat`, {method: 'POST', body: JSON.stringify({model, ...given})});
		expect(answer.headers.get('content-type')).toContain('application/json');
		expect(await answer.json()).toMatchObject({message: {content}, done: true});
	}
});

test('an answer comes token by token, and one after the other', async () => {
	const {client} = await start({answer: ({body}) => `${body}: 0123456789`, tokenMs: 5});
	const order: string[] = [];
	const ask = async (content: string) => {
		for await (const _ of await client.chat({model, messages: [{role: 'user', content}], stream: true})) {
			order.push(content);
		}
	};
	await Promise.all(['one', 'two'].map(ask));
	const [first, second] = order[0] === 'one' ? ['one', 'two'] : ['two', 'one'];
	expect(order).toEqual([...Array(5).fill(first), ...Array(5).fill(second)]);
});

test('a question that is given up while it waits leaves the slot to the next', async () => {
	const {emulator, client} = await start({answer: () => 'Hello', latencyMs: 100});
	const gone = new AbortController();
	const body = JSON.stringify({model, messages});
	const [first, second] = [new AbortController().signal, gone.signal].map(signal =>
		fetch(`${emulator.url}/api/chat`, {method: 'POST', body, signal}),
	);
	await eventually(() => expect(emulator.asks()).toHaveLength(2));
	gone.abort();
	await expect(second).rejects.toThrow();
	expect((await first)?.status).toBe(200);
	expect((await client.chat({model, messages})).message.content).toBe('Hello');
});

test('an answer of equal tokens ends without its last line', async () => {
	const {emulator} = await start({answer: () => ' \n'.repeat(1000)});
	const answer = await fetch(`${emulator.url}/api/chat`, {method: 'POST', body: JSON.stringify({model, messages})});
	const lines = (await answer.text()).trim().split('\n');
	expect([answer.status, lines.length]).toEqual([200, 31]);
	expect(JSON.parse(lines.at(-1)!)).toMatchObject({done: false});
});

test('numbers keep no bounds of a schema, but its list', async () => {
	const {client} = await start();
	const number = {type: 'number', minimum: 0, maximum: 1};
	const format = {type: 'object', properties: {free: number, listed: {...number, enum: [0.5]}}};
	const {message} = await client.chat({model, messages, format});
	expect(JSON.parse(message.content)).toEqual({free: -1, listed: 0.5});
});

test('a pull without a network is answered, and ends with an error in a line', async () => {
	const pullError =
		'pull model manifest: Get "https://registry.ollama.ai/v2/": dial tcp: lookup registry.ollama.ai: no such host';
	const {emulator} = await start({pullError});
	const answer = await fetch(`${emulator.url}/api/pull`, {method: 'POST', body: JSON.stringify({model})});
	expect(answer.status).toBe(200);
	expect(await answer.text()).toBe(`{"status":"pulling manifest"}\n${JSON.stringify({error: pullError})}\n`);
});
