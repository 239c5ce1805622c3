import {readFile, writeFile} from 'node:fs/promises';
import {describe, expect, onTestFinished, test} from 'vitest';
import {keyPlaces} from '../../../source/run/setup/choices.ts';
import {commandLine, saveSetup} from '../../../source/run/setup/finish.ts';
import {listOffered} from '../../../source/run/setup/model-list.ts';
import {checkChosenProvider} from '../../../source/run/setup/provider-steps.ts';
import {tryOut} from '../../../source/run/setup/trial.ts';
import {startAnthropic} from '../../emulators/anthropic/server.ts';
import {startOpenAI} from '../../emulators/openai/server.ts';
import {obedient} from '../../emulators/vendor/obedient.ts';
import type {VendorOptions} from '../../emulators/vendor/server.ts';
import {briefly, draftIn, everythingIn, follow, settingsIn, worldOf} from './world.ts';

const starters = {'api-a': startOpenAI, 'api-b': startAnthropic} as const;
const variables = {'api-a': 'OPENAI_API_KEY', 'api-b': 'ANTHROPIC_API_KEY'} as const;
const prefixes = {'api-a': 'sk', 'api-b': 'sk-ant-api03'} as const;
const presets = {'api-a': 'openai-api-mini', 'api-b': 'anthropic-api-balanced'} as const;

type Api = keyof typeof starters;

const wrong = (id: Api) => [prefixes[id], 'wrong', 'w'.repeat(20)].join('-');

async function setUp(id: Api, env: Record<string, string> = {}, options: VendorOptions<never> = {}) {
	const server = await starters[id]({answer: obedient, ...options});
	onTestFinished(server.close);
	const world = worldOf(env, {fetch: server.fetch});
	return {server, world, ...(await draftIn(world, id))};
}

