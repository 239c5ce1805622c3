import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {hostOf} from '../helpers/host.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type Environment, type WorkTree, workTree} from '../helpers/work-tree.ts';

type Check = {name: string; status: string; detail: string; remedy: string};

async function examined(tree: WorkTree, flags: readonly string[], env: Environment) {
	const {code, json} = await tree.call(['doctor', '--json', ...flags], {env});
	const {checks} = json as {checks: Check[]};
	return {code, checks, of: (name: string) => checks.filter(check => check.name === name)};
}

/** A clone with a host that answers, so that all but the provider is well. */
async function wellClone() {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	return {tree, env: (await hostOf([reviewOf(tree)])).env};
}

describe('doctor', () => {
	test.each([
		['local', localModel, ['local', 'local server', 'local model', 'local GPU']],
		['openai', openAiModel, ['api-a', 'api-a server', 'api-a key', 'api-a model']],
		['anthropic', anthropicModel, ['api-b', 'api-b server', 'api-b key', 'api-b model']],
	] as const)('checks %s', async (provider, start, names) => {
		const {tree, env} = await wellClone();
		const service = await start();
		const {code, checks} = await examined(tree, ['--llm-provider', provider], {...env, ...ledTo(service)});
		expect([code, checks.filter(({status}) => status === 'failed')]).toEqual([0, []]);
		expect(checks.map(({name}) => name)).toEqual(expect.arrayContaining([...names, 'cache']));
		expect(service.asks()).toEqual([]);
	});

	test.each(['cli-a', 'cli-b'])('what it says of %s stands in one column, remedies too', async provider => {
		const {tree, env} = await wellClone();
		const clients = clientPrograms(tree, {codex: 'not-logged-in'});
		const {stdout} = await tree.call(['doctor', '--llm-provider', provider], {env: {...env, ...ledTo(clients)}});
		const details = stdout
			.trimEnd()
			.split('\n')
			.map(row => /^(?:(?:ok|warning|failed|skipped) +(?:\S+ )?\S+)? {2,}/.exec(row)?.[0]);
		expect(stdout).toMatch(/failed {3}(?:claude|codex)-cli \w+ .*\n {10}/);
		expect([...new Set(details.map(head => head?.length))]).toEqual([34]);
	});

	test('a client that does not know an argument is 1 before any question, with the version to install', async () => {
		const {tree, env} = await wellClone();
		const clients = clientPrograms(tree, {claude: 'too-old'});
		const {code, of} = await examined(tree, ['--llm-provider', 'cli-a'], {...env, ...ledTo(clients)});
		expect([code, of('cli-a program')]).toMatchObject([
			1,
			[
				{
					status: 'failed',
					detail: "claude 2.1.197 is an unsupported version: unknown option '--permission-prompts'",
					remedy: expect.stringMatching(/^Install claude 2\.1\.329 or newer, which needs Node\.js 22 or newer: npm /),
				},
			],
		]);
		expect(clients.calls().map(({kind}) => kind)).toEqual(['version', 'probe']);
	});

	test('a wrong key is 4, with the remedy', async () => {
		const {tree, env} = await wellClone();
		const service = await openAiModel({fault: 'auth'});
		const {code, of} = await examined(tree, ['--llm-provider', 'api-a'], {...env, ...ledTo(service)});
		expect([code, of('api-a key')]).toMatchObject([
			4,
			[
				{
					status: 'failed',
					detail: expect.stringContaining('Incorrect or invalid API key'),
					remedy: expect.stringContaining('Generate'),
				},
			],
		]);
	});

	test('a server that is down is 1, with the remedy', async () => {
		const {tree, env} = await wellClone();
		const service = await localModel();
		await service.close();
		const {code, of} = await examined(tree, ['--llm-provider', 'ollama'], {...env, ...ledTo(service)});
		expect([code, of('local server')]).toMatchObject([1, [{status: 'failed', remedy: 'Start it: ollama serve'}]]);
	});

	test('a server that never answers is 1, and does not block doctor', async () => {
		const {tree, env} = await wellClone();
		const service = await localModel({fault: 'hang'});
		const flags = ['--llm-provider', 'ollama', '--set', 'llm.timeout=1'];
		const {code, of} = await examined(tree, flags, {...env, ...ledTo(service)});
		expect([code, of('local').at(-1)]).toMatchObject([
			1,
			{status: 'failed', detail: expect.stringContaining('timeout')},
		]);
		const {checks} = await examined(tree, ['--privacy', ...flags], ledTo(service));
		expect(checks).toMatchObject([{status: 'failed', detail: expect.stringContaining('timeout')}]);
	});

	test('a model that is missing is 1; fallbacks are checked too', async () => {
		const {tree, env} = await wellClone();
		const services = [await openAiModel(), await localModel()];
		const flags = ['--llm-provider', 'openai', '--set', 'llm.fallback=ollama:14b'];
		const {code, of} = await examined(tree, flags, {...env, ...ledTo(...services)});
		expect([code, of('api-a model'), of('local model')]).toMatchObject([
			1,
			[{status: 'ok'}],
			[{status: 'failed', remedy: 'Download it: ollama pull qwen2.5-coder:14b'}],
		]);
	});

	test('a missing provider is not an error', async () => {
		const {tree, env} = await wellClone();
		const {code, of} = await examined(tree, [], env);
		expect([code, of('provider')]).toMatchObject([0, [{status: 'skipped'}]]);
	});

	test('a cache that cannot be written is a warning', async () => {
		const {tree, env} = await wellClone();
		writeFileSync(join(tree.home, 'file'), '');
		const more = {...ledTo(await localModel()), XDG_CACHE_HOME: join(tree.home, 'file')};
		const {code, of} = await examined(tree, ['--llm-provider', 'local'], {...env, ...more});
		expect([code, of('cache')]).toMatchObject([
			0,
			[{status: 'warning', remedy: expect.stringContaining('Make it writable')}],
		]);
	});
});

