import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {BenchmarkResult} from '../../source/run/benchmark/result.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {shouldRead} from '../emulators/vendor/obedient.ts';
import {perfect} from '../helpers/benchmark.ts';
import {anthropicModel, clientPrograms, localModel, openAiModel} from '../helpers/models.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {emptyRepository, numbered, plainFolder, workTree} from '../helpers/work-tree.ts';

const quick = ['--iterations', '3', '--warmup', '1', '--output', 'report.md'];

/** So that no test waits for what a person would. */
const quickBreaker = {CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '0.1'};

test('all five providers in one command, by id or alias', async () => {
	const folder = plainFolder();
	const answer = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.8};
	const local = await localModel({answer: perfect});
	const [openai, anthropic] = [await openAiModel({answer: perfect}), await anthropicModel({answer: perfect})];
	const programs = clientPrograms(folder, {claude: {name: 'success', answer}, codex: {name: 'success', answer}});
	const args = ['bench', '--providers', 'anthropic', 'api-a:nano', 'ollama', 'claude-cli', 'cli-b', ...quick, '--json'];
	const {code, json, stderr} = await folder.run(args, {env: ledTo(local, openai, anthropic, programs)});
	const result = json as BenchmarkResult;
	expect([code, result.partial, stderr]).toEqual([0, false, expect.stringContaining('20 requests to 5 providers')]);
	expect(result.providers.map(({name, figures}) => [name, figures.success.hits, figures.accuracy.all.hits])).toEqual([
		['anthropic claude-sonnet-5-5 (low)', 3, 3],
		['openai gpt-6-luna (none)', 3, 3],
		['ollama qwen2.5-coder:7b', 3, 3],
		['claude-cli sonnet', 3, 0],
		['codex-cli default', 3, 0],
	]);
	for (const service of [local, openai, anthropic]) expect(service.asks()).toHaveLength(4);
	const report = folder.read('report.md');
	expect(report).toContain('pr-resolve bench --providers anthropic api-a:nano ollama');
	expect(report).toContain('| `openai` | `gpt-6-luna (none)` |');
	expect(existsSync(join(folder.root, 'report.svg'))).toBe(true);
});

test('without a terminal: progress on stderr, the table on stdout, the report in its file', async () => {
	const folder = plainFolder();
	const service = await localModel({answer: perfect});
	const args = ['bench', '--providers', 'ollama', '--iterations', '20', '--verbose'];
	const {code, stdout, stderr} = await folder.run(args, {env: ledTo(service)});
	expect(code).toBe(0);
	expect(stdout).toMatch(
		/^provider +mean +median +P95 +P99 .* right +limits\nollama qwen2\.5-coder:7b .* 100\.0% +PASS\n\nRecommendation by use\n/,
	);
	expect(stdout).toMatch(/\nquality {2}ollama qwen2\.5-coder:7b: 100\.0% right, 20 of 20 answers\n$/);
	expect(stderr).toContain('25 requests to 1 provider: free\n');
	expect(stderr.match(/^ollama qwen2\.5-coder:7b \d+ (simple|medium|complex)\[\d\]: parsed, /gm)).toHaveLength(20);
	expect(stderr).toMatch(/^ollama qwen2\.5-coder:7b: 20\/20, 100\.0% right, median .*, done$/m);
	expect(stderr).not.toContain('\u001b');
	expect(folder.read('docs/performance-benchmarks.md')).toContain('# Provider benchmark');
});

test('without --providers, all that pass their check run; the reason is given for the others', async () => {
	const folder = plainFolder();
	const service = await openAiModel({answer: perfect});
	const {code, json, stderr} = await folder.call(['bench', ...quick, '--json'], {
		env: {...ledTo(service), LOCAL_BASE_URL: 'http://127.0.0.1:9', PATH: '/usr/bin:/bin'},
	});
	expect([code, json]).toMatchObject([
		0,
		{
			providers: [{provider: 'api-a'}],
			leftOut: ['local', 'cli-a', 'cli-b', 'api-b'].map(provider => ({provider})),
		},
	]);
	expect(stderr).toMatch(/^claude-cli.* is skipped: /m);
	expect(folder.read('report.md')).toContain('Skipped:');
});