describe.each(['api-a', 'api-b'] as const)('%s', id => {
	test('without a key, one has to be made and typed', async () => {
		const {server, world, draft} = await setUp(id);
		const {result} = await follow(checkChosenProvider(draft, world));
		expect(briefly(result)).toBe('key needs-you, server todo, model todo');
		expect(result[0]).toMatchObject({ways: [{kind: 'key'}], remedy: expect.stringContaining('https://'), exitCode: 4});
		expect(server.requests).toEqual([]);
	});

	test('a wrong key is refused by one request, its correction accepted, and its origin reported', async () => {
		const {server, world, draft} = await setUp(id, {[variables[id]]: wrong(id)});
		const refused = await follow(checkChosenProvider(draft, world));
		expect(briefly(refused.result)).toBe('key needs-you, server todo, model todo');
		expect(refused.result[0]).toMatchObject({
			detail: expect.stringMatching(new RegExp(`nvalid.*, from ${variables[id]}$`)),
			ways: [{kind: 'key'}],
			exitCode: 4,
		});
		expect(server.requests).toHaveLength(1);
		const corrected = {...draft, apiKey: server.key};
		const accepted = await follow(checkChosenProvider(corrected, world));
		expect(briefly(accepted.result)).toBe('key ok, server ok, model ok');
		expect(accepted.result[0]!.detail).toMatch(/^accepted.*, as typed$/);
		expect(JSON.stringify([refused, accepted])).not.toContain(server.key);
		expect(JSON.stringify([refused, accepted])).not.toContain(wrong(id));
	});

	test('models are listed with the key', async () => {
		const {server, world, draft} = await setUp(id);
		const models = await listOffered({...draft, apiKey: server.key}, world);
		expect(models[0]).toMatchObject({name: id === 'api-a' ? 'mini' : 'mid', isThere: true});
		expect(models.length).toBeGreaterThan(4);
		await expect(listOffered({...draft, apiKey: wrong(id)}, world)).rejects.toMatchObject({
			kind: 'authentication',
		});
	});

	test('a real question costs what the meter shows, and a later run uses the saved key', async () => {
		const {server, world, draft} = await setUp(id);
		const typed = {...draft, apiKey: server.key};
		const trial = await tryOut(typed, world);
		expect(trial.step).toMatchObject({status: 'ok', detail: expect.stringContaining('with a usable edit')});
		expect(trial.costUsd).toBeGreaterThan(0);
		expect(trial.costUsd).toBeLessThan(0.02);

		expect(await keyPlaces(id, world)).toMatchObject({system: true, variable: variables[id]});
		await saveSetup(typed, 'system', world);
		expect(world.secrets).toEqual(new Map([[id, server.key]]));
		expect(await everythingIn(world.home)).not.toContain(server.key);
		expect(world.logged.join('\n')).not.toContain(server.key);

		const saved = await draftIn(world, id);
		expect(saved.settings).toMatchObject({llmEnabled: true, llmProvider: id});
		const again = await follow(checkChosenProvider(saved.draft, world));
		expect(again.result[0]).toMatchObject({
			status: 'ok',
			detail: expect.stringMatching(/from the system's key store$/),
		});
		expect(commandLine(typed, null)).toBe(`pr-resolve apply --llm-preset ${presets[id]}`);
		expect(commandLine(typed, variables[id])).toBe(`${variables[id]}=... pr-resolve apply --llm-preset ${presets[id]}`);
	});

	test('an answer without a usable edit is no success of the trial, and no failure', async () => {
		const {server, world, draft, settings} = await setUp(id, {}, {answer: () => 'I would rather not.'});
		const {step} = await tryOut({...draft, apiKey: server.key, settings: {...settings, retryMaxAttempts: 1}}, world);
		expect(step).toMatchObject({status: 'warning', remedy: expect.stringContaining('not usable'), exitCode: 0});
	});

	test('a key store that is gone is reported, with an alternative', async () => {
		const {server, world, draft} = await setUp(id);
		await saveSetup({...draft, apiKey: server.key}, 'system', world);
		const {result} = await follow(checkChosenProvider(draft, {...world, openStore: async () => null}));
		expect(briefly(result)).toBe('key needs-you, server todo, model todo');
		expect(result[0]).toMatchObject({
			detail: expect.stringContaining('key store'),
			remedy: expect.stringContaining(variables[id]),
			ways: [{kind: 'key'}],
			exitCode: 4,
		});
		expect(server.requests).toEqual([]);
	});

	test('a key goes to a file only where that is asked for; left alone it goes nowhere', async () => {
		const {server, world, draft} = await setUp(id);
		const typed = {...draft, apiKey: server.key};
		await saveSetup(typed, null, world);
		expect(await everythingIn(world.home)).not.toContain(server.key);
		expect(world.secrets.size).toBe(0);
		await saveSetup(typed, 'file', world);
		expect(await everythingIn(`${world.home}/.config`)).toContain(server.key);
	});

	test.each(['auth', 'server-error', 'rate-limit-silent', 'malformed', 'cut-in-body'] as const)(
		'%s: the trial says so, without the key',
		async fault => {
			const {world, draft, settings, server} = await setUp(id);
			server.setFault(({asked}) => (asked ? fault : null));
			const typed = {...draft, apiKey: server.key};
			const {step} = await tryOut({...typed, settings: {...settings, retryMaxAttempts: 1}}, world);
			expect(step).toMatchObject({
				status: fault === 'auth' ? 'needs-you' : 'failed',
				exitCode: fault === 'auth' ? 4 : 1,
			});
			expect(step.detail).not.toBe('');
			expect(JSON.stringify(step)).not.toContain(server.key);
		},
	);
});

test.each([
	['three\nlines\nof text', /contains characters that keys do not have/],
	['sk with spaces in it', /contains characters that keys do not have/],
	['hunter2hunter2hunter2', /begin with "sk-"/],
	[['sk-ant-api03', 'a'.repeat(20)].join('-'), /is a key for Anthropic/],
	[['sk-admin', 'a'.repeat(20)].join('-'), /is an admin key/],
])('what cannot be a key of openai is refused before anything is sent: %j', async (apiKey, message) => {
	const {server, world, draft} = await setUp('api-a');
	const {result} = await follow(checkChosenProvider({...draft, apiKey}, world));
	const {detail, remedy} = result[0]!;
	expect(detail).toMatch(message);
	expect(`${detail} ${remedy}`).not.toContain(apiKey);
	expect(result[0]).toMatchObject({id: 'key', status: 'needs-you', exitCode: 2, ways: [{kind: 'key'}]});
	expect(server.requests).toEqual([]);
});

test('a key that was pasted with its line end is a key', async () => {
	const {server, world, draft} = await setUp('api-a');
	const typed = {...draft, apiKey: ` ${server.key}\n`};
	expect(briefly((await follow(checkChosenProvider(typed, world))).result)).toBe('key ok, server ok, model ok');
	await saveSetup(typed, 'system', world);
	expect(world.secrets.get('api-a')).toBe(server.key);
});

test('a tier of another provider is about the model', async () => {
	const {world, draft} = await setUp('api-a');
	const {result} = await follow(checkChosenProvider({...draft, model: '7b'}, world));
	expect(briefly(result)).toBe('key todo, server todo, model needs-you');
});

test('where another provider is chosen, what was meant for the one before is not used with it and goes', async () => {
	const key = ['sk', 'before', 'b'.repeat(20)].join('-');
	const {world, settings} = await setUp('api-b');
	const before = {...settings, llmProvider: 'api-a' as const, llmModel: 'premium', llmApiKey: key};
	await saveSetup(
		{
			settings: before,
			provider: 'api-a',
			model: 'premium',
			client: 'auto',
			baseUrl: null,
			apiKey: null,
			rates: null,
			timeout: null,
		},
		null,
		world,
	);
	const file = `${world.home}/.config/pr-resolve/config.json`;
	const content = JSON.parse(await readFile(file, 'utf8'));
	await writeFile(file, JSON.stringify({...content, llm: {...content.llm, api_key: key, model: 'premium'}}));
	const old = await draftIn(world, 'api-b');
	expect(old.settings.llmApiKey).toBe(key);
	const {result} = await follow(checkChosenProvider(old.draft, world));
	expect(result[0]).toMatchObject({id: 'key', status: 'needs-you', detail: 'There is no API key for Anthropic'});
	const saved = await saveSetup(old.draft, null, world);
	expect(saved.removed).toEqual(['llm.model', 'llm.api_key']);
	expect(await settingsIn(world)).toMatchObject({llmProvider: 'api-b', llmModel: null, llmApiKey: null});
});

test.each([
	[{model: 'mini-plus'}, 'pr-resolve apply --llm-provider openai --llm-model mini-plus'],
	[{model: 'gpt-6-luna'}, 'pr-resolve apply --llm-preset openai-api-mini'],
	[
		{model: 'mine', rates: '1/0.1/2/1'},
		'pr-resolve apply --llm-provider openai --llm-model mine --set llm.price=mine=1/0.1/2/1',
	],
	[{timeout: 120}, 'pr-resolve apply --llm-preset openai-api-mini --set llm.timeout=120'],
	[
		{baseUrl: "http://[::1]:1234/v1'"},
		"pr-resolve apply --llm-preset openai-api-mini --set 'llm.base_url=http://[::1]:1234/v1'\\'''",
	],
])('the command line for %j', (given, expected) => {
	const usual = {
		provider: 'api-a',
		model: null,
		client: 'auto',
		baseUrl: null,
		apiKey: 'secret',
		rates: null,
		timeout: null,
	} as const;
	expect(commandLine({...usual, ...given}, null)).toBe(expected);
});
