import {afterEach, describe, expect, test, vi} from 'vitest';
import {spec as openaiSpec} from '../../../source/llm/providers/openai/spec.ts';
import type {ProviderOptions} from '../../../source/llm/providers/provider.ts';
import {openProvider} from '../../../source/llm/providers/registry.ts';
import {startOpenAI} from '../../emulators/openai/server.ts';
import type {Emulator} from '../../emulators/vendor/server.ts';
import {briefly, checksOf, neverAborted, optionsFor, question, schema, troubleOf} from './api.ts';

const open: Emulator[] = [];

async function start(options: Parameters<typeof startOpenAI>[0] = {}) {
	const emulator = await startOpenAI(options);
	open.push(emulator);
	const provider = (given: Partial<ProviderOptions> = {}) =>
		openProvider('api-a', optionsFor(emulator, {model: 'gpt-6-luna', effort: 'low', ...given}));
	/** A server of another vendor with the same protocol. */
	const compatible = (given: Partial<ProviderOptions> = {}) => provider({baseUrl: `${emulator.url}/v1`, ...given});
	return {emulator, provider, compatible};
}

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

const fakeKey = (...parts: string[]) => ['sk', ...parts, 'y'.repeat(24)].join('-');

describe('a question', () => {
	test('goes to the Responses API at the vendor, is not kept there, and carries the schema and the effort', async () => {
		const {emulator, provider} = await start({answer: () => ({edits: [{old: 'a', new: 'b'}]})});
		const {ask} = await provider();
		const reply = await ask(question(), neverAborted);
		expect(JSON.parse(reply.text)).toEqual({edits: [{old: 'a', new: 'b'}]});
		expect(reply).toMatchObject({stop: 'complete', model: 'gpt-6-luna'});
		const [seen] = emulator.requests;
		expect(seen).toMatchObject({
			method: 'POST',
			path: '/v1/responses',
			headers: {authorization: `Bearer ${emulator.key}`},
			body: {
				model: 'gpt-6-luna',
				instructions: 'Answer with edits.',
				input: question().body,
				store: false,
				max_output_tokens: 4096,
				reasoning: {effort: 'low'},
				prompt_cache_key: expect.stringMatching(/^pr-resolve:[0-9a-f]{16}$/),
				text: {format: {type: 'json_schema', name: 'edits', strict: true, schema}},
			},
		});
		expect(seen!.body).not.toHaveProperty('temperature');
	});

	test('goes to Chat Completions at any other address', async () => {
		const {emulator, compatible} = await start();
		const reply = await (await compatible()).ask(question(), neverAborted);
		expect(reply).toMatchObject({text: '{"edits":[]}', stop: 'complete', usage: {output: expect.any(Number)}});
		expect(emulator.requests).toMatchObject([
			{
				path: '/v1/chat/completions',
				body: {
					messages: [{role: 'system'}, {role: 'user'}],
					response_format: {type: 'json_schema', json_schema: {name: 'edits', strict: true, schema}},
					reasoning_effort: 'low',
					max_completion_tokens: 4096,
				},
			},
		]);
	});

	test('is bounded by both names where the model is not the vendor’s, whose models refuse them together', async () => {
		const {emulator, compatible} = await start();
		const limits = async (model: string) => {
			await (await compatible({model})).ask(question(), neverAborted).catch(() => {});
			const {max_tokens, max_completion_tokens} = emulator.requests.at(-1)!.body as Record<string, unknown>;
			return [max_tokens, max_completion_tokens];
		};
		expect(await limits('some/coder-7b')).toEqual([4096, 4096]);
		expect(await limits('openai/gpt-6-luna')).toEqual([undefined, 4096]);
	});

	test.each([['vendor'], ['compatible']])('is as large as was said: %s', async where => {
		const {emulator, provider, compatible} = await start();
		const {ask, sizeOf} = await (where === 'vendor' ? provider() : compatible({effort: null}));
		await ask(question(), neverAborted);
		expect(emulator.requests[0]!.bytes).toBe(sizeOf(question()));
	});

	test('omits the effort if there is none', async () => {
		const {emulator, provider} = await start();
		await (await provider({effort: null, model: 'gpt-4o-mini'})).ask(question(), neverAborted);
		expect(emulator.requests[0]!.body).not.toHaveProperty('reasoning');
	});

	test('takes nothing from the environment of the process', async () => {
		vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
		vi.stubEnv('OPENAI_API_KEY', fakeKey('other'));
		vi.stubEnv('OPENAI_ADMIN_KEY', fakeKey('admin'));
		vi.stubEnv('OPENAI_ORG_ID', 'org-other');
		vi.stubEnv('OPENAI_PROJECT_ID', 'proj-other');
		vi.stubEnv('OPENAI_LOG', 'debug');
		vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-spy: 1\nauthorization: Bearer other\nuser-agent: other');
		const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name));
		const {emulator, provider} = await start();
		await (await provider()).ask(question(), neverAborted);
		expect(Object.keys(emulator.requests[0]!.headers).sort()).toEqual(
			[
				...['accept', 'accept-encoding', 'accept-language', 'authorization', 'connection', 'content-length'],
				...['content-type', 'host', 'sec-fetch-mode', 'user-agent'],
			].sort(),
		);
		expect(emulator.requests[0]!.headers).toMatchObject({
			authorization: `Bearer ${emulator.key}`,
			'user-agent': 'pr-resolve',
		});
		for (const spy of written) expect(spy).not.toHaveBeenCalled();
	});

	test('counts what was read from the cache and written to it as parts of the input', async () => {
		const {provider} = await start();
		const {ask} = await provider();
		const head = 'The same instructions. '.repeat(400);
		const first = await ask(question({head}), neverAborted);
		const second = await ask(question({head, body: 'another'}), neverAborted);
		expect(first.usage).toMatchObject({cachedInput: 0});
		expect(first.usage!.cacheWrite).toBeGreaterThanOrEqual(1024);
		expect(second.usage!.cachedInput).toBeGreaterThanOrEqual(1024);
		expect(second.usage!.cachedInput + second.usage!.cacheWrite).toBeLessThanOrEqual(second.usage!.input);
	});

	test.each([['vendor'], ['compatible']])('that is declined or cut off says so, with what it cost: %s', async where => {
		const {emulator, provider, compatible} = await start({answer: () => 'x'.repeat(400)});
		const {ask} = await (where === 'vendor' ? provider() : compatible());
		emulator.setFault('refusal');
		expect(await ask(question(), neverAborted)).toMatchObject({stop: 'refusal', text: 'I cannot help with that.'});
		emulator.setFault('truncated');
		const reply = await ask(question(), neverAborted);
		expect(reply).toMatchObject({stop: 'length', text: 'x'.repeat(200)});
		expect(reply.usage!.output).toBeGreaterThanOrEqual(50);
		emulator.setFault(null);
		expect(await ask(question({maximumOutputTokens: 16 + 25}), neverAborted)).toMatchObject({stop: 'length'});
	});

	test.each([['vendor'], ['compatible']])(
		'that thinks for long has room for its answer all the same: %s',
		async where => {
			const {provider, compatible} = await start({answer: () => 'x'.repeat(4000)});
			const {ask} = await (where === 'vendor' ? provider({effort: 'high'}) : compatible({effort: 'high'}));
			const reply = await ask(question({maximumOutputTokens: 4096}), neverAborted);
			expect(reply).toMatchObject({stop: 'complete', text: 'x'.repeat(4000)});
			expect(reply.usage!.output).toBeGreaterThan(4096);
		},
	);

	test('that fails in an answer that arrived whole is trouble of the kind that it names', async () => {
		const {provider} = await start();
		const failing =
			(error: object, usage: object | null = null) =>
			async () =>
				Response.json({id: 'r', object: 'response', status: 'failed', error, model: 'm', output: [], usage});
		const limit = {code: 'rate_limit_exceeded', message: 'Try again in 2s.'};
		const limited = await provider({fetch: failing(limit)});
		expect(await troubleOf(limited.ask(question(), neverAborted))).toMatchObject({
			kind: 'rate-limit',
			spent: 'unknown',
		});
		const broken = await provider({
			fetch: failing({code: 'server_error', message: 'x'}, {input_tokens: 5, output_tokens: 1}),
		});
		expect(await troubleOf(broken.ask(question(), neverAborted))).toMatchObject({
			kind: 'server-error',
			spent: {input: 5, cachedInput: 0, cacheWrite: 0, output: 1},
		});
	});

	test('of a server that leaves out counts and texts is answered all the same', async () => {
		const {compatible} = await start();
		const fetch = async () => Response.json({choices: [{message: {role: 'assistant', content: '{}'}}]});
		const reply = await (await compatible({fetch})).ask(question(), neverAborted);
		expect(reply).toEqual({text: '{}', stop: 'complete', usage: null, model: 'gpt-6-luna'});
	});
});

