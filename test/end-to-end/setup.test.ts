import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {user} from '../emulators/github/data.ts';
import {goodToken} from '../emulators/github/server.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {everythingOf} from '../helpers/everything-of.ts';
import {hostOf} from '../helpers/host.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {reviewed} from './closing/publishing.ts';

function keep(tree: WorkTree, name: string, content: object): void {
	const folder = join(tree.home, '.config/pr-resolve');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, name), JSON.stringify(content), {mode: 0o600});
}

async function hosted() {
	const [tree, host] = [workTree(), await hostOf([])];
	return {tree, env: host.env};
}

type Document = {steps: {id: string; status: string}[]};
const stepsOf = (document: unknown) => (document as Document).steps.map(({id, status}) => `${id} ${status}`);

test('everything ready: all checks are listed with the command to run, exit code 0', async () => {
	const {tree, env} = await hosted();
	const service = await localModel();
	const {code, stdout, stderr} = await tree.run(['setup', 'ollama'], {env: {...env, ...ledTo(service)}});
	expect([code, stderr]).toEqual([0, '']);
	const lines = stdout.trimEnd().split('\n');
	expect(lines.filter(line => /^ok +(?:host|token|server|model|GPU) /.test(line))).toHaveLength(5);
	expect(lines.at(-1)).toBe('Ready: pr-resolve apply --llm-preset ollama-local');
});

test('without a provider GitHub is all that is checked, and there is a table to choose from', async () => {
	const {tree, env} = await hosted();
	const {code, stdout} = await tree.call(['setup'], {env});
	expect(code).toBe(0);
	expect(stdout).toContain('choose a provider: pr-resolve setup <provider>');
	expect(stdout).toContain('Ready: pr-resolve apply\n');
	for (const word of [
		'ollama',
		'claude-cli',
		'codex-cli',
		'openai',
		'anthropic',
		'today',
		'typical',
		'0.40',
		'1.60',
		'0.00015',
	]) {
		expect(stdout).toContain(word);
	}
	const {json} = await tree.call(['setup', '--json'], {env});
	expect(json).toMatchObject({schema: 'pr-resolve/setup@1', provider: null, command: 'pr-resolve apply', exitCode: 0});
	expect(json).toMatchObject({providers: [{id: 'local'}, {id: 'cli-a'}, {id: 'cli-b'}, {id: 'api-a'}, {id: 'api-b'}]});
});

