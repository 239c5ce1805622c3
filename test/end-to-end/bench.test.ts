import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {BenchmarkResult} from '../../source/run/benchmark/result.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {perfect} from '../helpers/benchmark.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import {emptyRepository, plainFolder} from '../helpers/work-tree.ts';

const quick = ['--iterations', '6', '--warmup', '1', '--output', 'report.md'];

/** So that no test waits for what a person would. */
const quickBreaker = {CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '0.1'};

test('the five kinds of providers in one command, by either family of names', async () => {
	const folder = plainFolder();
	const answer = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.8};
	const local = await localModel({answer: perfect});
	const [openai, anthropic] = [await openAiModel({answer: perfect}), await anthropicModel({answer: perfect})];
	const programs = clientPrograms(folder, {claude: {name: 'success', answer}, codex: {name: 'success', answer}});
	const args = ['bench', '--providers', 'anthropic', 'api-a:nano', 'ollama', 'claude-cli', 'cli-b', ...quick, '--json'];
	const {code, json, stderr} = await folder.run(args, {env: ledTo(local, openai, anthropic, programs)});
	const result = json as BenchmarkResult;
	expect([code, result.partial, stderr]).toEqual([0, false, expect.stringContaining('35 requests to 5 providers')]);
	expect(result.providers.map(({name, figures}) => [name, figures.success.hits, figures.accuracy.all.hits])).toEqual([
		['api-b claude-sonnet-5-5 (low)', 6, 6],
		['api-a gpt-6-luna (none)', 6, 6],
		['local qwen2.5-coder:7b', 6, 6],
		['cli-a sonnet', 6, 0],
		['cli-b default', 6, 0],
	]);
	for (const service of [local, openai, anthropic]) expect(service.asks()).toHaveLength(7);
	const report = folder.read('report.md');
	expect(report).toContain('pr-resolve bench --providers anthropic api-a:nano ollama');
	expect(report).toContain('| `api-a` | `gpt-6-luna (none)` |');
	expect(existsSync(join(folder.root, 'report.svg'))).toBe(true);
});

test('without a terminal: lines of progress on stderr, the table on stdout, the report where it belongs', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect});
	const args = ['bench', '--providers', 'ollama', '--iterations', '20', '--verbose'];
	const {code, stdout, stderr} = await folder.run(args, {env: ledTo(service)});
	expect(code).toBe(0);
	expect(stdout).toMatch(/^provider +mean +median +P95 +P99 .*\nlocal qwen2\.5-coder:7b .* 100\.0 % .* PASS\n$/);
	expect(stderr).toContain('25 requests to 1 provider: free\n');
	expect(stderr.match(/^local qwen2\.5-coder:7b \d+ (simple|medium|complex)\[\d\]: parsed, /gm)).toHaveLength(20);
	expect(stderr).toMatch(/^local qwen2\.5-coder:7b: 20\/20, .*, done$/m);
	expect(stderr).not.toContain('\u001b');
	expect(folder.read('docs/performance-benchmarks.md')).toContain('# Provider benchmark');
});

test('all providers that pass their check, and why the others are left out', async () => {
	const folder = plainFolder();
	const service = await openAiModel({answer: perfect});
	const {code, json, stderr} = await folder.run(['bench', ...quick, '--json'], {
		env: {...ledTo(service), LOCAL_BASE_URL: 'http://127.0.0.1:9', PATH: '/usr/bin:/bin'},
	});
	expect([code, json]).toMatchObject([
		0,
		{
			providers: [{provider: 'api-a'}],
			leftOut: ['local', 'cli-a', 'cli-b', 'api-b'].map(id => ({name: expect.stringMatching(`^${id}`)})),
		},
	]);
	expect(stderr).toMatch(/^cli-a.* is left out: /m);
	expect(folder.read('report.md')).toContain('Left out:');
});

describe('what is wrong is told before the first request', () => {
	test.each([
		[['--iterations', '0'], 'bad-value', '--iterations'],
		[['--iterations', '-5'], 'bad-value', '--iterations'],
		[['--warmup', '-1'], 'bad-value', '--warmup'],
		[['--concurrency', '0'], 'bad-value', '--concurrency'],
		[['--timeout', '0'], 'bad-value', '--timeout'],
		[['--complexity', 'hard'], 'bad-value', '--complexity'],
		[['--dataset', 'none.json'], 'no-data-set', 'none.json'],
		[['--dataset', 'broken.json'], 'bad-data-set', 'not JSON'],
		[['--dataset', 'keys.json'], 'bad-data-set', '"complex"'],
		[['--dataset', 'empty.json'], 'bad-data-set', 'medium is empty'],
		[['--dataset', 'empty.json', '--from-pr', '7'], 'bad-flags', '--from-pr'],
		[['--from-pr', 'none.json'], 'no-recording', 'none.json'],
		[['--output', 'folder'], 'output-not-writable', 'folder'],
		[['--output', '/dev/null/report.md'], 'output-not-writable', '/dev/null'],
		[['--resume'], 'no-state', 'performance-benchmarks.md'],
		[['--providers', 'gemini'], 'unknown-provider', 'gemini'],
		[['--providers', 'ollama:mini'], 'foreign-tier', 'mini'],
	])('%j', async (flags, code, message) => {
		const folder = emptyRepository();
		mkdirSync(join(folder.root, 'folder'));
		const put = (name: string, text: string) => writeFileSync(join(folder.root, name), text);
		put('broken.json', '{');
		put('keys.json', '{"simple": [], "medium": []}');
		put(
			'empty.json',
			JSON.stringify({simple: [{body: 'b', path: 'p', line: 1, ground_truth: {}}], medium: [], complex: []}),
		);
		const service = await localModel({answer: perfect});
		const named = flags.includes('--providers') ? [] : ['--providers', 'ollama'];
		const ended = await folder.run(['bench', ...named, ...flags, '--json'], {env: ledTo(service)});
		expect([ended.code, ended.json]).toMatchObject([2, {error: {code, message: expect.stringContaining(message)}}]);
		expect(service.asks()).toEqual([]);
	});

	test('words without --providers are one too many', async () => {
		const {code, stderr} = await plainFolder().run(['bench', 'openai']);
		expect([code, stderr]).toEqual([2, expect.stringContaining('"openai" is one too many')]);
	});

	test('no provider that can be used', async () => {
		const env = {LOCAL_BASE_URL: 'http://127.0.0.1:9', PATH: '/usr/bin:/bin'};
		const {code, json} = await plainFolder().run(['bench', '--json'], {env});
		expect([code, json]).toMatchObject([
			1,
			{error: {code: 'no-usable-provider', remedy: expect.stringContaining('local')}},
		]);
	});
});

