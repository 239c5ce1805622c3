import {createServer} from 'node:http';
import {type AddressInfo, createServer as createNetServer} from 'node:net';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {listRunnable} from '../../../source/llm/providers/ollama/models.ts';
import {pullModel} from '../../../source/llm/providers/ollama/pull.ts';
import {spec as ollamaSpec} from '../../../source/llm/providers/ollama/spec.ts';
import type {ModelRequest, ProviderCheck, ProviderOptions} from '../../../source/llm/providers/provider.ts';
import type {PullProgress} from '../../../source/llm/providers/spec.ts';
import type {ModelTrouble, ModelTroubleKind} from '../../../source/llm/providers/trouble.ts';
import type {OllamaFault} from '../../emulators/ollama/faults.ts';
import {type OllamaEmulator, type OllamaOptions, startOllama} from '../../emulators/ollama/server.ts';
import {runChild} from '../../helpers/child.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';
import {eventually} from '../../helpers/wait.ts';
import {endlessWords, neverAborted, question, troubleOf} from './api.ts';

const coder = 'qwen2.5-coder:7b';
const open: {close: () => Promise<void>}[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

async function start(options: OllamaOptions = {}): Promise<OllamaEmulator> {
	const emulator = await startOllama(options);
	open.push(emulator);
	return emulator;
}

function optionsFor(baseUrl: string | null, given: Partial<ProviderOptions> = {}): ProviderOptions {
	return {
		model: coder,
		effort: null,
		baseUrl,
		apiKey: null,
		client: 'auto',
		allowRemoteLocal: false,
		env: {},
		fetch: globalThis.fetch,
		...given,
	};
}

async function ask(
	emulator: OllamaEmulator,
	request: Partial<ModelRequest> = {},
	signal = neverAborted,
	model = coder,
) {
	const provider = await ollamaSpec.open(optionsFor(emulator.url, {model}));
	return provider.ask(question(request), signal);
}

async function collect<T>(generator: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of generator) all.push(item);
	return all;
}