describe('what the token may write', () => {
	test('is shown for the pull request of the current branch, with one query more', async () => {
		const {tree, gitHub} = await reviewed([3]);
		const {code, json} = await tree.call(['setup', '--json'], {env: gitHub.env});
		expect([code, stepsOf(json)]).toEqual([
			0,
			['host ok', 'token ok', 'push ok', 'replies ok', 'resolve ok', 'provider ok'],
		]);
		expect(gitHub.requests.map(({operation}) => operation)).toEqual(['Viewer', 'Permissions']);
	});

	test('is a warning if it may not, or your pending review would hold replies back', async () => {
		const tokens = {[goodToken]: {login: 'ann', scopes: null, permissions: {contents: 'read' as const}}};
		const repositories = [{nameWithOwner: 'octo/app', roles: {ann: 'read' as const}}];
		const draft = {state: 'PENDING', author: user('ann'), url: 'https://github.com/octo/app/pull/7#draft'};
		const {tree, gitHub} = await reviewed([3], {
			host: {tokens, repositories},
			more: review => review.pullRequest.review(draft),
		});
		const {code, stdout} = await tree.call(['setup'], {env: gitHub.env});
		const text = stdout.replaceAll(/\n +/g, ' ');
		expect(code).toBe(0);
		expect(text).toMatch(/^warning +push +the token may not push to octo\/app, branch feature/m);
		expect(text).toMatch(/^warning +replies +replies on octo\/app#7 would join your pending review \(.*#draft\)/m);
		expect(text).toMatch(/^warning +resolve +the token may not resolve .* contents: write/m);
	});

	test('is not known without a pull request, or without a clone', async () => {
		const {tree, gitHub} = await reviewed([3], {pull: {headRefName: 'other'}});
		for (const cwd of [tree.root, tree.home]) {
			const {code, json} = await tree.call(['setup', '--json'], {env: gitHub.env, cwd});
			expect([code, stepsOf(json)]).toEqual([0, ['host ok', 'token ok', 'provider ok']]);
			expect((json as {steps: {detail: string}[]}).steps[1]!.detail).toContain('unknown before the first write');
		}
	});
});

describe('exit codes', () => {
	test('4 without a token', async () => {
		const tree = workTree();
		const service = await localModel();
		const {GITHUB_API_URL} = (await hosted()).env;
		const {code, stdout} = await tree.call(['setup', 'local'], {env: {...ledTo(service), GITHUB_API_URL}});
		expect(code).toBe(4);
		expect(stdout).toContain('No token for github.com was found.');
		expect(stdout).not.toContain('Ready');
	});

	test('4 with a client that is not logged in; 0 once it is', async () => {
		const {tree, env} = await hosted();
		const programs = clientPrograms(tree, {claude: 'not-logged-in'});
		const before = await tree.call(['setup', 'claude-cli', '--json'], {env: {...env, ...ledTo(programs)}});
		expect(before.code).toBe(4);
		expect(stepsOf(before.json)).toEqual(['host ok', 'token ok', 'program ok', 'login needs-you']);
		expect(before.stdout).toContain('claude auth login');
		programs.set('claude', 'success');
		expect((await tree.call(['setup', 'claude-cli'], {env: {...env, ...ledTo(programs)}})).code).toBe(0);
	});

	test('1 with a model that is not there', async () => {
		const {tree, env} = await hosted();
		const service = await localModel({models: []});
		const {code, stdout} = await tree.call(['setup', 'local'], {env: {...env, ...ledTo(service)}});
		expect(code).toBe(1);
		expect(stdout).toContain('ollama pull qwen2.5-coder:7b');
		expect(stdout).toMatch(/^todo +GPU/m);
	});

	test('2 for an unknown provider or an invalid key', async () => {
		const {tree, env} = await hosted();
		const {code, stderr} = await tree.call(['setup', 'openaii'], {env});
		expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean "openai"?')]);
		const key = ['no', 'key', 'at', 'all'].join('-');
		const bad = await tree.call(['setup', 'openai'], {env: {...env, CR_LLM_API_KEY: key}});
		expect(bad.code).toBe(2);
		expect(`${bad.stdout}${bad.stderr}`).not.toContain(key);
	});
});

describe.each([
	['api-a', openAiModel, 'OPENAI_API_KEY', 'sk'],
	['api-b', anthropicModel, 'ANTHROPIC_API_KEY', 'sk-ant-api03'],
] as const)('a key of %s', (id, start, variable, prefix) => {
	test('that is wrong is reported by its origin and never printed', async () => {
		const {tree, env} = await hosted();
		const service = await start();
		const wrong = [prefix, 'wrong', 'w'.repeat(20)].join('-');
		const log = join(tree.home, 'run.log');
		const ended = await tree.call(['setup', id, '--log-level', 'DEBUG', '--log-file', log], {
			env: {...env, ...ledTo(service), [variable]: wrong},
		});
		expect(ended.code).toBe(4);
		expect(ended.stdout).toMatch(new RegExp(`^needs you  key .*, from ${variable}$`, 'm'));
		expect(`${ended.stdout}${ended.stderr}${everythingOf(tree)}`).not.toContain(wrong);
	});

	test('that is stored in its file is used but never shown, not even by config', async () => {
		const {tree, env} = await hosted();
		const service = await start();
		keep(tree, 'keys.json', {[id]: {in: 'file', key: service.key}});
		keep(tree, 'config.json', {llm: {enabled: true, provider: id}});
		const all = {...env, ...ledTo(service), [variable]: undefined};
		for (const args of [['setup'], ['setup', '--json'], ['doctor'], ['config'], ['config', '--json']]) {
			const {code, stdout, stderr} = await tree.call([...args, '--log-level', 'DEBUG'], {env: all});
			expect([args, code]).toEqual([args, 0]);
			expect(`${stdout}${stderr}`).not.toContain(service.key);
			if (args.join() === 'setup') expect(stdout).toMatch(/^ok +key +accepted.*, from .*keys\.json$/m);
		}
	});
});