describe('troubles in mid-run', () => {
	test('a provider that fails from the first request on: counted, stopped, reported', async () => {
		const folder = plainFolder();
		const [bad, good] = [await openAiModel({answer: perfect}), await localModel({answer: perfect})];
		bad.setFault(({asked}) => (asked ? 'server-error' : null));
		const args = [
			'bench',
			'--providers',
			'openai',
			'ollama',
			'--iterations',
			'12',
			'--warmup',
			'0',
			'--output',
			'r.md',
			'--json',
		];
		const {code, json} = await folder.run(args, {env: {...ledTo(bad, good), ...quickBreaker}});
		expect([code, json]).toMatchObject([
			5,
			{
				partial: true,
				providers: [
					{stop: {by: 'circuit'}, figures: {requests: 6, errors: {'server-error': 6}}},
					{stop: null, figures: {success: {hits: 12}}},
				],
			},
		]);
		expect(folder.read('r.md')).toContain('| `api-a gpt-6-luna (low)` | server-error | 6 |');
	});

	test('the budget is reached', async () => {
		const folder = plainFolder();
		const service = await anthropicModel({answer: perfect});
		const args = ['bench', '--providers', 'anthropic', '--cost-budget', '0.08', '--output', 'r.md'];
		const {code, stderr} = await folder.run(args, {env: ledTo(service)});
		expect(code).toBe(5);
		expect(stderr).toContain('LLM cost budget exceeded');
		expect(folder.read('r.md')).toContain('**This report is partial.**');
	});

	test('Ctrl-C: what was measured is written, and --resume goes on', async () => {
		const folder = plainFolder();
		const service = await localModel({answer: perfect, latencyMs: 40});
		const args = [
			'bench',
			'--providers',
			'ollama',
			'--iterations',
			'30',
			'--warmup',
			'1',
			'--output',
			'r.md',
			'--json',
		];
		const first = await folder.run([...args, '--verbose'], {
			env: ledTo(service),
			meanwhile: child => child.stderr?.on('data', chunk => /7b 5 /.test(String(chunk)) && child.kill('SIGINT')),
		});
		expect([first.code, first.json]).toMatchObject([130, {partial: true, providers: [{stop: {by: 'interruption'}}]}]);
		expect(folder.read('r.md')).toContain('**This report is partial.**');
		const changed = await folder.run([...args, '--resume', '--complexity', 'simple'], {env: ledTo(service)});
		expect([changed.code, changed.json]).toMatchObject([2, {error: {code: 'state-changed'}}]);
		const second = await folder.run([...args, '--resume'], {env: ledTo(service)});
		expect([second.code, second.json]).toMatchObject([
			0,
			{partial: false, providers: [{figures: {requests: 30, success: {hits: 30, of: 30}}}]},
		]);
		expect(folder.read('r.md')).not.toContain('partial');
	});
});

describe('before the first paid request', () => {
	const args = ['bench', '--providers', 'openai', ...quick];

	test('somebody in a terminal is asked, with the number of requests and the cost', async () => {
		const folder = plainFolder();
		const service = await openAiModel({answer: perfect});
		const terminal = folder.terminal(args, {env: ledTo(service)});
		await terminal.waitFor('Begin? [yes/NO]');
		expect(terminal.screen()).toMatch(/7 requests to 1 provider: 7 of them for about \$0\.\d+ of a budget of \$5\.00/);
		expect(service.asks()).toEqual([]);
		terminal.press('no\r');
		expect(await terminal.ended).toBe(3);
		expect(service.asks()).toEqual([]);
		const again = folder.terminal(args, {env: ledTo(service)});
		await again.waitFor('Begin?');
		again.press('y\r');
		expect(await again.ended).toBe(0);
		expect(service.asks()).toHaveLength(7);
	});

	test('--yes does without; --no-input has to be told', async () => {
		const folder = plainFolder();
		const service = await openAiModel({answer: perfect});
		const silent = folder.terminal([...args, '--no-input'], {env: ledTo(service)});
		expect([await silent.ended, silent.screen()]).toEqual([2, expect.stringContaining('--yes')]);
		expect(service.asks()).toEqual([]);
		expect(await folder.terminal([...args, '--yes'], {env: ledTo(service)}).ended).toBe(0);
	});
});