describe('a question', () => {
	test('is answered, with what it cost in tokens', async () => {
		const emulator = await start({answer: ({body}) => ({edits: [{old: body.slice(0, 6), new: 'ünïcödé 漢字'}]})});
		const reply = await ask(emulator);
		expect(JSON.parse(reply.text)).toEqual({edits: [{old: 'Rename', new: 'ünïcödé 漢字'}]});
		expect(reply).toMatchObject({stop: 'complete', model: coder, usage: {cachedInput: 0, cacheWrite: 0}});
		expect(reply.usage!.input).toBeGreaterThan(0);
		expect(reply.usage!.output).toBeGreaterThan(0);
	});

	test('is answered with what the server reports of its work, if it does', async () => {
		const figures = {
			total_duration: 9_000_000_000,
			load_duration: 500_000_000,
			prompt_eval_count: 1200,
			prompt_eval_cached_count: 700,
			prompt_eval_duration: 2_000_000_000,
			eval_count: 40,
			eval_duration: 4_000_000_000,
		};
		const reported = await ask(await start({work: () => figures}));
		expect(reported.work).toEqual({
			read: {tokens: 500, ms: 2000},
			written: {tokens: 40, ms: 4000},
			queueMs: 2500,
		});
		const odd = {total_duration: -1, eval_duration: 'long'};
		expect((await ask(await start({work: () => odd}))).work).toBeNull();
	});

	test('carries schema, limits and no wish to think, and the head before everything else', async () => {
		const emulator = await start({models: [{name: coder, capabilities: ['completion', 'thinking']}]});
		await ask(emulator, {maximumOutputTokens: 77});
		const {body} = emulator.asks()[0]!;
		const {schema} = question();
		expect(body).toMatchObject({
			stream: true,
			think: false,
			truncate: false,
			shift: false,
			format: schema,
			options: {num_ctx: 16_384, num_predict: 77},
		});
		const [system, user] = (body as {messages: {role: string; content: string}[]}).messages;
		expect(system).toMatchObject({role: 'system', content: expect.stringMatching(/^Answer with edits\.\n/)});
		expect(system!.content).toContain(JSON.stringify(schema));
		expect(user).toEqual({role: 'user', content: question().body});
	});

	test('is no bigger than the provider estimates', async () => {
		const emulator = await start();
		const provider = await ollamaSpec.open(optionsFor(emulator.url));
		await provider.ask(question(), neverAborted);
		expect(provider.sizeOf(question())).toBeGreaterThanOrEqual(emulator.asks()[0]!.bytes);
	});

	test('has the same context every time, the model’s own if that is smaller', async () => {
		const emulator = await start({models: [{name: coder, contextLength: 8192}]});
		const provider = await ollamaSpec.open(optionsFor(emulator.url));
		for (const body of ['a', 'b'.repeat(9000)]) await provider.ask(question({body}), neverAborted);
		const contexts = emulator.asks().map(({body}) => (body as {options: {num_ctx: number}}).options.num_ctx);
		expect(contexts).toEqual([8192, 8192]);
		expect(emulator.requests.filter(({path}) => path === '/api/show')).toHaveLength(1);
	});

	test('many at once are answered each with their own', async () => {
		const emulator = await start({answer: ({body}) => body});
		const provider = await ollamaSpec.open(optionsFor(emulator.url));
		const bodies = Array.from({length: 20}, (_, index) => `question ${index}`);
		const replies = await Promise.all(bodies.map(body => provider.ask(question({body}), neverAborted)));
		expect(replies.map(({text}) => text)).toEqual(bodies);
	});

	test('that does not fit is refused, not cut', async () => {
		const emulator = await start({models: [{name: coder, contextLength: 1000}]});
		expect(await troubleOf(ask(emulator, {body: 'x'.repeat(8000)}))).toMatchObject({
			kind: 'too-large',
			message: expect.stringMatching(
				/^Ollama: request \(\d+ tokens\) exceeds the available context size \(1000 tokens\)/,
			),
			remedy: 'Use a model with a longer context (--llm-model).',
		});
	});

	test('prints nothing to the console, whatever goes wrong', async () => {
		const spies = (['log', 'warn', 'error'] as const).map(name => vi.spyOn(console, name));
		const emulator = await start();
		for (const fault of ['html', 'malformed', 'not-found', 'portal', 'server-error', 'empty'] as const) {
			emulator.setFault(request => (request.asked ? fault : null));
			await troubleOf(ask(emulator));
		}
		for (const spy of spies) {
			expect(spy).not.toHaveBeenCalled();
			spy.mockRestore();
		}
	});
});

describe('an answer that', () => {
	test.each<[OllamaFault, object]>([
		['truncated', {stop: 'length'}],
		['refusal', {stop: 'complete', text: expect.stringContaining('sorry')}],
		['no-usage', {stop: 'complete', usage: null}],
		['slow', {stop: 'complete'}],
		['no-end', {stop: 'unfinished', usage: null}],
		['endless', {stop: 'unfinished', usage: null}],
	])('is %s comes back as it is', async (fault, expected) => {
		expect(await ask(await start({fault}))).toMatchObject(expected);
	});

	test('comes in one piece that is not done is unfinished', async () => {
		const answers: Record<string, object> = {
			'/api/show': {details: {}, model_info: {}},
			'/api/chat': {model: coder, message: {role: 'assistant', content: '{"edits": ['}, done: false},
		};
		const fetch = async (url: unknown) => Response.json(answers[new URL(String(url)).pathname]);
		const provider = await ollamaSpec.open(optionsFor('http://127.0.0.1:9', {fetch}));
		const reply = await provider.ask(question(), neverAborted);
		expect(reply).toMatchObject({stop: 'unfinished', text: '{"edits": ['});
	});

	test('arrives bit by bit is reported with each token', async () => {
		const emulator = await start({answer: () => 'One two three.'});
		const provider = await ollamaSpec.open(optionsFor(emulator.url));
		const counts: number[] = [];
		await provider.ask(question(), neverAborted, tokens => counts.push(tokens));
		expect(counts).toEqual([1, 2, 3, 4]);
	});

	test('reaches the maximum is cut off there', async () => {
		const emulator = await start({answer: () => 'long '.repeat(100)});
		expect(await ask(emulator, {maximumOutputTokens: 10})).toMatchObject({stop: 'length', usage: {output: 10}});
	});
});