test('one key for several providers goes to the vendor with its prefix, or to none', async () => {
	const folder = plainFolder();
	const [openai, anthropic] = [await openAiModel({answer: perfect}), await anthropicModel({answer: perfect})];
	const {origins} = openai;
	const env = {...ledTo({env: {}, origins}, {env: {}, origins: anthropic.origins}), CR_LLM_API_KEY: openai.key};
	const args = ['bench', '--providers', 'openai', 'anthropic', ...quick, '--json'];
	const {code, json} = await folder.call(args, {env});
	const left = (remedy: string) => expect.objectContaining({remedy: expect.stringContaining(remedy)});
	expect([code, json]).toMatchObject([
		0,
		{
			providers: [{provider: 'api-a'}],
			leftOut: [left('Set ANTHROPIC_API_KEY (CR_LLM_API_KEY contains the key for another provider)')],
		},
	]);
	expect(anthropic.requests).toEqual([]);
	const nobodys = await folder.call(args, {env: {...env, CR_LLM_API_KEY: 'a-key-of-nobody'}});
	const said = JSON.stringify(nobodys.json);
	for (const vendor of ['OpenAI', 'Anthropic']) {
		expect(said).toContain(`CR_LLM_API_KEY is ignored because it may not be a key for ${vendor}`);
	}
	expect([nobodys.code, openai.asks().length]).toEqual([4, 4]);
});

test('--from-pr uses resolved threads, with the committed code as ground truth', async () => {
	const tree = workTree();
	const review = reviewOf(tree, {headRefName: 'main'}).comment('src/list.txt', 2, shouldRead('item two'), {
		isResolved: true,
	});
	tree.commit({'src/list.txt': numbered('item', 12).replace('item 2\n', 'item two\n')});
	review.pullRequest.data.headRefOid = tree.head;
	const service = await localModel();
	const args = ['bench', '--from-pr', review.save(), '--providers', 'ollama', ...quick, '--json'];
	const {code, json} = await tree.call(args, {env: ledTo(service)});
	expect([code, json]).toMatchObject([
		0,
		{
			dataSet: {entries: {simple: 1, medium: 0, complex: 0}},
			providers: [{figures: {accuracy: {all: {hits: 3, of: 3}, text: {hits: 3, of: 3}}}}],
		},
	]);
});