describe('trouble', () => {
	test('names the words of the table of errors', async () => {
		const {emulator, provider} = await start({fault: 'auth'});
		const {ask} = await provider();
		const rejected = await troubleOf(ask(question(), neverAborted));
		expect(rejected.message).toMatch(
			/^Incorrect or invalid API key \(401 Unauthorized\): Incorrect API key provided: \*\*\*/,
		);
		expect(rejected.remedy).toContain('Generate a new key');
		expect(rejected.remedy).toContain('(a key is shown once, at creation)');
		emulator.setFault('quota');
		const quota = await troubleOf(ask(question(), neverAborted));
		expect(quota.message).toMatch(/^Rate limit exceeded: quota exceeded/);
		expect(quota.remedy).toContain('Add credits');
	});

	test('a key in the words of the model is neither shown nor kept', async () => {
		const {provider, emulator} = await start({answer: () => `{"edits": [], "key": "${emulator.key}"}`});
		const {text} = await (await provider()).ask(question(), neverAborted);
		expect(text).toContain('"***"');
		expect(text).not.toContain(emulator.key);
	});

	test.each([
		['Rate limit exceeded', 'Rate limit exceeded'],
		['rate limit exceeded: Rate limit exceeded.', 'Rate limit exceeded'],
		['Rate limit exceeded: 3 requests a minute.', 'Rate limit exceeded: 3 requests a minute.'],
	])('what a service says adds to ours and does not repeat it: %j', async (message, expected) => {
		const {provider} = await start();
		const fetch = async () => Response.json({error: {message, type: 'requests'}}, {status: 429});
		const trouble = await troubleOf((await provider({fetch})).ask(question(), neverAborted));
		expect(trouble.message).toBe(expected);
	});

	test('never repeats the key, whole or in part', async () => {
		const key = fakeKey('proj', 'secret');
		const {provider, compatible} = await start();
		for (const {ask} of [await provider({apiKey: key}), await compatible({apiKey: `weird.${key}`})]) {
			const trouble = await troubleOf(ask(question(), neverAborted));
			expect(trouble.kind).toBe('authentication');
			expect(trouble.message).not.toContain('yyyy');
			expect(trouble.message).not.toContain('sk-proj');
			expect(trouble.message).not.toContain('weird');
		}
	});

	test('a model that is not there', async () => {
		const {provider, compatible} = await start();
		for (const {ask} of [await provider({model: 'gpt-none'}), await compatible({model: 'gpt-none'})]) {
			const trouble = await troubleOf(ask(question(), neverAborted));
			expect(trouble).toMatchObject({kind: 'model-missing', spent: 'nothing'});
			expect(trouble.message).toMatch(/^model does not exist: gpt-none/);
		}
	});

	test('a path that is not there is no missing model', async () => {
		const {emulator, provider} = await start();
		const {ask} = await provider({baseUrl: `${emulator.url}/elsewhere`});
		const trouble = await troubleOf(ask(question(), neverAborted));
		expect(trouble).toMatchObject({kind: 'bad-request', spent: 'nothing'});
		expect(trouble.remedy).toContain('/elsewhere');
	});

	test('a schema that leaves properties optional is refused', async () => {
		const {provider} = await start();
		const loose = {type: 'object', properties: {a: {type: 'string'}}, required: [], additionalProperties: false};
		const trouble = await troubleOf((await provider()).ask(question({schema: loose}), neverAborted));
		expect(trouble).toMatchObject({kind: 'bad-request', spent: 'nothing'});
		expect(trouble.message).toContain('Invalid schema');
	});
});

