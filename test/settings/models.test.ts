import {expect, test} from 'vitest';
import {Failure} from '../../source/failure.ts';
import {aliasOf, presetWords, providerIds, readModelName} from '../../source/settings/providers.ts';
import {sandbox} from './sandbox.ts';

const failure = async (work: Promise<unknown>) => {
	const error = await work.then(
		() => null,
		reason => reason,
	);
	if (!(error instanceof Failure)) throw new Error('no Failure was thrown');
	return error;
};

test.each(presetWords)('the preset %s is a provider and a model', async word => {
	const place = await sandbox();
	const {values, origins} = await place.resolve({flags: {llmPreset: word}});
	expect(providerIds).toContain(values.llmProvider);
	expect(origins.llmProvider).toBe('flag --llm-preset');
});

test.each(providerIds)('%s goes by both of its names', async id => {
	const place = await sandbox();
	for (const word of [id, aliasOf(id), id.toUpperCase()]) {
		expect((await place.resolve({env: {CR_LLM_PROVIDER: word}})).values.llmProvider).toBe(id);
	}
});

test('what is set at the level of a preset takes precedence over it; what is set below does not', async () => {
	const place = await sandbox();
	await place.writeUser(JSON.stringify({llm: {provider: 'local', model: '14b', base_url: 'http://127.0.0.1:1'}}));
	const beside = await place.resolve({flags: {llmPreset: 'api-b-balanced', llmModel: 'small'}});
	expect(beside.values).toMatchObject({llmProvider: 'api-b', llmModel: 'small', llmBaseUrl: null});
	const stronger = await place.resolve({env: {CR_LLM_PRESET: 'api-b-balanced'}, flags: {llmProvider: 'openai'}});
	expect(stronger.values).toMatchObject({llmProvider: 'api-a', llmModel: null});
});

test("a provider does not get another one's key, model or address", async () => {
	const place = await sandbox();
	const env = {CR_LLM_PROVIDER: 'openai', CR_LLM_API_KEY: 'k', CR_LLM_MODEL: 'm', CR_LLM_BASE_URL: 'https://a.example'};
	const {values} = await place.resolve({env, flags: {llmProvider: 'anthropic'}});
	expect(values).toMatchObject({llmProvider: 'api-b', llmApiKey: null, llmModel: null, llmBaseUrl: null});
	const same = await place.resolve({env, flags: {llmProvider: 'api-a'}});
	expect(same.values).toMatchObject({llmApiKey: 'k', llmModel: 'm', llmBaseUrl: 'https://a.example'});
	const alone = await place.resolve({env: {CR_LLM_API_KEY: 'k'}, flags: {llmProvider: 'anthropic'}});
	expect(alone.values.llmApiKey).toBe('k');
});

test.each(['local', 'cli-a', 'cli-b'])(
	'a key in the environment cannot be meant for %s, the usual provider',
	async id => {
		const place = await sandbox();
		await place.writeUser(JSON.stringify({llm: {provider: id, model: 'x'}}));
		const {values} = await place.resolve({env: {CR_LLM_API_KEY: 'k'}, flags: {llmPreset: 'api-a-mini'}});
		expect(values).toMatchObject({llmProvider: 'api-a', llmModel: 'mini', llmApiKey: 'k'});
		await place.writeUser(JSON.stringify({llm: {provider: 'api-b'}}));
		const other = await place.resolve({env: {CR_LLM_API_KEY: 'k'}, flags: {llmPreset: 'api-a-mini'}});
		expect(other.values.llmApiKey).toBeNull();
	},
);

test('a provider or preset turns the model on where it is given by flag', async () => {
	const place = await sandbox();
	expect((await place.resolve({flags: {llmProvider: 'local'}})).values.llmEnabled).toBe(true);
	expect((await place.resolve({flags: {llmPreset: 'cli-b-free'}})).origins.llmEnabled).toBe('flag --llm-preset');
	expect((await place.resolve({env: {CR_LLM_PROVIDER: 'local'}})).values.llmEnabled).toBe(false);
});

test('a project may lower the budget and not raise it', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'llm:\n  cost_budget: 0.5\n');
	expect((await place.resolve()).values.costBudget).toBe(0.5);
	await place.writeUser(JSON.stringify({llm: {cost_budget: 0.2}}));
	const raised = await failure(place.resolve());
	expect(raised.code).toBe('forbidden-setting');
	expect(raised.message).toContain('from 0.2 to 0.5 (project file .pr-resolve.yaml:2)');
	await place.writeProject('.pr-resolve.yaml', 'llm:\n  cost_budget: 5.01\n');
	await place.writeUser('{}');
	expect((await failure(place.resolve())).message).toContain('from 5 to 5.01');
});