describe('trouble', () => {
	test.each<[OllamaFault, ModelTroubleKind, RegExp, Partial<ModelTrouble>]>([
		['auth', 'authentication', /unauthorized/, {spent: 'nothing'}],
		['forbidden', 'authentication', /cloud is disabled/, {}],
		['rate-limit', 'rate-limit', /too many requests/, {retryAfterMs: 7000}],
		['overloaded', 'overloaded', /server busy/, {retryAfterMs: null, spent: 'nothing'}],
		['server-error', 'server-error', /runner process/, {}],
		['out-of-memory', 'model-missing', /more system memory/, {}],
		[
			'too-large',
			'too-large',
			/^Ollama: request \(9074 tokens\) exceeds the available context size \(8192 tokens\), try increasing it$/,
			{remedy: 'Use a model with a longer context (--llm-model).'},
		],
		['html', 'server-error', /502/, {}],
		['portal', 'protocol', /not JSON/, {}],
		['not-found', 'protocol', /does not have the requested path/, {}],
		['malformed', 'protocol', /not JSON/, {spent: 'unknown'}],
		['not-object', 'protocol', /not an object/, {}],
		['empty-object', 'cut-off', /ended/, {}],
		['empty', 'cut-off', /ended/, {spent: 'unknown'}],
		['redirect', 'protocol', /returned a redirect \(307\)/, {}],
		['cut-before-headers', 'cut-off', /broke/, {spent: 'unknown'}],
		['cut-in-body', 'cut-off', /broke/, {spent: 'unknown'}],
		['mid-stream-error', 'server-error', /running the model/, {spent: 'unknown'}],
		['half-line', 'cut-off', /middle of a line/, {spent: 'unknown'}],
		['flood', 'protocol', /too long/, {}],
	])('%s: %s', async (fault, kind, message, more) => {
		const answer = () => ({edits: [{old: 'a'.repeat(100), new: null}]});
		const emulator = await start({answer, fault: request => (request.asked ? fault : null)});
		const trouble = await troubleOf(ask(emulator));
		expect(trouble).toMatchObject({kind, message: expect.stringMatching(message), ...more});
	});

	test.each<OllamaFault>(['portal', 'html', 'not-object', 'malformed', 'not-found', 'redirect', 'flood'])(
		'what is not a server of models is not asked: %s',
		async fault => {
			const emulator = await start({fault: ({path}) => (path === '/api/show' ? fault : null)});
			expect((await troubleOf(ask(emulator))).kind).toBe(fault === 'html' ? 'server-error' : 'protocol');
			expect(emulator.asks()).toEqual([]);
		},
	);

	test.each(endlessWords)('ends with one short line: %#', async words => {
		const key = ['sk', 'y'.repeat(24)].join('-');
		const fetch = async () => Response.json({error: words(key)}, {status: 500});
		const provider = await ollamaSpec.open(optionsFor('http://127.0.0.1:9', {fetch}));
		const trouble = await troubleOf(provider.ask(question(), neverAborted));
		expect(trouble.message.length).toBeLessThan(500);
		expect(trouble.message).not.toContain('yyyy');
	});

	test('the model is not there', async () => {
		expect(await troubleOf(ask(await start({models: []})))).toMatchObject({
			kind: 'model-missing',
			message: `model '${coder}' not found`,
			remedy: `Download it: ollama pull ${coder}`,
		});
	});

	test('another program is at the address', async () => {
		const other = createNetServer(socket => socket.write('SSH-2.0-OpenSSH_9.6\r\n'));
		await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
		open.push({close: async () => void other.close()});
		const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
		const [check] = await collect((await ollamaSpec.open(optionsFor(url))).check(neverAborted));
		expect(check).toMatchObject({
			status: 'failed',
			detail: `The server at ${url} does not behave like Ollama: it does not speak HTTP`,
			remedy: 'Check the address: another program may be listening there.',
		});
	});

	test('the port is one to which no request may go', async () => {
		const [check] = await collect((await ollamaSpec.open(optionsFor('127.0.0.1:9'))).check(neverAborted));
		expect(check).toMatchObject({
			status: 'failed',
			trouble: 'unreachable',
			detail: 'Port 9 is not for HTTP, so nothing can be sent to http://127.0.0.1:9',
			remedy: 'Check the address: another program may be listening there.',
		});
	});

	test('the server is not there', async () => {
		const emulator = await startOllama();
		await emulator.close();
		expect(await troubleOf(ask(emulator))).toMatchObject({
			kind: 'unreachable',
			message: `Connection refused: Ollama not running at ${emulator.url}`,
			remedy: 'Start it: ollama serve',
		});
	});

	test.each<[string, OllamaFault]>([
		['before the answer', 'hang'],
		['in the answer', 'hang-in-body'],
	])('aborting %s ends the request at once, with the signal’s reason', async (_, fault) => {
		const emulator = await start({fault: request => (request.asked ? fault : null)});
		const abort = new AbortController();
		const reason = new Error('enough');
		const asked = expect(ask(emulator, {}, abort.signal)).rejects.toBe(reason);
		await eventually(() => expect(emulator.asks()).toHaveLength(1));
		abort.abort(reason);
		await asked;
		await eventually(() => expect(emulator.asks()[0]!.isAbandoned).toBe(true));
	});

	test('an aborted signal sends nothing', async () => {
		const emulator = await start();
		const reason = new Error('before');
		await expect(ask(emulator, {}, AbortSignal.abort(reason))).rejects.toBe(reason);
		expect(emulator.requests).toEqual([]);
	});
});

