import {afterEach, describe, expect, test, vi} from 'vitest';
import {spec as anthropicSpec} from '../../../source/llm/providers/anthropic/spec.ts';
import type {ProviderOptions} from '../../../source/llm/providers/provider.ts';
import {openProvider} from '../../../source/llm/providers/registry.ts';
import {startAnthropic} from '../../emulators/anthropic/server.ts';
import type {Emulator} from '../../emulators/vendor/server.ts';
import {briefly, checksOf, neverAborted, optionsFor, question, schema, troubleOf} from './api.ts';

const open: Emulator[] = [];

async function start(options: Parameters<typeof startAnthropic>[0] = {}) {
	const emulator = await startAnthropic(options);
	open.push(emulator);
	const provider = (given: Partial<ProviderOptions> = {}) =>
		openProvider('api-b', optionsFor(emulator, {model: 'claude-sonnet-5-5', ...given}));
	return {emulator, provider};
}

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

const fakeKey = (...parts: string[]) => ['sk', ...parts, 'y'.repeat(24)].join('-');

const systemOf = ({requests}: Emulator) => requests.at(-1)!.body!.system as {cache_control?: unknown}[];

describe('a question', () => {
	test('carries the key in x-api-key, a version, the schema and no temperature', async () => {
		const {emulator, provider} = await start({answer: () => ({edits: [{old: 'a', new: 'b'}]})});
		const reply = await (await provider({effort: 'low'})).ask(question(), neverAborted);
		expect(JSON.parse(reply.text)).toEqual({edits: [{old: 'a', new: 'b'}]});
		expect(reply).toMatchObject({stop: 'complete', model: 'claude-sonnet-5-5'});
		const [seen] = emulator.requests;
		expect(seen).toMatchObject({
			method: 'POST',
			path: '/v1/messages',
			headers: {'x-api-key': emulator.key, 'anthropic-version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/)},
		});
		expect(seen!.body).toEqual({
			model: 'claude-sonnet-5-5',
			max_tokens: 4096,
			system: [{type: 'text', text: 'Answer with edits.'}],
			messages: [{role: 'user', content: question().body}],
			output_config: {format: {type: 'json_schema', schema}, effort: 'low'},
		});
		expect(seen!.headers).not.toHaveProperty('authorization');
	});

	test.each([null, 'low'] as const)('is as large as was said, with effort %s', async effort => {
		const {emulator, provider} = await start();
		const {ask, sizeOf} = await provider({effort});
		const long = question({head: 'Instructions. '.repeat(1000)});
		await ask(long, neverAborted);
		expect(emulator.requests[0]!.bytes).toBe(sizeOf(long));
	});

	test('may ask for more than an answer that is not streamed can hold by default', async () => {
		const {provider} = await start();
		const reply = await (await provider()).ask(question({maximumOutputTokens: 64_000}), neverAborted);
		expect(reply.stop).toBe('complete');
	});

	test.each([
		['claude-haiku-5-5', 'none', {effort: 'low'}, {type: 'disabled'}],
		['claude-haiku-5-5', 'max', {effort: 'max'}, undefined],
		['claude-opus-5-5', 'none', {effort: 'low'}, undefined],
		['claude-sonnet-5-5', 'minimal', {effort: 'low'}, undefined],
		['claude-haiku-4-5', null, {}, undefined],
	] as const)('%s with effort %s is asked in a way that the vendor takes', async (model, effort, config, thinking) => {
		const {emulator, provider} = await start();
		expect(await (await provider({model, effort})).ask(question(), neverAborted)).toMatchObject({stop: 'complete'});
		const {output_config, thinking: sent} = emulator.requests[0]!.body as {output_config: object; thinking?: object};
		expect(output_config).toEqual({format: expect.anything(), ...config});
		expect(sent).toEqual(thinking);
	});

	test('takes nothing from the environment of the process, and writes nothing', async () => {
		vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9');
		vi.stubEnv('ANTHROPIC_API_KEY', fakeKey('ant-other'));
		vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'other');
		vi.stubEnv('ANTHROPIC_LOG', 'debug');
		vi.stubEnv(
			'ANTHROPIC_CUSTOM_HEADERS',
			'x-spy: 1\nauthorization: Bearer other\nx-api-key: other\nuser-agent: other',
		);
		const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name));
		const {emulator, provider} = await start();
		await (await provider({model: 'claude-sonnet-4-5'})).ask(question(), neverAborted);
		expect(Object.keys(emulator.requests[0]!.headers).sort()).toEqual(
			[
				...['accept', 'accept-encoding', 'accept-language', 'anthropic-version', 'connection', 'content-length'],
				...['content-type', 'host', 'sec-fetch-mode', 'user-agent', 'x-api-key'],
			].sort(),
		);
		expect(emulator.requests[0]!.headers).toMatchObject({'x-api-key': emulator.key, 'user-agent': 'pr-resolve'});
		for (const spy of written) expect(spy).not.toHaveBeenCalled();
	});

	test('that is declined or cut off is reported with its usage', async () => {
		const {emulator, provider} = await start({answer: () => 'x'.repeat(400)});
		const {ask} = await provider();
		emulator.setFault('refusal');
		expect(await ask(question(), neverAborted)).toMatchObject({stop: 'refusal', usage: {output: expect.any(Number)}});
		emulator.setFault('truncated');
		expect(await ask(question(), neverAborted)).toMatchObject({stop: 'length', text: 'x'.repeat(200)});
		emulator.setFault(null);
		const reply = await ask(question({maximumOutputTokens: 25}), neverAborted);
		expect(reply).toMatchObject({stop: 'length', text: 'x'.repeat(100), usage: {output: 25}});
	});
});