describe('doctor --privacy', () => {
	test('with a local model nothing leaves this machine', async () => {
		const service = await localModel({answer: () => ({there: true})});
		const {code, checks} = await examined(workTree(), ['--privacy', '--llm-provider', 'local'], ledTo(service));
		expect([code, checks]).toMatchObject([
			0,
			[{name: 'privacy', status: 'ok', detail: expect.stringContaining(service.url)}],
		]);
		expect(service.asks()).toHaveLength(1);
	});

	test('without a model no text is sent anywhere', async () => {
		const {code, checks} = await examined(workTree(), ['--privacy'], {});
		expect([code, checks]).toMatchObject([
			0,
			[{status: 'ok', detail: 'no provider is selected: nothing is sent to a model'}],
		]);
	});

	test.each([
		['openai', openAiModel, 'https://api.openai.com/v1'],
		['anthropic', anthropicModel, 'https://api.anthropic.com'],
	] as const)('%s is a connection to a third party, and nothing is sent there', async (provider, start, address) => {
		const service = await start();
		const {code, checks} = await examined(workTree(), ['--privacy', '--llm-provider', provider], ledTo(service));
		expect([code, checks]).toMatchObject([
			1,
			[
				{
					status: 'failed',
					detail: `comments and code go to ${address}, a third party`,
					remedy: expect.stringMatching(/Set the provider to ollama.*unset CR_LLM_API_KEY/),
				},
			],
		]);
		expect(service.requests).toEqual([]);
	});

	test('so is a client program', async () => {
		const {code, checks} = await examined(workTree(), ['--privacy', '--llm-provider', 'claude-cli'], {});
		const detail = 'comments and code go to claude, a third party';
		expect([code, checks]).toMatchObject([1, [{status: 'failed', detail}]]);
	});

	test('a server on this machine is not called a third party', async () => {
		const service = await openAiModel();
		const env = {...ledTo(service), OPENAI_BASE_URL: service.url};
		const {code, checks} = await examined(workTree(), ['--privacy', '--llm-provider', 'openai'], env);
		const detail = expect.stringMatching(/127\.0\.0\.1:\d+.*, a server on this machine that may pass them on$/);
		expect([code, checks]).toMatchObject([1, [{status: 'failed', detail}]]);
		expect(service.requests).toEqual([]);
	});

	test('a provider that is configured but off is no violation', async () => {
		const env = {...ledTo(await openAiModel()), CR_LLM_PROVIDER: 'openai'};
		const {code, checks} = await examined(workTree(), ['--privacy'], env);
		expect([code, checks]).toMatchObject([0, [{status: 'warning', detail: expect.stringContaining('not enabled')}]]);
	});

	test.each([
		['has no key that could be one', {CR_LLM_PROVIDER: 'openai', CR_LLM_API_KEY: 'bad'}, 'Invalid API key'],
		[
			'has a fallback to others',
			{CR_LLM_PROVIDER: 'local', CR_LLM_FALLBACK: 'openai'},
			'its fallback openai would send it elsewhere',
		],
	])('nor is one that is not enabled and %s', async (_, env, detail) => {
		const {code, checks} = await examined(workTree(), ['--privacy'], env);
		const [first] = checks;
		expect([code, first]).toMatchObject([0, {status: 'warning', detail: expect.stringContaining(detail)}]);
		expect(first!.detail).toContain('not enabled');
	});

	test('a local provider that is down and off is no violation', async () => {
		const service = await localModel();
		await service.close();
		const env = {...ledTo(service), CR_LLM_PROVIDER: 'local'};
		const {code, checks} = await examined(workTree(), ['--privacy'], env);
		expect([code, checks]).toMatchObject([0, [{status: 'warning', detail: expect.stringContaining('not enabled')}]]);
	});

	test('a model server on another machine is a violation with a remedy', async () => {
		const tree = workTree();
		const folder = join(tree.home, '.config', 'pr-resolve');
		mkdirSync(folder, {recursive: true});
		writeFileSync(join(folder, 'config.json'), JSON.stringify({llm: {allow_remote_local: true}}));
		const env = {LOCAL_BASE_URL: 'http://192.0.2.1:11434'};
		const {code, checks} = await examined(tree, ['--privacy', '--llm-provider', 'local'], env);
		expect([code, checks]).toMatchObject([
			1,
			[
				{
					status: 'failed',
					detail: 'comments and code go to http://192.0.2.1:11434, another machine',
					remedy: expect.stringContaining('127.0.0.1'),
				},
			],
		]);
	});

	test('a remote fallback is a violation', async () => {
		const services = [await localModel(), await openAiModel()];
		const flags = ['--privacy', '--llm-provider', 'local', '--set', 'llm.fallback=openai', '--allow-remote'];
		const {code, checks} = await examined(workTree(), flags, ledTo(...services));
		expect([code, checks.map(({status}) => status)]).toEqual([1, ['ok', 'failed']]);
	});

	test('a model that the local server forwards is a violation', async () => {
		const service = await localModel({models: [{name: 'mine', remoteHost: 'https://ollama.com'}]});
		const flags = ['--privacy', '--llm-provider', 'local', '--llm-model', 'mine'];
		const {code, checks} = await examined(workTree(), flags, ledTo(service));
		expect([code, checks]).toMatchObject([
			1,
			[{status: 'failed', detail: expect.stringContaining('does not run on this machine')}],
		]);
	});

	test('warns about a key that is not needed', async () => {
		const env = {...ledTo(await localModel()), CR_LLM_API_KEY: 'any'};
		const {checks} = await examined(workTree(), ['--privacy', '--llm-provider', 'local'], env);
		expect(checks.at(-1)).toMatchObject({status: 'warning', remedy: 'Unset CR_LLM_API_KEY.'});
	});
});
