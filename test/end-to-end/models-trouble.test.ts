import {describe, expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import {goodAnthropicKey} from '../emulators/anthropic/server.ts';
import {goodOpenAiKey} from '../emulators/openai/server.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {anthropicModel, localModel, openAiModel} from '../helpers/models.ts';
import {remarkAndSuggestion} from '../helpers/remarks.ts';
import {virtualClock} from '../helpers/virtual-clock.ts';
import {type Environment, workTree} from '../helpers/work-tree.ts';

/** Runs `apply` on one remark in words and one suggestion. */
async function applied(args: readonly string[], env: Environment) {
	const tree = workTree();
	const from = remarkAndSuggestion(tree);
	const {code, stderr, json} = await tree.call(['apply', '--from', from, '--json', ...args], {env});
	const report = json as Report;
	return {code, stderr, report, asked: report.findings?.[0], lines: tree.read('src/list.txt').split('\n')};
}

const local = ['--llm-preset', 'local-default'];
const openai = ['--llm-preset', 'api-a-mini'];
const anthropic = ['--llm-preset', 'api-b-balanced'];
const once = {CR_LLM_RETRY_ON_RATE_LIMIT: 'false'};

/** Nobody listens any more where a server was. */
async function serverDown(): Promise<Environment> {
	const service = await localModel();
	await service.close();
	return ledTo(service);
}

type Case = {
	args: readonly string[];
	env: () => Environment | Promise<Environment>;
	code: number;
	message: string | RegExp;
	remedy: string | RegExp;
};

/** The rows of the table of errors that concern models; those of the code host are in host-trouble.test.ts. */
const rows: Record<string, Case> = {
	'api-a key rejected': {
		args: openai,
		env: async () => ledTo(await openAiModel({keys: ['another']}), {env: {OPENAI_API_KEY: goodOpenAiKey}, origins: {}}),
		code: 4,
		message: 'Incorrect or invalid API key',
		remedy: 'Generate a new key at https://platform.openai.com/api-keys (a key is shown once, at creation)',
	},
	'api-a rate limit': {
		args: openai,
		env: async () =>
			ledTo(await openAiModel({fault: ({asked}) => (asked ? {name: 'rate-limit', retryAfter: 0} : null)})),
		code: 1,
		message: 'Rate limit exceeded',
		remedy: /Wait; requests are retried with exponential backoff.*add credits/,
	},
	...Object.fromEntries(
		[once, {CR_LLM_RETRY_MAX_ATTEMPTS: '1'}].map(off => [
			`api-a rate limit, with ${Object.keys(off)[0]}`,
			{
				args: openai,
				env: async () => ({...ledTo(await openAiModel({fault: ({asked}) => (asked ? 'rate-limit' : null)})), ...off}),
				code: 1,
				message: 'Rate limit exceeded',
				remedy: /^(?![\s\S]*retried)[\s\S]*Wait, then try again\. Use fewer workers, or add credits\./,
			},
		]),
	),
	'api-a rate limit for longer than is waited': {
		args: openai,
		env: async () =>
			ledTo(await openAiModel({fault: ({asked}) => (asked ? {name: 'rate-limit', retryAfter: 61} : null)})),
		code: 5,
		message: 'Rate limit exceeded',
		remedy: /^(?![\s\S]*retried)[\s\S]*Wait, then try again\. Use fewer workers, or add credits\./,
	},
	'api-a request too long': {
		args: openai,
		env: async () => ledTo(await openAiModel({fault: ({asked}) => (asked ? 'too-large' : null)})),
		code: 1,
		message: 'The request is too long for the model',
		remedy: 'Use a model with a longer context (--llm-model).',
	},
	'local request too long': {
		args: local,
		env: async () => ledTo(await localModel({fault: ({asked}) => (asked ? 'too-large' : null)})),
		code: 1,
		message: /^Ollama: request \(9074 tokens\) exceeds the available context size \(8192 tokens\), try increasing it/m,
		remedy: 'Use a model with a longer context (--llm-model).',
	},
	'api-b key rejected': {
		args: anthropic,
		env: async () => ledTo(await anthropicModel({fault: 'auth'})),
		code: 4,
		message: 'Invalid API key; the key header (x-api-key) is invalid',
		remedy: 'Generate a new key',
	},
	'local server down': {
		args: local,
		env: serverDown,
		code: 1,
		message: /Connection refused: Ollama not running at http:\/\/127\.0\.0\.1:\d+/,
		remedy: 'Start it: ollama serve',
	},
	'local model missing': {
		args: [...local, '--llm-model', '14b'],
		env: async () => ledTo(await localModel()),
		code: 1,
		message: "model 'qwen2.5-coder:14b' not found",
		remedy: 'Download it: ollama pull qwen2.5-coder:14b',
	},
	'circuit open': {
		args: local,
		env: async () => ({
			...ledTo(await localModel({fault: ({asked}) => (asked ? 'server-error' : null)})),
			CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1',
			CR_LLM_RETRY_MAX_ATTEMPTS: '1',
		}),
		code: 5,
		message: 'llama runner process has terminated',
		remedy: "Check the server's log",
	},
	'worker timeout': {
		args: [...local, '--set', 'llm.timeout=1'],
		env: async () => ({...ledTo(await localModel({fault: ({asked}) => (asked ? 'hang' : null)})), ...once}),
		code: 1,
		message: 'Worker timeout waiting for response',
		remedy: /reduce --max-workers, check the provider's health/,
	},
	'no key for api-a': {
		args: openai,
		env: () => ledTo(),
		code: 4,
		message: 'There is no API key for OpenAI',
		remedy: 'Set CR_LLM_API_KEY or OPENAI_API_KEY',
	},
	'a key that is for the chosen provider, not for its fallback': {
		args: [...openai, '--set', 'llm.fallback=anthropic'],
		env: async () => ({...ledTo(await openAiModel({keys: ['another']})), CR_LLM_API_KEY: goodOpenAiKey}),
		code: 4,
		message: 'Incorrect or invalid API key',
		remedy: /Set ANTHROPIC_API_KEY \(CR_LLM_API_KEY contains the key for another provider\)/,
	},
	'a price that is not known': {
		args: [...openai, '--llm-model', 'gpt-9'],
		env: async () => ledTo(await openAiModel({models: ['gpt-9']})),
		code: 5,
		message: 'The price of openai gpt-9 is unknown',
		remedy: '--set llm.price=gpt-9=',
	},
	'a budget that is too small for one request': {
		args: [...openai, '--cost-budget', '0.000001'],
		env: async () => ledTo(await openAiModel()),
		code: 5,
		message: /LLM cost budget exceeded: \$0\.00 of \$0\.000001 used, and the next request can cost \$0\.00\d+/,
		remedy: /too small for one request: nothing was sent\. Raise CR_LLM_COST_BUDGET.*cheaper model.*caching/,
	},
};

describe('the finding has the reason, a warning has the remedy, and the run continues', () => {
	test.each(Object.entries(rows))('%s', async (_name, {args, env, code, message, remedy}) => {
		const run = await applied(args, await env());
		expect([run.code, run.asked?.outcome]).toEqual([code, 'needs-model']);
		expect(run.asked!.reason).toMatch(message);
		const told = run.report.warnings.map(({text}) => text).join('\n');
		expect(told).toMatch(message);
		expect(told).toMatch(remedy);
		expect(run.stderr).toMatch(remedy);
		expect(run.lines.slice(0, 9)).toEqual(expect.arrayContaining(['item 2', 'item nine']));
	});
});

test.each([
	['Anthropic', goodAnthropicKey, 'it is a key for Anthropic (the provider anthropic), not for OpenAI'],
	['nobody', 'hunter2', 'OpenAI keys begin with "sk-"'],
])('a key of %s is refused by openai before anything is sent, and is not shown', async (_, key, message) => {
	const service = await openAiModel();
	const {code, report, stderr} = await applied(openai, {...ledTo(service), CR_LLM_API_KEY: key});
	expect([code, report]).toMatchObject([
		2,
		{error: {code: 'bad-key-format', message: `Invalid API key: ${message}.`.replace('"sk-"..', '"sk-".')}},
	]);
	expect(JSON.stringify(report) + stderr).not.toContain(key);
	expect(service.requests).toEqual([]);
});

test('a key of OpenAI is refused by anthropic before anything is sent', async () => {
	const service = await anthropicModel();
	const {code, report} = await applied(anthropic, {...ledTo(service), ANTHROPIC_API_KEY: goodOpenAiKey});
	const message = 'Invalid API key: it is a key for OpenAI (the provider openai), not for Anthropic.';
	expect([code, report]).toMatchObject([2, {error: {code: 'bad-key-format', message}}]);
	expect(service.requests).toEqual([]);
});

test.each([
	['LOCAL_BASE_URL', local],
	['OLLAMA_HOST', local],
	['OPENAI_BASE_URL', openai],
	['ANTHROPIC_BASE_URL', anthropic],
	['CR_LLM_BASE_URL', anthropic],
])('an address with a password or a token in %s is refused, and shown nowhere', async (name, args) => {
	const [password, token] = ['http://me:hidden@127.0.0.1:9', 'http://127.0.0.1:9/v1?token=hidden'];
	const {code, report, stderr} = await applied(args, {[name]: password});
	expect([code, report]).toMatchObject([2, {error: {code: expect.stringMatching(/^bad-(?:value|base-url)$/)}}]);
	const tree = workTree();
	const options = {env: {[name]: token}, clock: virtualClock()};
	const others = ['config', 'doctor'].map(command => tree.call([command, '--json'], options));
	const said = (await Promise.all(others)).flatMap(each => [each.stdout, each.stderr]);
	expect([JSON.stringify(report), stderr, ...said].join('\n')).not.toContain('hidden');
});

test.each([
	['OPENAI_BASE_URL', 'http://eu.api.openai.com/v1', openai, {OPENAI_API_KEY: goodOpenAiKey}],
	['ANTHROPIC_BASE_URL', 'http://api.anthropic.com.', anthropic, {ANTHROPIC_API_KEY: goodAnthropicKey}],
])("%s=%s: a vendor's own host is not asked on a way that is not encrypted", async (name, address, args, key) => {
	const {code, report} = await applied(args, {...key, [name]: address});
	expect([code, report]).toMatchObject([2, {error: {code: 'bad-base-url'}}]);
});

test("an address that is not the vendor's takes any key, and asks for a price", async () => {
	const service = await openAiModel({keys: ['lm-studio']});
	const env = {OPENAI_BASE_URL: `${service.url}/v1`, CR_LLM_API_KEY: 'lm-studio'};
	const without = await applied(openai, env);
	expect([without.code, without.asked!.reason]).toEqual([5, expect.stringContaining('is unknown')]);
	expect(service.asks()).toEqual([]);
	const {code, report} = await applied([...openai, '--set', 'llm.price=gpt-6-luna=0/0/0'], env);
	expect([code, report]).toMatchObject([0, {summary: {applied: 2}, llm: {address: `${service.url}/v1`, costUsd: 0}}]);
	expect(service.asks().map(({path}) => path)).toEqual(['/v1/chat/completions']);
});

test.each([
	['api-a', openai, openAiModel],
	['api-b', anthropic, anthropicModel],
] as const)('a key of %s that may not list models may still ask, with a warning', async (_, args, start) => {
	const service = await start({fault: ({method}) => (method === 'GET' ? 'forbidden' : null)});
	const {code, report, stderr} = await applied(args, ledTo(service));
	expect([code, report.summary.applied]).toEqual([0, 2]);
	expect(stderr).toMatch(/the models cannot be listed: Permission denied \(403 Forbidden\)/);
});

test('a CPU is enough, with a warning', async () => {
	const service = await localModel({onGpu: 0});
	service.loaded.set('qwen2.5-coder:7b', 4096);
	const {code, stderr} = await applied(local, ledTo(service));
	expect(code).toBe(0);
	expect(stderr).toContain('GPU not detected, using CPU inference');
	expect(stderr).toContain('restart the server');
});

test.each([0, 0.5])("the model's device is known after its first answer (%s of it on a GPU)", async onGpu => {
	const service = await localModel({onGpu});
	const {code, stderr} = await applied([...local, '--log-level', 'INFO'], ledTo(service));
	expect(code).toBe(0);
	const said =
		onGpu === 0
			? 'WARNING ollama: GPU: GPU not detected, using CPU inference'
			: 'INFO ollama: GPU: 50% of the model runs on the GPU';
	expect(stderr.split('\n').filter(line => line.startsWith(said))).toHaveLength(1);
	expect(service.requests.filter(({path}) => path === '/api/ps')).toHaveLength(2);
});

test('warns about a model that is about to be retired', async () => {
	const service = await anthropicModel();
	const {code, stderr} = await applied([...anthropic, '--llm-model', 'claude-sonnet-4-5'], ledTo(service));
	expect(code).toBe(0);
	expect(stderr).toMatch(/WARNING .*claude-sonnet-4-5.* (?:retired|switched off) on 2026-11-30/);
});

test('warns if the circuit breaker is off', async () => {
	const env = {...ledTo(await localModel()), CR_LLM_CIRCUIT_BREAKER_ENABLED: 'false'};
	expect((await applied(local, env)).stderr).toContain('not recommended');
});

test('the text report has message and remedy too', async () => {
	const tree = workTree();
	const {stdout, stderr} = await tree.run(['apply', '--from', remarkAndSuggestion(tree), ...local], {
		env: await serverDown(),
	});
	expect(stdout).toContain('Connection refused: Ollama not running');
	expect(stderr.match(/ollama serve/g)).toHaveLength(1);
});