describe('the cache', () => {
	test.each([
		['claude-haiku-5-5', 512],
		['claude-sonnet-5-5', 1024],
		['claude-opus-5-5', 512],
		['claude-haiku-4-5', 4096],
		['claude-unheard-of', 4096],
	])('is asked for where the head is long enough for %s: %i tokens', async (model, tokens) => {
		const {emulator, provider} = await start({models: [model]});
		const {ask} = await provider({model});
		await ask(question({head: 'x'.repeat(tokens * 3 - 1)}), neverAborted);
		expect(systemOf(emulator)[0]).not.toHaveProperty('cache_control');
		await ask(question({head: 'x'.repeat(tokens * 3)}), neverAborted);
		expect(systemOf(emulator)[0]).toMatchObject({cache_control: {type: 'ephemeral'}});
	});

	test('is counted as part of the input', async () => {
		const {provider} = await start();
		const {ask} = await provider();
		const head = 'The same instructions. '.repeat(400);
		const first = (await ask(question({head}), neverAborted)).usage!;
		const second = (await ask(question({head}), neverAborted)).usage!;
		expect(first.cacheWrite).toBeGreaterThanOrEqual(1024);
		expect(first.cachedInput).toBe(0);
		expect(second).toEqual({...first, cachedInput: first.cacheWrite, cacheWrite: 0});
		expect(second.input).toBeGreaterThan(second.cachedInput);
	});
});

describe('trouble', () => {
	test.each([
		['Too many requests', 'rate-limit', 'quota'],
		['You have reached the spend limit of your usage tier.', 'quota', 'quota'],
	] as const)(
		'a limit that does not say when it ends, elsewhere and at the vendor: %s',
		async (message, elsewhere, own) => {
			const {emulator, provider} = await start();
			const fetch = async () => Response.json({error: {message}}, {status: 429});
			const kindAt = async (given: {baseUrl?: string}) =>
				(await troubleOf((await provider({...given, fetch})).ask(question(), neverAborted))).kind;
			expect(await kindAt({baseUrl: emulator.url})).toBe(elsewhere);
			expect(await kindAt({})).toBe(own);
		},
	);

	test('names the words of the table of errors', async () => {
		const {emulator, provider} = await start({fault: 'auth'});
		const {ask} = await provider();
		const rejected = await troubleOf(ask(question(), neverAborted));
		expect(rejected.message).toMatch(/^Invalid API key; the key header \(x-api-key\) is invalid/);
		expect(rejected.remedy).toContain('Generate a new key');
		emulator.setFault(null);
		const {ask: askMissing} = await provider({model: 'claude-none'});
		const missing = await troubleOf(askMissing(question(), neverAborted));
		expect(missing).toMatchObject({kind: 'model-missing', spent: 'nothing'});
		expect(missing.message).toMatch(/^model does not exist: claude-none/);
		expect(missing.remedy).toContain('Correct the model name');
	});

	test('never repeats the key', async () => {
		const key = fakeKey('ant-api03-secret');
		const {provider} = await start();
		const fetch = async () =>
			Response.json({type: 'error', error: {type: 'authentication_error', message: `bad key ${key}`}}, {status: 401});
		const trouble = await troubleOf((await provider({apiKey: key, fetch})).ask(question(), neverAborted));
		expect(trouble.message).toContain('bad key ***');
		expect(trouble.message).not.toContain('yyyy');
	});

	test('a schema with bounds is refused', async () => {
		const {provider} = await start();
		const bounded = {...schema, properties: {edits: {type: 'integer', minimum: 1}}};
		const trouble = await troubleOf((await provider()).ask(question({schema: bounded}), neverAborted));
		expect(trouble).toMatchObject({kind: 'bad-request', spent: 'nothing'});
	});
});

