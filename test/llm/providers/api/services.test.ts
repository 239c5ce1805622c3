import {afterEach, describe, expect, test} from 'vitest';
import {spec as anthropicSpec} from '../../../../source/llm/providers/anthropic/spec.ts';
import {spec as openaiSpec} from '../../../../source/llm/providers/openai/spec.ts';
import type {ProviderOptions} from '../../../../source/llm/providers/provider.ts';
import {startAnthropic} from '../../../emulators/anthropic/server.ts';
import {startOpenAI} from '../../../emulators/openai/server.ts';
import type {Emulator} from '../../../emulators/vendor/server.ts';
import {eventually} from '../../../helpers/wait.ts';
import {
	briefly,
	checksOf,
	commonFaults,
	endlessWords,
	nameOf,
	neverAborted,
	optionsFor,
	question,
	troubleOf,
} from '../api.ts';

const fakeKey = (...parts: string[]) => ['sk', ...parts, 'y'.repeat(24)].join('-');

/** What both services have in common, and where one of them differs. */
const services = [
	{
		id: 'api-a',
		openProvider: openaiSpec.open,
		startEmulator: startOpenAI,
		model: 'gpt-6-luna',
		key: fakeKey('proj'),
		variable: 'OPENAI_API_KEY',
		hosts: ['api.openai.com', 'eu.api.openai.com', 'API.OpenAI.com.'],
		path: '/v1',
		endpoint: '/v1/chat/completions',
		refusal: (message: string) => ({error: {message}}),
	},
	{
		id: 'api-b',
		openProvider: anthropicSpec.open,
		startEmulator: startAnthropic,
		model: 'claude-sonnet-5-5',
		key: fakeKey('ant', 'api03'),
		variable: 'ANTHROPIC_API_KEY',
		hosts: ['api.anthropic.com', 'API.Anthropic.com.'],
		path: '',
		endpoint: '/v1/messages',
		refusal: (message: string) => ({type: 'error', error: {type: 'invalid_request_error', message}}),
	},
];

const open: Emulator[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map(({close}) => close()));
});