describe('texts stay on this machine', () => {
	test.each(['gpt-oss:120b-cloud', 'kimi-k2:cloud'])('%s is refused by its name', async model => {
		await expect(ollamaSpec.open(optionsFor(null, {model}))).rejects.toMatchObject({
			kind: 'usage',
			code: 'remote-local',
		});
	});

	test('a model that another host runs is not asked, whatever its name', async () => {
		const emulator = await start({models: [{name: 'harmless:7b', remoteHost: 'https://ollama.com:443'}]});
		const trouble = await troubleOf(ask(emulator, {}, neverAborted, 'harmless:7b'));
		expect(trouble).toMatchObject({kind: 'model-missing', message: expect.stringContaining('https://ollama.com:443')});
		expect(emulator.asks()).toEqual([]);
	});

	test('a redirect to another host is not followed', async () => {
		const other = await start();
		const server = createServer((_, outgoing) => outgoing.writeHead(307, {location: `${other.url}/api/tags`}).end());
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		open.push({close: () => new Promise(resolve => server.close(() => resolve()).closeAllConnections())});
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		expect(await troubleOf(listRunnable(optionsFor(url), neverAborted))).toMatchObject({kind: 'protocol'});
		expect(other.requests).toEqual([]);
	});

	test('a proxy of the environment sees nothing', async () => {
		const seen: string[] = [];
		const proxy = createServer((incoming, outgoing) => {
			seen.push(`${incoming.method} ${incoming.url}`);
			outgoing.writeHead(502).end();
		});
		proxy.on('connect', (incoming, socket) => {
			seen.push(`CONNECT ${incoming.url}`);
			socket.end();
		});
		await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
		open.push({close: () => new Promise(resolve => proxy.close(() => resolve()).closeAllConnections())});
		const emulator = await start({answer: ({body}) => body});
		const script = `
			import {spec as ollamaSpec} from ${JSON.stringify(new URL('../../../source/llm/providers/ollama/spec.ts', import.meta.url).href)};
			const options = ${JSON.stringify({...optionsFor(emulator.url), env: {}})};
			const provider = await ollamaSpec.open({...options, fetch: globalThis.fetch});
			const request = ${JSON.stringify(question({body: 'hello'}))};
			console.log((await provider.ask(request, AbortSignal.timeout(20_000))).text);
		`;
		const env = {
			...typeStripping,
			NODE_USE_ENV_PROXY: '1',
			HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		};
		const args = ['--input-type=module', '--eval', script];
		expect((await runChild(process.execPath, args, {cwd: import.meta.dirname, env})).stdout).toBe('hello\n');
		expect(seen).toEqual([]);
	});

	test.each([
		['http://192.168.1.5:11434'],
		['http://ollama.example:11434'],
		['http://127.0.0.1.example.com'],
		['http://localhost.example.com:11434'],
		['http://evil.localhost:11434'],
		['http://localhost.:11434'],
		['http://localhost.localdomain'],
		['http://0.0.0.1'],
		['http://128.0.0.1'],
		['http://[::2]:11434'],
		['http://[::ffff:128.0.0.1]:11434'],
		['http://[::127.0.0.1]:11434'],
		['http://[64:ff9b::127.0.0.1]:11434'],
		['https://ollama.com'],
	])('%s is refused', async baseUrl => {
		const opening = ollamaSpec.open(optionsFor(baseUrl));
		await expect(opening).rejects.toMatchObject({kind: 'usage', code: 'remote-local'});
		const allowed = await ollamaSpec.open(optionsFor(baseUrl, {allowRemoteLocal: true}));
		expect(allowed.isLocal).toBe(false);
	});
});