describe('what it is opened with', () => {
	test.each([
		['login of the client', fakeKey('ant-oat01'), /a login for Claude Code \(the provider claude-cli\)/],
		['admin key', fakeKey('ant-admin01'), /admin key/],
	])('a key that cannot be used is refused: %s', async (_, apiKey, says) => {
		const {provider} = await start();
		const failure = await provider({apiKey}).catch((error: unknown) => error);
		expect(failure).toMatchObject({kind: 'usage', code: 'bad-key-format', message: expect.stringMatching(says)});
	});

	test.each([
		[null, 'https://api.anthropic.com'],
		['http://127.0.0.1:1234/', 'http://127.0.0.1:1234'],
		['https://gateway.example/a/v1', 'https://gateway.example/a'],
	])('%s is the address %s', async (baseUrl, address) => {
		const {provider} = await start();
		expect(await provider({baseUrl})).toMatchObject({provider: 'api-b', address, isLocal: false, isMetered: true});
	});
});

describe('the check', () => {
	test('passes without a question to the model', async () => {
		const {emulator, provider} = await start();
		expect(briefly(await checksOf(await provider()))).toBe('server ok, key ok, model ok');
		expect(emulator.requests.map(({method, path}) => `${method} ${path}`)).toEqual(['GET /v1/models?limit=1000']);
	});

	test('finds a model by another name of it', async () => {
		const {provider} = await start();
		const checks = await checksOf(await provider({model: 'claude-haiku-4-5'}));
		expect(checks.at(-1)).toMatchObject({name: 'model', status: 'ok', detail: 'claude-haiku-4-5'});
	});

	test('warns of a model that is about to be retired, and ends at one that is', async () => {
		const {provider} = await start({
			models: [
				{id: 'old', lifecycle: 'deprecated', retires_at: '2026-11-30T00:00:00Z'},
				{id: 'older', lifecycle: 'deprecated'},
				{id: 'oldest', lifecycle: 'retired'},
			],
		});
		const last = async (model: string) => (await checksOf(await provider({model}))).at(-1);
		expect(await last('old')).toMatchObject({status: 'warning', detail: expect.stringContaining('2026-11-30')});
		expect(await last('older')).toMatchObject({status: 'warning', detail: expect.stringContaining('retired')});
		expect(await last('oldest')).toMatchObject({status: 'failed', trouble: 'model-missing'});
		expect(await last('none')).toMatchObject({status: 'failed', trouble: 'model-missing'});
	});

	test('warns of a key that looks like none of the vendor', async () => {
		const {provider} = await start({keys: ['short']});
		const warned = async (apiKey: string) => (await checksOf(await provider({apiKey})))[1];
		expect(await warned('short')).toMatchObject({name: 'key', status: 'warning'});
	});

	test('a key of another vendor is refused before it is sent', async () => {
		const {provider, emulator} = await start();
		await expect(provider({apiKey: fakeKey('proj')})).rejects.toMatchObject({
			kind: 'usage',
			message: expect.stringContaining('it is a key for OpenAI'),
		});
		expect(emulator.requests).toEqual([]);
	});

	test('does not follow a list of models without end', async () => {
		const {provider} = await start();
		let asked = 0;
		const fetch = async (url: unknown) => {
			if (!String(url).includes('?')) return Response.json({id: 'wanted'});
			asked += 1;
			return Response.json({data: [{id: `model-${asked}`}], has_more: true, last_id: `model-${asked}`});
		};
		expect(briefly(await checksOf(await provider({fetch, model: 'wanted'})))).toBe('server ok, key ok, model ok');
		expect(asked).toBeLessThan(100);
	});

	test('lists the models to choose from', async () => {
		const {emulator} = await start();
		const models = await anthropicSpec.list!(optionsFor(emulator, {}), neverAborted);
		expect(models).toContainEqual({name: 'claude-sonnet-4-5', note: 'switched off on 2026-11-30'});
	});
});