test.each([
	['confidence', 0.5, 0.6, 0.4],
	['circuit_breaker_threshold', 5, 3, 6],
	['circuit_breaker_cooldown', 60, 90, 1],
	['retry_max_attempts', 3, 2, 4],
])('a project may be stricter about %s and not looser', async (key, usual, stricter, looser) => {
	const place = await sandbox();
	for (const value of [usual, stricter]) {
		await place.writeProject('.pr-resolve.yaml', `llm:\n  ${key}: ${value}\n`);
		await place.resolve();
	}
	await place.writeProject('.pr-resolve.yaml', `llm:\n  ${key}: ${looser}\n`);
	const refused = await failure(place.resolve());
	expect(refused.code).toBe('forbidden-setting');
	expect(refused.message).toContain(`from ${usual} to ${looser} (project file .pr-resolve.yaml:2)`);
	// What the user allows is the limit, and what the user names by hand may say everything.
	await place.writeUser(JSON.stringify({llm: {[key]: looser}}));
	await place.resolve();
});

test('a project cannot turn the circuit breaker off, nor retries on', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'llm:\n  circuit_breaker_enabled: false\n');
	expect((await failure(place.resolve())).message).toContain('must not turn off "llm.circuit_breaker_enabled"');
	await place.writeProject('.pr-resolve.yaml', 'llm:\n  retry_on_rate_limit: false\n');
	await place.resolve();
	await place.writeUser(JSON.stringify({llm: {retry_on_rate_limit: false}}));
	await place.writeProject('.pr-resolve.yaml', 'llm:\n  retry_on_rate_limit: true\n');
	expect((await failure(place.resolve())).message).toContain('must not turn on "llm.retry_on_rate_limit"');
});

test.each([
	'enabled: true',
	'provider: openai',
	'preset: api-a-mini',
	'model: m',
	'api_key: k',
	'base_url: http://127.0.0.1:1',
	'client: copilot',
	'fallback: [openai]',
	'price: [m=1/1/1]',
	'budget_period: day',
	'allow_remote: true',
	'allow_remote_local: true',
	'providers: {openai: {base_url: "http://127.0.0.1:1"}}',
	'timeout: 5',
])('a project must not set llm %s', async line => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', `llm:\n  ${line}\n`);
	expect((await failure(place.resolve())).code).toBe('forbidden-setting');
});

test('only user settings hold addresses of providers and let the local one be elsewhere', async () => {
	const place = await sandbox();
	await place.writeProject('mine.yaml', 'llm:\n  allow_remote_local: true\n');
	expect((await failure(place.resolve({configFile: 'mine.yaml'}))).message).toContain(
		'only allowed in your user settings',
	);
	await place.writeUser(
		JSON.stringify({llm: {allow_remote_local: true, providers: {ollama: {model: '14b', base_url: 'http://h:1/'}}}}),
	);
	const {values} = await place.resolve();
	expect(values).toMatchObject({allowRemoteLocal: true, 'local.model': '14b', 'local.baseUrl': 'http://h:1'});
	expect((await place.resolve({env: {LOCAL_BASE_URL: 'http://127.0.0.1:2'}})).values['local.baseUrl']).toBe(
		'http://127.0.0.1:2',
	);
});

test.each([
	[{CR_LLM_COST_BUDGET: '-1'}, 'at least 0'],
	[{CR_LLM_COST_BUDGET: 'lots'}, 'at least 0'],
	[{CR_LLM_COST_BUDGET: 'Infinity'}, 'at least 0'],
	[{CR_LLM_PROVIDER: 'opnai'}, 'Did you mean "openai"?'],
	[{CR_LLM_PRESET: 'local'}, 'ollama-local'],
	[{CR_MAX_WORKERS: '0'}, 'from 1 to 64'],
	[{CR_MAX_WORKERS: '1.5'}, 'whole number'],
	[{CR_LLM_FALLBACK: 'openai,nobody'}, 'ollama, claude-cli'],
	[{CR_LLM_PRICE: 'm=1/2'}, 'my-model=0.5/0.05/1.5'],
	[{CR_LLM_BASE_URL: 'ftp://a.example'}, 'https://'],
	[{CR_LLM_BASE_URL: 'https://user:pass@a.example'}, 'without a password'],
	[{CR_LLM_CONFIDENCE: '1.1'}, 'from 0 to 1'],
])('%j is refused with what is accepted', async (env, words) => {
	const place = await sandbox();
	expect((await failure(place.resolve({env}))).remedy).toContain(words);
});