describe('where the server is', () => {
	test.each<[string, Record<string, string>, string]>([
		['nothing', {}, 'http://127.0.0.1:11434'],
		['an empty variable', {LOCAL_BASE_URL: ' '}, 'http://127.0.0.1:11434'],
		['LOCAL_BASE_URL first', {LOCAL_BASE_URL: 'http://localhost:5/', OLLAMA_HOST: ':6'}, 'http://localhost:5'],
		['a port', {OLLAMA_HOST: ':9'}, 'http://127.0.0.1:9'],
		['a host', {OLLAMA_HOST: 'localhost'}, 'http://localhost:11434'],
		['a host and a port', {OLLAMA_HOST: '127.0.0.1:8080'}, 'http://127.0.0.1:8080'],
		['http without a port', {OLLAMA_HOST: 'http://localhost'}, 'http://localhost'],
		['https without a port', {OLLAMA_HOST: 'https://localhost'}, 'https://localhost'],
		['every interface', {OLLAMA_HOST: '0.0.0.0'}, 'http://127.0.0.1:11434'],
		['every interface, IPv6', {OLLAMA_HOST: '[::]:7'}, 'http://[::1]:7'],
		['a bad port', {OLLAMA_HOST: 'localhost:99999'}, 'http://localhost:11434'],
		['a path', {OLLAMA_HOST: 'localhost/prefix/'}, 'http://localhost:11434/prefix'],
		['IPv6', {OLLAMA_HOST: '::1'}, 'http://[::1]:11434'],
		['only a scheme', {OLLAMA_HOST: 'http://'}, 'http://127.0.0.1'],
		['a part of an address', {OLLAMA_HOST: '127.1'}, 'http://127.0.0.1:11434'],
		['hexadecimal', {OLLAMA_HOST: 'http://0x7f.1'}, 'http://127.0.0.1'],
		['another of its addresses', {OLLAMA_HOST: '127.9.9.9:1'}, 'http://127.9.9.9:1'],
		['IPv4 in IPv6', {OLLAMA_HOST: '[::ffff:127.0.0.1]'}, 'http://[::ffff:7f00:1]:11434'],
	])('%s', async (_, env, address) => {
		expect(await ollamaSpec.open(optionsFor(null, {env}))).toMatchObject({address, isLocal: true, isMetered: false});
	});

	test.each([
		'ftp://localhost',
		'http://me:secret@localhost:1',
		'me:secret@localhost',
		'http://local host',
		'[::1',
		'localhost?x=1',
		'localhost?token=secret',
		'localhost#secret',
		'http://[fe80::1%25lo]:11434',
		'[::1%lo]',
	])('%s is no address', async baseUrl => {
		const opening = ollamaSpec.open(optionsFor(baseUrl, {allowRemoteLocal: true}));
		const failure = await opening.then(
			({address}) => expect.fail(address),
			(error: unknown) => error,
		);
		expect(failure).toMatchObject({kind: 'usage', code: 'bad-base-url'});
		expect(String(failure)).not.toContain('secret');
		for (const name of ['LOCAL_BASE_URL', 'OLLAMA_HOST']) {
			const env = {[name]: baseUrl};
			await expect(ollamaSpec.open(optionsFor(null, {env, allowRemoteLocal: true}))).rejects.toEqual(failure);
		}
	});
});