describe('errors are reported before the first request', () => {
	type Wrong = readonly [flags: string[], code: string, message: string];
	const files = {'broken.json': '{'};
	const groups: Record<string, readonly Wrong[]> = {
		'numbers and words': [
			[['--iterations', '0'], 'bad-value', '--iterations'],
			[['--iterations', '-5'], 'bad-value', '--iterations'],
			[['--warmup', '-1'], 'bad-value', '--warmup'],
			[['--concurrency', '0'], 'bad-value', '--concurrency'],
			[['--timeout', '0'], 'bad-value', '--timeout'],
			[['--complexity', 'hard'], 'bad-value', '--complexity'],
		],
		'data sets': [
			[['--dataset', 'none.json'], 'no-data-set', 'none.json'],
			[['--dataset', 'broken.json'], 'bad-data-set', 'not JSON'],
			[['--dataset', 'broken.json', '--from-pr', '7'], 'bad-flags', '--from-pr'],
			[['--from-pr', 'none.json'], 'no-recording', 'none.json'],
		],
		'places and names': [
			[['--output', 'folder'], 'output-not-writable', 'folder'],
			[['--output', '/dev/null/report.md'], 'output-not-writable', '/dev/null'],
			[['--output', '/proc/none/report.md'], 'output-not-writable', '/proc/none'],
			[['--output', '/proc/report.md'], 'output-not-writable', '/proc'],
			[['--resume'], 'no-state', 'performance-benchmarks.md'],
			[['--resume', '--providers', 'openai'], 'no-state', 'performance-benchmarks.md'],
			[['--providers', 'gemini'], 'unknown-provider', 'gemini'],
			[['--providers', 'ollama:mini'], 'foreign-tier', 'mini'],
		],
	};

	test.each(Object.entries(groups))('%s', async (_, group) => {
		const folder = emptyRepository();
		mkdirSync(join(folder.root, 'folder'));
		for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.root, name), text);
		const service = await localModel({answer: perfect});
		const ended = await Promise.all(
			group.map(async ([flags]) => {
				const named = flags.includes('--providers') ? [] : ['--providers', 'ollama'];
				const {code, json} = await folder.call(['bench', ...named, ...flags, '--json'], {env: ledTo(service)});
				return [flags, code, json];
			}),
		);
		const schema = 'pr-resolve/benchmark@1';
		expect(ended).toMatchObject(
			group.map(([flags, code, message]) => [
				flags,
				2,
				{schema, error: {code, message: expect.stringContaining(message)}, exitCode: 2},
			]),
		);
		expect(service.asks()).toEqual([]);
	});

	test('arguments without --providers are a usage error', async () => {
		const {code, stderr} = await plainFolder().call(['bench', 'openai']);
		expect([code, stderr]).toEqual([2, expect.stringContaining('Unexpected argument "openai"')]);
	});

	test('if no provider is usable, each is listed once and no report folder is created', async () => {
		const folder = plainFolder();
		const env = {LOCAL_BASE_URL: 'http://127.0.0.1:9', PATH: '/usr/bin:/bin'};
		const {code, stderr} = await folder.call(['bench'], {env});
		expect([code, existsSync(join(folder.root, 'docs'))]).toEqual([1, false]);
		expect(stderr).toMatch(/No provider is available\.\nollama[^\n]*: [^\n]+\n {2}[^\n]+\nclaude-cli/);
		for (const name of ['ollama', 'claude-cli', 'codex-cli', 'openai', 'anthropic']) {
			expect(stderr.match(new RegExp(`^${name}\\b`, 'gm'))).toHaveLength(1);
		}
	});

	test('if no provider is usable, --json has the error', async () => {
		const env = {LOCAL_BASE_URL: 'http://127.0.0.1:9', PATH: '/usr/bin:/bin'};
		const {code, json} = await plainFolder().call(['bench', '--json'], {env});
		expect([code, json]).toMatchObject([
			1,
			{error: {code: 'no-usable-provider', remedy: expect.stringContaining('ollama')}},
		]);
	});
});