test.each([
	'https://me:hidden@a.example/v1',
	'https://me:hid/den?hidden@a.example',
	'https://a.example/v1?api-key=hidden',
	'https://a.example/#hidden',
	'me:hidden@a.example',
	['sk', 'proj', 'hidden'.repeat(4)].join('-'),
])('an address with a secret is refused without showing it: %s', async given => {
	const place = await sandbox();
	const refused = [await failure(place.resolve({set: [`llm.base_url=${given}`]}))];
	for (const name of ['CR_LLM_BASE_URL', 'LOCAL_BASE_URL', 'OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL']) {
		refused.push(await failure(place.resolve({env: {[name]: given}})));
	}
	for (const base_url of [given, [given]]) {
		for (const llm of [{base_url}, {providers: {local: {base_url}}}]) {
			await place.writeUser(JSON.stringify({llm}));
			refused.push(await failure(place.resolve()));
		}
	}
	for (const {code, message, remedy} of refused) {
		expect(code).toBe('bad-value');
		expect(message + remedy).not.toMatch(/hid/);
	}
});

test.each(['|', '>', '"', '@', '*', '%', '[', '{'])(
	'a key behind %s is not quoted where a file cannot be read',
	async sign => {
		const place = await sandbox();
		const key = ['sk', 'proj', 'hidden'.repeat(4)].join('-');
		await place.writeProject('mine.yaml', `llm:\n  api_key: ${sign}${key}\n`);
		const {message, remedy} = await failure(place.resolve({configFile: 'mine.yaml'}));
		expect(message + remedy).not.toMatch(/hid/);
	},
);

test.each(['.inf', '9'.repeat(400)])('a budget of %s is none', async cost_budget => {
	const place = await sandbox();
	await place.writeProject('mine.yaml', `llm:\n  cost_budget: ${cost_budget}\n`);
	expect((await failure(place.resolve({configFile: 'mine.yaml'}))).remedy).toContain('at least 0');
});

test('a key is never in a message', async () => {
	const place = await sandbox();
	const refused = await failure(place.resolve({env: {CR_LLM_API_KEY: 'top\u0007secret'}}));
	expect(`${refused.message}${refused.remedy}`).not.toContain('secret');
});

test.each([
	['ollama:qwen2.5-coder:7b', {provider: 'local', model: 'qwen2.5-coder:7b'}],
	['OpenAI', {provider: 'api-a', model: null}],
	['openai:', null],
	['nobody:m', null],
	['', null],
])('%s names %j', (word, expected) => {
	expect(readModelName(word)).toEqual(expected);
});

test.each([
	['is 1 with a local provider', {}, 1, 'default with ollama'],
	['is that of a flag', {flags: {maxWorkers: '3'}}, 3, 'flag --max-workers'],
	['is that of a variable', {env: {CR_MAX_WORKERS: '4'}}, 4, 'environment CR_MAX_WORKERS'],
	['is that of another provider', {flags: {llmProvider: 'openai'}}, 4, 'default'],
] as const)('the number of workers %s', async (_, given, workers, origin) => {
	const place = await sandbox();
	await place.writeUser(JSON.stringify({llm: {preset: 'local-default'}}));
	const {values, origins} = await place.resolve(given);
	expect([values.maxWorkers, origins.maxWorkers]).toEqual([workers, origin]);
});

test('the number of workers for a local provider is that of the user settings, not that of the project', async () => {
	const place = await sandbox();
	await place.writeProject('.pr-resolve.yaml', 'max_workers: 8\n');
	await place.writeUser(JSON.stringify({llm: {provider: 'ollama'}}));
	expect((await place.resolve()).values.maxWorkers).toBe(1);
	await place.writeUser(JSON.stringify({llm: {provider: 'ollama'}, max_workers: 2}));
	expect((await place.resolve()).values.maxWorkers).toBe(2);
	expect((await place.resolve({flags: {llmProvider: 'openai'}})).values.maxWorkers).toBe(8);
});