describe('checks', () => {
	const check = async (emulator: OllamaEmulator, {load = false, model = coder} = {}): Promise<ProviderCheck[]> =>
		collect((await ollamaSpec.open(optionsFor(emulator.url, {model}))).check(neverAborted, {load}));

	test('all is well; the GPU is not known of a model that is not loaded', async () => {
		const emulator = await start();
		const provider = await ollamaSpec.open(optionsFor(emulator.url));
		expect(await collect(provider.check(neverAborted))).toMatchObject([
			{name: 'server', status: 'ok', detail: `Ollama runs at ${emulator.url}`},
			{name: 'model', status: 'ok', detail: `${coder}, 7.6B parameters, 4.7 GB`},
			{name: 'GPU', status: 'ok', detail: 'unknown until the model is loaded'},
		]);
		expect(emulator.loaded.size).toBe(0);
		expect(emulator.asks()).toEqual([]);
	});

	test.each([
		[1, 'ok', 'the model runs on the GPU'],
		[0.5, 'ok', '50% of the model runs on the GPU'],
		[0, 'warning', 'GPU not detected, using CPU inference'],
	])('with %s of the model on a GPU: %s, %s', async (onGpu, status, detail) => {
		const emulator = await start({onGpu});
		expect((await check(emulator, {load: true})).at(-1)).toMatchObject({name: 'GPU', status, detail, trouble: null});
		expect(emulator.asks()).toEqual([]);
	});

	test('a model is loaded with the context that questions have', async () => {
		const emulator = await start();
		await check(emulator, {load: true});
		const before = emulator.loaded.get(coder);
		await ask(emulator);
		expect(emulator.loaded.get(coder)).toBe(before);
	});

	test('a name without a tag means the latest', async () => {
		const emulator = await start({models: ['llama3.2']});
		expect((await check(emulator, {model: 'llama3.2'})).map(({status}) => status)).toEqual(['ok', 'ok', 'ok']);
		expect((await check(emulator, {model: 'llama3.2:3b'})).at(-1)).toMatchObject({status: 'failed'});
	});

	test('the model is missing, with the command that gets it', async () => {
		expect(await check(await start({models: []}))).toMatchObject([
			{name: 'server', status: 'ok'},
			{
				name: 'model',
				status: 'failed',
				detail: `model '${coder}' not found`,
				remedy: `Download it: ollama pull ${coder}`,
				trouble: 'model-missing',
			},
		]);
	});

	test('the model runs elsewhere', async () => {
		const emulator = await start({models: [{name: coder, remoteHost: 'https://ollama.com:443'}]});
		expect((await check(emulator)).at(-1)).toMatchObject({name: 'model', status: 'failed', trouble: 'model-missing'});
	});

	test('it cannot be loaded', async () => {
		const emulator = await start({fault: ({path}) => (path === '/api/chat' ? 'out-of-memory' : null)});
		expect((await check(emulator, {load: true})).at(-1)).toMatchObject({name: 'model', status: 'failed'});
	});

	test('the server is down', async () => {
		const emulator = await startOllama();
		await emulator.close();
		expect(await check(emulator)).toMatchObject([
			{name: 'server', status: 'failed', trouble: 'unreachable', remedy: 'Start it: ollama serve'},
		]);
	});

	test.each<OllamaFault>(['portal', 'html', 'not-found', 'not-object', 'empty', 'redirect', 'flood'])(
		'something else listens there: %s',
		async fault => {
			const checks = await check(await start({fault}));
			expect(checks).toMatchObject([{name: 'server', status: 'failed', remedy: expect.stringMatching(/./)}]);
		},
	);
});

test('models that run here are listed by name', async () => {
	const emulator = await start({
		models: ['llama3.2', {name: 'far:cloud', remoteHost: 'https://ollama.com:443'}, coder],
	});
	expect(await listRunnable(optionsFor(emulator.url), neverAborted)).toEqual([
		{name: 'llama3.2:latest', note: '7.6B, 4.7 GB'},
		{name: coder, note: '7.6B, 4.7 GB'},
	]);
});