describe('what it is opened with', () => {
	test.each([
		['key of the other vendor', ['sk', 'ant', 'api03', 'z'.repeat(20)].join('-'), /Anthropic/],
		['admin key', fakeKey('admin'), /admin key/],
		['no prefix', 'z'.repeat(30), /begin with "sk-"/],
		['too short', 'sk-abc', /looks incomplete \(6 characters\)/],
		['odd characters', `sk-${'a b'.repeat(10)}`, /characters that (?:OpenAI )?keys do not have/],
		['line break within', `${fakeKey()}\n${fakeKey()}`, /characters/],
	])('a key that cannot be one is refused: %s', async (_, apiKey, says) => {
		const {provider} = await start();
		const failure = await provider({apiKey}).catch((error: unknown) => error);
		expect(failure).toMatchObject({kind: 'usage', code: 'bad-key-format', message: expect.stringMatching(says)});
		expect(String((failure as Error).message)).toMatch(/^Invalid API key/);
		expect(JSON.stringify(failure)).not.toContain(apiKey);
	});

	test('at another address any key will do, and none too', async () => {
		const {emulator, compatible} = await start({keys: ['any']});
		const {ask} = await compatible({apiKey: 'any'});
		expect(await ask(question(), neverAborted)).toMatchObject({stop: 'complete'});
		const {ask: askWithout} = await compatible({apiKey: null});
		expect(await troubleOf(askWithout(question(), neverAborted))).toMatchObject({kind: 'authentication'});
		expect(emulator.requests[1]!.headers).not.toHaveProperty('authorization');
	});

	test.each([
		[null, 'https://api.openai.com/v1'],
		['https://eu.api.openai.com/v1/', 'https://eu.api.openai.com/v1'],
		['http://localhost:1234', 'http://localhost:1234/v1'],
		['https://openrouter.ai/api/v1//', 'https://openrouter.ai/api/v1'],
	])('%s is the address %s', async (baseUrl, address) => {
		const {provider} = await start();
		expect(await provider({baseUrl})).toMatchObject({provider: 'api-a', address, isLocal: false, isMetered: true});
	});

	test('some servers want something beside the protocol', async () => {
		const sent: {headers: Headers; body: Record<string, unknown>}[] = [];
		const fetch: typeof globalThis.fetch = async (_, init) => {
			sent.push({headers: new Headers(init!.headers), body: JSON.parse(String(init!.body))});
			return Response.json({choices: [{message: {content: '{}'}}]});
		};
		const {provider} = await start();
		await (await provider({fetch, baseUrl: 'https://openrouter.ai/api/v1'})).ask(question(), neverAborted);
		await (await provider({fetch, baseUrl: 'https://x.openai.azure.com/openai/v1/'})).ask(question(), neverAborted);
		expect(sent[0]!.body).toMatchObject({provider: {require_parameters: true}});
		expect(sent[1]!.headers.get('api-key')).toMatch(/^sk-emulator/);
		expect(sent[1]!.headers.has('authorization')).toBe(false);
	});
});