describe.each(services)('$id', ({openProvider, startEmulator, model, path, ...service}) => {
	async function start(options: Parameters<typeof startOpenAI>[0] = {}) {
		const emulator = await startEmulator(options);
		open.push(emulator);
		const provider = (given: Partial<ProviderOptions> = {}) =>
			openProvider(optionsFor(emulator, {model, effort: 'low', ...given}));
		/** A server of another vendor with the same protocol. */
		const compatible = (given: Partial<ProviderOptions> = {}) =>
			provider({baseUrl: `${emulator.url}${path}`, ...given});
		return {emulator, provider, compatible};
	}

	describe('trouble', () => {
		test.each(commonFaults.map(row => [nameOf(row[0]), ...row] as const))(
			'%s',
			async (_, fault, kind, spent, {says = /./, ...more} = {}) => {
				const {provider, compatible} = await start({fault});
				for (const {ask} of [await provider(), await compatible()]) {
					const trouble = await troubleOf(ask(question(), neverAborted));
					expect(trouble).toMatchObject({kind, spent, ...more});
					expect(trouble.message).toMatch(says);
				}
			},
		);

		test.each(endlessWords)('is reported in a short line without the key: %#', async words => {
			const {compatible} = await start();
			// No pattern recognizes the second one.
			for (const apiKey of [service.key, 'y'.repeat(24)]) {
				const fetch = async () => Response.json(service.refusal(words(apiKey)), {status: 400});
				const trouble = await troubleOf((await compatible({fetch, apiKey})).ask(question(), neverAborted));
				expect(trouble.message.length).toBeLessThan(500);
				expect(trouble.message).not.toContain('yyyy');
			}
		});

		test('on the way does not repeat the key either', async () => {
			const {compatible} = await start();
			const fetch = async () => {
				throw new TypeError('fetch failed', {cause: new Error(`no good header: ${service.key} ${'x'.repeat(9000)}`)});
			};
			const trouble = await troubleOf((await compatible({fetch, apiKey: service.key})).ask(question(), neverAborted));
			expect(trouble.kind).toBe('cut-off');
			expect(trouble.message.length).toBeLessThan(500);
			expect(trouble.message).not.toContain('yyyy');
		});

		test('five minutes of silence end the request, whatever the time limit is', async () => {
			const {compatible} = await start();
			const cause = Object.assign(new Error('Headers Timeout Error'), {code: 'UND_ERR_HEADERS_TIMEOUT'});
			const fetch = () => Promise.reject(new TypeError('fetch failed', {cause}));
			const trouble = await troubleOf((await compatible({fetch})).ask(question(), neverAborted));
			expect(trouble).toMatchObject({
				kind: 'timeout',
				spent: 'unknown',
				remedy: expect.stringContaining('llm.timeout'),
			});
		});

		test('a redirect is not followed: no other server sees the key', async () => {
			const other = await start();
			const {compatible} = await start({fault: {name: 'redirect', to: `${other.emulator.url}${service.endpoint}`}});
			const trouble = await troubleOf((await compatible()).ask(question(), neverAborted));
			expect(trouble).toMatchObject({kind: 'protocol', spent: 'nothing'});
			expect(trouble.message).toContain('307');
			expect(other.emulator.requests).toEqual([]);
		});

		test('nothing listens: nothing is spent', async () => {
			const {emulator, compatible} = await start();
			const {ask} = await compatible();
			await emulator.close();
			const trouble = await troubleOf(ask(question(), neverAborted));
			expect(trouble).toMatchObject({kind: 'unreachable', spent: 'nothing'});
			expect(trouble.message).toMatch(/^Connection refused: 127\.0\.0\.1:\d+$/);
		});

		test.each([
			[{apiKey: ' '}, (own: string) => `Set CR_LLM_API_KEY or ${own}. `],
			[{isStandIn: true}, (own: string) => `Set ${own}. `],
			[
				{env: {CR_LLM_API_KEY: 'another'}},
				(own: string) => `Set ${own} (CR_LLM_API_KEY is ignored because it may not be a key for `,
			],
		])('no key: nothing is sent, and the remedy names where it belongs: %o', async (given, remedy) => {
			const {emulator, provider} = await start();
			const trouble = await troubleOf((await provider({apiKey: null, ...given})).ask(question(), neverAborted));
			expect(trouble).toMatchObject({kind: 'authentication', spent: 'nothing'});
			expect(trouble.remedy).toContain(remedy(service.variable));
			expect(emulator.requests).toEqual([]);
		});
	});

	describe('an abort', () => {
		test.each(['hang', 'hang-in-body', 'slow'] as const)('ends the request at once: %s', async fault => {
			const {emulator, provider} = await start({fault: fault === 'slow' ? {name: fault, ms: 600_000} : fault});
			const controller = new AbortController();
			const asking = (await provider()).ask(question(), controller.signal);
			await eventually(() => expect(emulator.requests).toHaveLength(1));
			controller.abort(new Error('enough'));
			await expect(asking).rejects.toThrow('enough');
			await eventually(() => expect(emulator.requests[0]).toMatchObject({isAbandoned: true}));
		});

		test('before the request sends nothing', async () => {
			const {emulator, provider} = await start();
			const {ask} = await provider();
			await expect(ask(question(), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
			expect(emulator.requests).toEqual([]);
		});

		test('by a time limit gives the reason of the signal', async () => {
			const {provider} = await start({fault: 'hang-in-body'});
			const {ask} = await provider();
			await expect(ask(question(), AbortSignal.timeout(100))).rejects.toMatchObject({name: 'TimeoutError'});
		});
	});

	describe('an address', () => {
		test.each(['nonsense', 'ftp://host/v1', 'http://user:secret@host/v1', 'https://host/v1?key=secret'])(
			'that cannot be one is refused: %s',
			async baseUrl => {
				const {provider} = await start();
				const failure = await provider({baseUrl}).catch((error: unknown) => error);
				expect(failure).toMatchObject({kind: 'usage', code: 'bad-base-url'});
				expect((failure as Error).message).not.toContain('secret');
			},
		);

		test.each(service.hosts)('of the vendor is not taken on a way that is not encrypted: %s', async host => {
			const {provider} = await start();
			const plain = provider({baseUrl: `http://${host}${path}`});
			await expect(plain).rejects.toMatchObject({kind: 'usage', code: 'bad-base-url'});
		});

		test.each(['models.example', '127.0.0.1.example', 'localhost.example', 'evil.localhost', '[::2]', '0.0.0.0'])(
			'of another machine is warned of on such a way, before anything is sent: %s',
			async host => {
				const sent: unknown[] = [];
				const {provider} = await start();
				const fetch = async (url: unknown) => {
					sent.push(url);
					return Response.json({data: []});
				};
				const checks = (await provider({baseUrl: `http://${host}${path}`, fetch})).check(neverAborted);
				expect((await checks.next()).value).toMatchObject({
					name: 'connection',
					status: 'warning',
					detail: expect.stringContaining('not encrypted'),
				});
				await checks.return();
				expect(sent).toEqual([]);
			},
		);
	});

	describe('the check', () => {
		test('ends at a key that is missing or refused', async () => {
			const {emulator, provider} = await start();
			const [missing, ...rest] = await checksOf(await provider({apiKey: null}));
			expect(rest).toEqual([]);
			expect(missing).toMatchObject({name: 'key', status: 'failed', trouble: 'authentication'});
			expect(missing!.remedy).toContain(service.variable);
			expect(emulator.requests).toEqual([]);
			const refused = await checksOf(await provider({apiKey: service.key}));
			expect(briefly(refused)).toBe('key failed');
			expect(refused[0]).toMatchObject({trouble: 'authentication', remedy: expect.stringContaining('new key')});
		});

		test('ends at a server that is down', async () => {
			const {emulator, compatible} = await start();
			const provider = await compatible();
			await emulator.close();
			expect(await checksOf(provider)).toMatchObject([{name: 'server', status: 'failed', trouble: 'unreachable'}]);
		});

		test('a key that may not list models may still ask', async () => {
			const {emulator, provider} = await start({fault: ({method}) => (method === 'GET' ? 'forbidden' : null)});
			expect(briefly(await checksOf(await provider()))).toBe('key warning');
			await (await provider()).ask(question(), neverAborted);
			expect(emulator.requests.at(-1)).toMatchObject({method: 'POST', status: 200});
		});
	});
});