describe('a pull', () => {
	const pull = (emulator: OllamaEmulator, model = 'llama3.2:3b', signal = neverAborted) =>
		pullModel(optionsFor(emulator.url), model, signal);

	test('reports the progress of all parts, and ends with the model', async () => {
		const emulator = await start({library: [{name: 'llama3.2:3b', size: 1000}]});
		const progress = await collect(pull(emulator));
		expect(progress[0]).toEqual({status: 'pulling manifest', completed: 0, total: null});
		expect(progress.at(-1)).toEqual({status: 'success', completed: 1000, total: 1000});
		const counts = progress.map(({completed}) => completed);
		expect(counts).toEqual([...counts].sort((one, other) => one - other));
		expect(emulator.installed()).toContain('llama3.2:3b');
	});

	test('that is aborted ends at once and goes on from there', async () => {
		const emulator = await start({library: [{name: 'llama3.2:3b', size: 1000}], lineMs: 20});
		const abort = new AbortController();
		const reason = new Error('not now');
		const first = (async () => {
			for await (const {completed} of pull(emulator, undefined, abort.signal)) {
				if (completed > 0) abort.abort(reason);
			}
		})();
		await expect(first).rejects.toBe(reason);
		await eventually(() => expect(emulator.requests[0]!.isAbandoned).toBe(true));
		const kept = emulator.library.completed('llama3.2:3b');
		expect(kept).toBeGreaterThan(0);
		const shown: PullProgress[] = await collect(pull(emulator));
		expect(shown.find(({total}) => total !== null)!.completed).toBe(Math.min(kept, 900));
		expect(emulator.installed()).toContain('llama3.2:3b');
	});

	test('ends when its consumer leaves', async () => {
		const emulator = await start({lineMs: 20});
		for await (const _ of pull(emulator)) break;
		await eventually(() => expect(emulator.requests[0]!.isAbandoned).toBe(true));
		expect(emulator.installed()).not.toContain('llama3.2:3b');
	});

	test('of a model that does not exist', async () => {
		const emulator = await start();
		expect(await troubleOf(collect(pull(emulator, 'no-such-model')))).toMatchObject({
			kind: 'model-missing',
			message: expect.stringContaining('file does not exist'),
		});
	});

	test('of a name that no model can have', async () => {
		expect(await troubleOf(collect(pull(await start(), 'no such: name')))).toMatchObject({
			kind: 'model-missing',
			message: 'invalid model name',
		});
	});

	test('of a model that never runs here is not begun', async () => {
		const emulator = await start();
		expect(await troubleOf(collect(pull(emulator, 'kimi-k2:cloud')))).toMatchObject({kind: 'model-missing'});
		expect(emulator.requests).toEqual([]);
	});

	const registry = 'https://registry.ollama.ai/v2/library/llama3.2/manifests/3b';

	test.each([
		[`Get "${registry}": dial tcp: lookup registry.ollama.ai on 127.0.0.53:53: no such host`, ': no such host'],
		[`Get "${registry}": dial tcp 104.21.75.227:443: i/o timeout`, ': i/o timeout'],
		[`Get "${registry}": net/http: TLS handshake timeout`, ': TLS handshake timeout'],
		[
			`Get "${registry}": proxyconnect tcp: dial tcp 127.0.0.1:3128: connect: connection refused`,
			' through its proxy: connection refused',
		],
	])('whose registry cannot be reached: %s', async (why, told) => {
		const emulator = await start({pullError: `pull model manifest: ${why}`});
		const trouble = await troubleOf(collect(pull(emulator)));
		expect(trouble).toMatchObject({
			kind: 'unreachable',
			message: expect.stringMatching(/^Ollama cannot reach registry\.ollama\.ai/),
			remedy: "Check the network, or HTTPS_PROXY in the server's environment.",
			ways: [],
		});
		expect(trouble.message.endsWith(`registry.ollama.ai${told}`)).toBe(true);
	});

	test('that fails because a process of the server broke is about the server', async () => {
		const emulator = await start({pullError: 'Post "http://127.0.0.1:41234/completion": EOF'});
		expect(await troubleOf(collect(pull(emulator)))).toMatchObject({kind: 'server-error'});
	});

	test('from a server that is down', async () => {
		const emulator = await startOllama();
		await emulator.close();
		expect(await troubleOf(collect(pull(emulator)))).toMatchObject({kind: 'unreachable'});
	});
});