describe('the check', () => {
	test('passes without a question to the model', async () => {
		const {emulator, provider} = await start();
		expect(briefly(await checksOf(await provider()))).toBe('server ok, key ok, model ok');
		expect(emulator.asks()).toEqual([]);
		expect(emulator.requests.map(({method, path}) => `${method} ${path}`)).toEqual(['GET /v1/models']);
	});

	test('warns of a model that is about to be switched off', async () => {
		const {provider} = await start();
		const checks = await checksOf(await provider({model: 'gpt-4o-mini'}));
		expect(checks.at(-1)).toMatchObject({
			name: 'model',
			status: 'warning',
			detail: expect.stringContaining('2027-01-14'),
		});
	});

	test('ends at a missing model', async () => {
		const {provider, compatible} = await start();
		const checks = await checksOf(await provider({model: 'gpt-none'}));
		expect(briefly(checks)).toBe('server ok, key ok, model failed');
		expect(checks.at(-1)).toMatchObject({
			trouble: 'model-missing',
			detail: expect.stringContaining('model does not exist'),
		});
		expect(briefly(await checksOf(await compatible({model: 'gpt-none'})))).toBe('server ok, key ok, model warning');
	});

	test('warns of a way that is not encrypted, and of a server that does not list its models', async () => {
		const {provider} = await start();
		const open = {baseUrl: 'http://models.example/v1', fetch: async () => Response.json({data: [{id: 'gpt-6-luna'}]})};
		expect(await checksOf(await provider(open))).toMatchObject([
			{name: 'connection', status: 'warning', detail: expect.stringContaining('not encrypted')},
			{name: 'server', status: 'ok'},
			{name: 'key', status: 'ok'},
			{name: 'model', status: 'ok'},
		]);
		const silent = {baseUrl: 'https://models.example/v1', fetch: async () => new Response('Not Found', {status: 404})};
		expect(briefly(await checksOf(await provider(silent)))).toBe('server warning');
	});

	test('lists the models to choose from', async () => {
		const {emulator} = await start();
		const models = await openaiSpec.list!(optionsFor(emulator, {}), neverAborted);
		expect(models).toContainEqual({name: 'gpt-6-luna', note: ''});
		expect(models).toContainEqual({name: 'gpt-4o-mini', note: 'switched off on 2027-01-14'});
	});
});