describe('failures during a benchmark', () => {
	test('a provider that fails from the first request on is counted, stopped and reported', async () => {
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
		const {code, json} = await folder.call(args, {env: {...ledTo(bad, good), ...quickBreaker}});
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
		expect(folder.read('r.md')).toContain('| `openai gpt-6-luna (low)` | server-error | 6 |');
	});

	test('if a provider fails from request 100 on, its earlier answers count', async () => {
		const folder = plainFolder();
		const service = await openAiModel({answer: perfect});
		let asked = 0;
		service.setFault(seen => (seen.asked && ++asked >= 100 ? 'overloaded' : null));
		const args = ['bench', '--providers', 'openai', '--iterations', '120', '--warmup', '0', '--json'];
		const {code, json} = await folder.call(args, {env: {...ledTo(service), ...quickBreaker}});
		expect([code, json]).toMatchObject([
			5,
			{
				partial: true,
				providers: [{stop: {by: 'circuit'}, figures: {requests: 105, success: {hits: 99}, errors: {overloaded: 6}}}],
			},
		]);
	});

	test('a local model without an answer in time was measured, and the advice names the time-outs', async () => {
		const folder = plainFolder();
		const service = await localModel({answer: perfect, latencyMs: 60_000});
		const args = [
			'bench',
			'--providers',
			'ollama',
			'--iterations',
			'2',
			'--warmup',
			'0',
			'--timeout',
			'1',
			'--output',
			'r.md',
		];
		const {code, stdout} = await folder.call(args, {env: ledTo(service)});
		expect(code).toBe(1);
		expect(stdout).toMatch(/^privacy {2}no usable answer from ollama \S+ \(measured, 0 of 2 answered\)$/m);
		const text = 'measured, 0 of 2 answered; 100.0% of its answers timed out at 1 s: raise --timeout';
		expect(stdout.endsWith(`note     ollama qwen2.5-coder:7b: ${text}\n`)).toBe(true);
		expect(folder.read('r.md')).toContain(`**note**: \`ollama qwen2.5-coder:7b\` - ${text}`);
	});

	test('a model that is never right is not recommended for quality', async () => {
		const folder = plainFolder();
		const neverRight = {explanation: '', verdict: 'no-change', changes: [], confidence: 0.9};
		const service = await localModel({answer: () => neverRight});
		const {code, stdout} = await folder.call(['bench', '--providers', 'ollama', ...quick], {env: ledTo(service)});
		expect([code, stdout]).toEqual([0, expect.stringMatching(/^quality {2}none, 0% right\n$/m)]);
		expect(folder.read('report.md')).toContain('- **quality**: none, 0% right');
	});

	test('the budget is reached', async () => {
		const folder = plainFolder();
		const service = await anthropicModel({answer: perfect});
		const args = ['bench', '--providers', 'anthropic', '--cost-budget', '0.08', '--output', 'r.md'];
		const {code, stderr} = await folder.call(args, {env: ledTo(service)});
		expect(code).toBe(5);
		expect(stderr).toContain('LLM cost budget exceeded');
		expect(folder.read('r.md')).toContain('**This report is partial.**');
	});

	test('Ctrl-C writes what was measured, and --resume continues', async () => {
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

	test.each([
		['before the first request, nothing is written', 0, null],
		['while it warms up, a report without figures is', 1, 'Nothing was measured.'],
	] as const)('Ctrl-C: %s', async (_, atRequest, report) => {
		const folder = plainFolder();
		const service = await localModel({answer: perfect, latencyMs: 60_000});
		let child: {kill: (signal: 'SIGINT') => boolean} | null = null;
		let seen = 0;
		service.setFault(({asked}) => {
			if ((asked ? 1 : 0) === atRequest && seen++ === 0) child?.kill('SIGINT');
			return null;
		});
		const args = ['bench', '--providers', 'ollama', '--output', 'r.md', '--json'];
		const {code, json} = await folder.run(args, {
			env: ledTo(service),
			meanwhile: started => {
				child = started;
			},
		});
		const schema = 'pr-resolve/benchmark@1';
		const told =
			report === null ? {error: {code: 'interrupted'}} : {partial: true, providers: [{figures: {requests: 0}}]};
		expect([code, json]).toMatchObject([130, {schema, exitCode: 130, ...told}]);
		expect(existsSync(join(folder.root, 'r.md')) ? folder.read('r.md') : null).toEqual(
			report && expect.stringContaining(report),
		);
	});
});

describe('before the first paid request', () => {
	const args = ['bench', '--providers', 'openai', ...quick];
	/** In a terminal that draws nothing, and so gets no screen. */
	const TERM = 'dumb';

	test('a terminal asks for confirmation with the number of requests and the cost', async () => {
		const folder = plainFolder();
		const service = await openAiModel({answer: perfect});
		const terminal = folder.terminal(args, {env: {...ledTo(service), TERM}});
		await terminal.waitFor('Start? [yes/NO]');
		expect(terminal.screen()).toMatch(/4 requests to 1 provider: 4 paid, about \$0\.\d+ of the \$5\.00 budget/);
		expect(service.asks()).toEqual([]);
		terminal.press('no\r');
		expect(await terminal.ended).toBe(3);
		expect(service.asks()).toEqual([]);
		const again = folder.terminal(args, {env: {...ledTo(service), TERM}});
		await again.waitFor('Start?');
		again.press('y\r');
		expect(await again.ended).toBe(0);
		expect(service.asks()).toHaveLength(4);
	});

	test('--yes skips the question; --no-input alone is an error', async () => {
		const folder = plainFolder();
		const service = await openAiModel({answer: perfect});
		const silent = folder.terminal([...args, '--no-input'], {env: {...ledTo(service), TERM}});
		expect([await silent.ended, silent.screen()]).toEqual([2, expect.stringContaining('--yes')]);
		expect(service.asks()).toEqual([]);
		expect(await folder.terminal([...args, '--yes'], {env: {...ledTo(service), TERM}}).ended).toBe(0);
	});
});
