import {mkdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {obedient} from '../emulators/vendor/obedient.ts';
import {anthropicModel, localModel, openAiModel} from '../helpers/models.ts';
import {remarkAndSuggestion, remarks} from '../helpers/remarks.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';

const line = (tree: WorkTree, number: number) => tree.read('src/list.txt').split('\n')[number - 1];

const services = {local: localModel, 'api-a': openAiModel, 'api-b': anthropicModel};

describe('apply with a preset makes edits that only a model could propose', () => {
	test.each([
		['ollama-local', 'local', 'ollama', 'qwen2.5-coder:7b'],
		['api-a-mini', 'api-a', 'openai', 'gpt-6-luna'],
		['anthropic-api-balanced', 'api-b', 'anthropic', 'claude-sonnet-5-5'],
	] as const)('%s, and undo takes them back', async (preset, provider, name, model) => {
		const tree = workTree();
		const before = tree.snapshot();
		const service = await services[provider]();
		const env = ledTo(service);
		const args = ['apply', '--from', remarkAndSuggestion(tree), '--llm-preset', preset, '--json'];
		const {code, json, stderr} = await tree.run(args, {env});
		expect([code, json, stderr]).toMatchObject([
			0,
			{
				summary: {findings: 2, applied: 2},
				changes: [
					{from: 'model', outcome: 'applied', confidence: 0.9},
					{from: 'suggestion', outcome: 'applied'},
				],
				llm: {provider, model, requests: 1, avoided: 1, questions: 1, stoppedBy: null},
			},
			expect.stringContaining(`to ${name} ${model}`),
		]);
		expect([line(tree, 2), line(tree, 9)]).toEqual(['item two', 'item nine']);
		expect(service.asks()).toHaveLength(1);
		expect((await tree.run(['undo'], {env})).code).toBe(0);
		expect(tree.snapshot()).toEqual(before);
	});
});

describe('whether a model is asked', () => {
	const preset = ['--llm-preset', 'local-default'];
	const byEnvironment = {CR_LLM_ENABLED: 'true', CR_LLM_PROVIDER: 'ollama'};

	test.each([
		['not by default', [], {}, 0],
		['by the environment', [], byEnvironment, 1],
		['by --llm-provider', ['--llm-provider', 'ollama'], {}, 1],
		['not with --no-llm, whatever the environment says', ['--no-llm'], byEnvironment, 0],
		['not with --no-llm, whatever other flags say', ['--no-llm', ...preset], {}, 0],
	])('%s', async (_, flags, more, asks) => {
		const tree = workTree();
		const service = await localModel();
		const env = {...ledTo(service), ...more};
		const {code, json} = await tree.call(['apply', '--from', remarkAndSuggestion(tree), '--json', ...flags], {env});
		expect([code, json]).toMatchObject([
			0,
			{summary: asks > 0 ? {applied: 2, needsModel: 0} : {applied: 1, needsModel: 1}, llm: {requests: asks}},
		]);
		expect(service.requests.length > 0).toBe(asks > 0);
	});

	test('without a provider nothing is sent, and the remedy names the presets', async () => {
		const tree = workTree();
		const {code, stderr} = await tree.call(['apply', '--from', remarkAndSuggestion(tree), '--llm-enabled']);
		expect(code).toBe(2);
		expect(stderr).toContain('no provider is selected');
		expect(stderr).toContain('Pass --llm-preset (ollama-local, ');
	});

	test.each([
		[['--llm-preset', 'best'], 'does not accept "best"', 'openai-api-mini'],
		[['--llm-provider', 'gemini'], 'does not accept "gemini"', 'ollama'],
		[['--llm-provider', 'local', '--llm-model', 'mini'], 'mini is a tier of openai, not of ollama', '7b'],
		[['--llm-preset', 'local-default', '--set', 'llm.fallback=nobody'], 'nobody', 'anthropic'],
		[['--llm-preset', 'api-a-mini', '--set', 'llm.price=gpt-6-luna=cheap'], 'cheap', 'per million tokens'],
	])('%j is refused before anything is sent', async (flags, message, remedy) => {
		const tree = workTree();
		const before = tree.snapshot();
		const service = await localModel();
		const {code, stdout, stderr} = await tree.call(['apply', '--from', remarkAndSuggestion(tree), ...flags], {
			env: ledTo(service),
		});
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toContain(message);
		expect(stderr).toContain(remedy);
		expect(service.requests).toEqual([]);
		expect(tree.snapshot()).toEqual(before);
	});
});

describe('metrics', () => {
	test('--show-metrics prints them with the total cost', async () => {
		const tree = workTree();
		const args = ['apply', '--from', remarks(tree, 3), '--llm-preset', 'api-b-balanced', '--show-metrics'];
		const {code, stdout} = await tree.call(args, {env: ledTo(await anthropicModel())});
		expect(code).toBe(0);
		expect(stdout).toMatch(/^Requests +3$/m);
		expect(stdout).toMatch(/^cache hits 0% \(target above 30%\)$/m);
		expect(stdout).toMatch(/^Tokens +\d+ in.*, \d+ out$/m);
		expect(stdout).toMatch(/^Latency +mean .* s, P50 .* s, P95 .* s, P99 .* s$/m);
		expect(stdout).toMatch(/^Total cost +\$0\.0\d+ of a budget of \$5\.00$/m);
		expect(stdout).toMatch(/^ {2}anthropic claude-sonnet-5-5 \(low\) +3 requests/m);
	});

	test('the cost of answers whose usage is unknown is shown as the most that it can be', async () => {
		const tree = workTree();
		const service = await openAiModel({fault: ({asked}) => (asked ? 'cut-in-body' : null)});
		const file = join(tree.home, 'metrics.json');
		const flags = ['--llm-preset', 'api-a-mini', '--show-metrics', '--metrics-output', file];
		const env = {...ledTo(service), CR_LLM_RETRY_MAX_ATTEMPTS: '1'};
		const {stdout} = await tree.call(['apply', '--from', remarks(tree, 5), ...flags], {env});
		const cost = String.raw`at most \$0\.0\d+ \(5 answers of unknown cost\)`;
		expect(stdout).toMatch(new RegExp(String.raw`^Total cost +${cost} of a budget of \$5\.00$`, 'm'));
		expect(stdout).toMatch(new RegExp(String.raw`^ {2}openai gpt-6-luna \(low\) +5 requests, .*, ${cost}$`, 'm'));
		const {summary, requests} = JSON.parse(readFileSync(file, 'utf8'));
		expect(summary).toMatchObject({requests: 5, unknownCosts: 5});
		expect(requests).toMatchObject(Array(5).fill({isCostUnknown: true}));
	});

	test('with --json they go to stderr, and stdout stays one document', async () => {
		const tree = workTree();
		const args = [
			'apply',
			'--from',
			remarkAndSuggestion(tree),
			'--llm-preset',
			'local-default',
			'--show-metrics',
			'--json',
		];
		const {json, stderr} = await tree.call(args, {env: ledTo(await localModel())});
		expect(json).toMatchObject({exitCode: 0});
		expect(stderr).toMatch(/^Total cost +\$0\.00/m);
	});

	test('--metrics-output writes JSON', async () => {
		const tree = workTree();
		const file = join(tree.home, 'metrics.json');
		const args = ['apply', '--from', remarkAndSuggestion(tree), '--llm-preset', 'api-a-mini', '--metrics-output', file];
		const shell = 'umask 0; "$@"';
		expect((await tree.run(args, {env: ledTo(await openAiModel()), shell})).code).toBe(0);
		expect(statSync(file).mode & 0o777).toBe(0o644);
		const metrics = JSON.parse(readFileSync(file, 'utf8'));
		expect(metrics).toMatchObject({
			summary: {requests: 1, avoided: 1, cacheHits: 0, findings: 2, provider: 'api-a'},
			provider_stats: {'api-a gpt-6-luna (low)': {requests: 1, answered: 1, latency: {meanMs: expect.any(Number)}}},
			pr_info: {owner: 'octo', repo: 'app', number: 7},
			requests: [{provider: 'api-a', outcome: 'answered', comment: expect.any(String), latencyMs: expect.any(Number)}],
		});
		const {summary, requests, provider_stats: stats} = metrics;
		expect(summary.costUsd).toBeGreaterThan(0);
		expect(requests[0].costUsd).toBe(summary.costUsd);
		expect(stats['api-a gpt-6-luna (low)'].costUsd).toBe(summary.costUsd);
	});

	test('--metrics-output writes CSV for a .csv file', async () => {
		const tree = workTree();
		const file = join(tree.home, 'metrics.CSV');
		const args = ['apply', '--from', remarks(tree, 2), '--llm-preset', 'local-default', '--metrics-output', file];
		expect((await tree.call(args, {env: ledTo(await localModel())})).code).toBe(0);
		const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
		expect(head).toMatch(/^provider,model,effort,comment,started,outcome,latencyMs,.*,costUsd,isCostUnknown$/);
		expect(rows).toHaveLength(2);
		for (const row of rows) expect(row).toMatch(/^local,qwen2\.5-coder:7b,,\d+,20\d\d-.*,answered,\d/);
	});

	test.each(['no/such/m.json', 'src/list.txt/m.json', 'src'])(
		'%s cannot be written, and nothing is sent',
		async place => {
			const tree = workTree();
			const service = await localModel();
			const args = [
				'apply',
				'--from',
				remarkAndSuggestion(tree),
				'--llm-preset',
				'local-default',
				'--metrics-output',
				place,
			];
			const {code, json} = await tree.call([...args, '--json'], {env: ledTo(service)});
			expect([code, json]).toMatchObject([2, {error: {code: 'metrics-unwritable'}}]);
			expect(service.requests).toEqual([]);
		},
	);

	test('if the metrics file cannot be written, the report still shows what was applied', async () => {
		const tree = workTree();
		const folder = join(tree.home, 'accounts');
		mkdirSync(folder);
		const service = await localModel({
			answer: asked => {
				rmSync(folder, {recursive: true});
				return obedient(asked);
			},
		});
		const file = join(folder, 'metrics.json');
		const args = ['apply', '--from', remarks(tree, 1), '--llm-preset', 'local-default', '--metrics-output', file];
		const {code, json, stderr} = await tree.call([...args, '--json'], {env: ledTo(service)});
		expect([code, json]).toMatchObject([1, {summary: {applied: 1}, run: {id: expect.any(String)}}]);
		expect(stderr).toContain('Cannot write the metrics');
		expect(line(tree, 1)).toBe('ITEM 1');
	});
});

describe('llm.price', () => {
	test.each([
		['mini', true],
		['premium', false],
	])('for %s is of the model that is asked: %s', async (name, isMeant) => {
		const tree = workTree();
		const args = ['analyze', '--from', remarks(tree, 1), '--llm-preset', 'api-a-mini', '--cost-budget', '0.01'];
		const env = ledTo(await openAiModel());
		const {json, stderr} = await tree.call([...args, '--set', `llm.price=${name}=1000/1000/1000`, '--json'], {env});
		expect(json).toMatchObject({llm: {stoppedBy: isMeant ? 'budget' : null}});
		expect(stderr.includes(`llm.price is set for ${name}, but no request uses that model`)).toBe(!isMeant);
	});
});

describe('a dry run', () => {
	test('prints the questions and the estimated cost before anything is sent', async () => {
		const tree = workTree();
		const before = tree.snapshot();
		let askedAt = 0;
		let saidAt = 0;
		const service = await openAiModel({
			fault: () => {
				askedAt ||= performance.now();
				return null;
			},
		});
		const args = ['apply', '--from', remarks(tree, 3), '--llm-preset', 'api-a-mini', '--dry-run'];
		const {code, stdout, stderr} = await tree.run(args, {
			env: ledTo(service),
			meanwhile: child => child.stderr?.once('data', () => (saidAt = performance.now())),
		});
		expect([code, tree.snapshot()]).toEqual([0, before]);
		expect(stderr).toMatch(
			/^sending 3 findings \(3 requests\) to openai gpt-6-luna at https:\/\/api\.openai\.com\/v1, up to about \$0\.00\d+$/m,
		);
		expect(stdout).toContain('+ITEM 1');
		expect(service.asks()).toHaveLength(3);
		expect(saidAt).toBeLessThan(askedAt);
	});

	test('the log has a line for each request and each finding', async () => {
		const tree = workTree();
		const args = ['apply', '--from', remarks(tree, 2), '--llm-preset', 'api-b-balanced'];
		const env = ledTo(await anthropicModel());
		const first = await tree.call([...args, '--dry-run', '--log-level', 'DEBUG'], {env});
		const request =
			/^DEBUG anthropic claude-sonnet-5-5 \(low\): answered in \d+\.\d\d s, \d+ tokens in \(\d+ cached\), \d+ out, \$0\.\d{6}, comment \d+$/gm;
		expect(first.stderr.match(request)).toHaveLength(2);
		expect(first.stderr.match(/^DEBUG src\/list\.txt:\d+ .*: planned\b/gm)).toHaveLength(2);
		expect(first.stderr.match(/to anthropic/g)).toHaveLength(1);
		const second = await tree.call([...args, '--log-level', 'DEBUG'], {env});
		expect(second.stderr.match(/^DEBUG anthropic [^:]*: answered from the cache, comment \d+$/gm)).toHaveLength(2);
		expect(second.stderr.match(/^DEBUG src\/list\.txt:\d+ .*: applied\b/gm)).toHaveLength(2);
	});

	test('on a second run every answer comes from the cache, and nothing is sent', async () => {
		const tree = workTree();
		const service = await anthropicModel();
		const env = ledTo(service);
		const args = ['apply', '--from', remarks(tree, 4), '--llm-preset', 'api-b-balanced', '--dry-run', '--json'];
		const first = await tree.call(args, {env});
		expect(first.json).toMatchObject({llm: {requests: 4, cacheHits: 0, cacheHitRate: 0}});
		const sent = service.requests.length;
		const second = await tree.call(args, {env});
		expect(second.json).toMatchObject({
			summary: {planned: 4},
			llm: {requests: 0, cacheHits: 4, cacheHitRate: 1, costUsd: 0},
			exitCode: 0,
		});
		expect(service.requests).toHaveLength(sent);
	});
});

test('after an undo every answer comes from the cache', async () => {
	const tree = workTree();
	const service = await localModel();
	const env = ledTo(service);
	const args = ['apply', '--from', remarks(tree, 4), '--llm-preset', 'local-default', '--json'];
	await tree.call(args, {env});
	await tree.call(['undo'], {env});
	const {json} = await tree.call(args, {env});
	expect(json).toMatchObject({summary: {applied: 4}, llm: {requests: 0, cacheHits: 4, cacheHitRate: 1}});
	expect(service.asks()).toHaveLength(4);
});
