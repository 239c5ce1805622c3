import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing, obedient} from '../emulators/vendor/obedient.ts';
import type {SeenRequest} from '../emulators/vendor/server.ts';
import {open} from '../helpers/app-terminal.ts';
import {anthropicModel, localModel, openAiModel} from '../helpers/models.ts';
import {remarks} from '../helpers/remarks.ts';
import {type Environment, numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

const local = ['--llm-preset', 'local-default'];
const openai = ['--llm-preset', 'api-a-mini'];
const noRetries = {CR_LLM_RETRY_MAX_ATTEMPTS: '1'};

/** `way` is `run` where it must be a process of its own. */
async function applied(
	tree: WorkTree,
	from: string,
	args: readonly string[],
	env: Environment,
	way: 'call' | 'run' = 'call',
) {
	const {code, stderr, json} = await tree[way](['apply', '--from', from, '--json', ...args], {env});
	return {code, stderr, report: json as Report};
}

const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/** The most requests that were out at the same time. */
const mostAtOnce = (asks: readonly SeenRequest[]) =>
	Math.max(
		...asks.map(
			one => asks.filter(({arrivedAt, leftAt}) => arrivedAt <= one.arrivedAt && leftAt! > one.arrivedAt).length,
		),
	);

describe('budget', () => {
	/** For a few questions and not for ten. */
	const budget = ['--cost-budget', '0.003'];

	test('an exhausted budget ends the run with exit code 5; earlier answers are applied', async () => {
		const tree = workTree();
		const service = await openAiModel();
		const args = [...openai, ...budget];
		const {code, stderr, report} = await applied(tree, remarks(tree, 12), args, ledTo(service), 'run');
		const {llm, summary, findings} = report;
		expect([code, llm.stoppedBy, report.exitCode]).toEqual([5, 'budget', 5]);
		expect(llm.costUsd).toBeLessThanOrEqual(0.003);
		expect(service.asks()).toHaveLength(llm.requests);
		expect(summary.applied).toBe(llm.requests);
		expect(summary.needsModel).toBe(12 - llm.requests);
		expect(llm.requests).toBeGreaterThan(0);
		// What is only held is not used.
		expect(stderr).not.toContain('budget warning');
		expect(
			countOf(
				stderr,
				/^ERROR LLM cost budget exceeded: \$0\.00\d+ of \$0\.003 used, and the next request can cost \$0\.00\d+$/gm,
			),
		).toBe(1);
		expect(findings.at(-1)!.reason).toMatch(
			/^LLM cost budget exceeded: \$0\.00\d+ of \$0\.003 used, and the next request can cost \$0\.00\d+$/,
		);
		expect(tree.read('src/list.txt')).toContain('ITEM 1\n');
	});

	test('a budget below the cost of one request is reported before anything is sent', async () => {
		const tree = workTree();
		const service = await openAiModel();
		const {code, stderr} = await applied(
			tree,
			remarks(tree, 3),
			[...openai, '--cost-budget', '0.0001'],
			ledTo(service),
		);
		expect([code, service.asks()]).toEqual([5, []]);
		expect(stderr).toMatch(
			/^ERROR LLM cost budget exceeded: \$0\.00 of \$0\.0001 used, and the next request can cost \$0\.00\d+$/m,
		);
	});

	test('a local model needs no budget', async () => {
		const tree = workTree();
		const {code, report} = await applied(
			tree,
			remarks(tree, 3),
			[...local, '--cost-budget', '0'],
			ledTo(await localModel()),
		);
		expect([code, report]).toMatchObject([0, {summary: {applied: 3}}]);
	});

	test('a budget for the day is shared by runs that follow each other', async () => {
		// What the first run leaves is not enough for a longer question.
		const tree = workTree({'src/long.txt': numbered('a line that is longer:', 12)});
		const env = ledTo(await openAiModel());
		const args = [...openai, ...budget, '--set', 'llm.budget_period=day'];
		const first = await applied(tree, remarks(tree, 12), args, env);
		await tree.run(['undo'], {env});
		const second = await applied(tree, remarks(tree, 6, 'src/long.txt'), args, env);
		expect([first.code, second.code]).toEqual([5, 5]);
		expect(second.report.llm.requests).toBe(0);
		expect(second.report.findings[0]!.reason).toMatch(
			/^LLM cost budget exceeded: \$0\.00\d+ of \$0\.003 used, and the next request can cost \$0\.00\d+$/,
		);
		const third = await applied(tree, remarks(tree, 6, 'src/long.txt'), [...openai, ...budget], env);
		expect(third.report.llm.requests).toBeGreaterThan(0);
	});

	test('concurrent runs together stay within a daily budget', async () => {
		const tree = workTree({'long.txt': numbered('row', 60)});
		const other = tree.copy();
		const service = await openAiModel({latencyMs: 20});
		const env = {...ledTo(service), XDG_STATE_HOME: join(tree.home, 'shared')};
		const args = [
			...openai,
			'--cost-budget',
			'0.005',
			'--set',
			'llm.budget_period=day',
			'--parallel',
			'--max-workers',
			'4',
		];
		const runs = await Promise.all(
			[tree, other].map(each => applied(each, remarks(each, 60, 'long.txt'), args, env, 'run')),
		);
		const spent = runs.reduce((sum, {report}) => sum + report.llm.costUsd, 0);
		expect(runs.map(({code}) => code)).toEqual([5, 5]);
		expect(spent).toBeLessThanOrEqual(0.005);
		expect(runs.reduce((sum, {report}) => sum + report.summary.applied, 0)).toBe(service.asks().length);
	});

	test('a service that charges more than reserved gets no more requests, with a warning', async () => {
		const tree = workTree();
		let asked = 0;
		const service = createServer((incoming, outgoing) => {
			const message = {content: JSON.stringify(changing('src/list.txt', 'item 1', 'ITEM 1')), refusal: null};
			const usage = {prompt_tokens: 100, completion_tokens: 1_000_000};
			if (incoming.method === 'POST') asked += 1;
			const list = {data: [{id: 'gpt-6-luna'}]};
			outgoing.end(JSON.stringify(incoming.method === 'POST' ? {choices: [{message}], usage} : list));
		});
		await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void service.close());
		const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
		const args = [...openai, '--set', 'llm.price=gpt-6-luna=1/1/1', '--cost-budget', '0.5'];
		const {code, stderr, report} = await applied(tree, remarks(tree, 3), args, {OPENAI_BASE_URL: url});
		expect([code, asked, report]).toMatchObject([5, 1, {summary: {applied: 1}, llm: {stoppedBy: 'budget'}}]);
		expect(countOf(stderr, /^ERROR LLM cost budget exceeded: \$1\.\d+ of \$0\.50 used$/gm)).toBe(1);
	});

	test('a ledger that cannot be read stops before anything is sent', async () => {
		const tree = workTree();
		const service = await openAiModel();
		writeFileSync(join(tree.home, 'file'), '');
		const env = {...ledTo(service), XDG_STATE_HOME: join(tree.home, 'file')};
		const {code, report} = await applied(tree, remarks(tree, 2), [...openai, '--set', 'llm.budget_period=day'], env);
		expect([code, report]).toMatchObject([
			1,
			{error: {code: 'ledger-unusable', remedy: expect.stringContaining('llm.budget_period=run')}},
		]);
		expect(service.asks()).toEqual([]);
	});
});

describe('circuit breaker', () => {
	test('after consecutive failures nothing is sent: exit code 5, and the finding has the time to wait', async () => {
		const tree = workTree();
		const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
		const env = {...ledTo(service), ...noRetries, CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '2'};
		const {code, stderr, report} = await applied(tree, remarks(tree, 5), [...local, '--log-level', 'DEBUG'], env);
		expect([code, report.llm.stoppedBy]).toEqual([5, 'circuit']);
		expect(service.asks()).toHaveLength(2);
		expect(report.findings.at(-1)!.reason).toMatch(
			/runner process has terminated.*; CircuitBreakerOpen: Circuit breaker is open, retry in \d+s$/,
		);
		expect(stderr).toMatch(
			/WARNING CircuitBreakerOpen: .*The circuit stays open for \d+ s; a new run tries again immediately\. Adjust it with CR_LLM_CIRCUIT_BREAKER_THRESHOLD/,
		);
		expect(stderr).toMatch(/DEBUG .*2 consecutive failures of 2/);
	});

	test.each([
		['one after the other', [], 5],
		['eight at a time', ['--parallel', '--max-workers', '8'], 12],
	])('in a default run five failed requests open it, %s, and the run says so', async (_, flags, most) => {
		const tree = workTree({'long.txt': numbered('row', 20)});
		const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
		const run = await applied(tree, remarks(tree, 20, 'long.txt'), [...local, ...flags], ledTo(service));
		expect([run.code, run.report.llm.stoppedBy]).toEqual([5, 'circuit']);
		expect(service.asks().length).toBeLessThanOrEqual(most);
		expect(service.asks().length).toBeGreaterThanOrEqual(5);
		expect(run.stderr).toMatch(
			/^WARNING CircuitBreakerOpen: Circuit breaker is open, retry in \d+s\. The circuit stays open/m,
		);
		expect(run.stderr.match(/^WARNING .*runner process has terminated/gm)).toHaveLength(1);
	});

	test('a provider that fails during the run: its earlier answers are applied', async () => {
		const tree = workTree();
		let asked = 0;
		const service = await localModel({fault: request => (request.asked && ++asked > 2 ? 'cut-before-headers' : null)});
		const {code, report} = await applied(tree, remarks(tree, 9), local, {...ledTo(service), ...noRetries});
		expect([code, report]).toMatchObject([5, {summary: {applied: 2, needsModel: 7}, llm: {stoppedBy: 'circuit'}}]);
		expect(report.findings[2]!.reason).toBe('The connection to Ollama broke');
		expect(service.asks()).toHaveLength(7);
	});

	test('a provider that is down from the start: every finding has the reason, and nothing waits', async () => {
		const tree = workTree();
		const service = await localModel();
		await service.close();
		const {code, report} = await applied(tree, remarks(tree, 9), local, ledTo(service));
		expect([code, report]).toMatchObject([1, {summary: {needsModel: 9}, llm: {requests: 0, stoppedBy: 'service'}}]);
		for (const {reason} of report.findings) expect(reason).toContain('Connection refused: Ollama not running');
		expect(report.warnings).toHaveLength(1);
	});

	test('turned off, every question is asked', async () => {
		const tree = workTree();
		const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
		const env = {...ledTo(service), ...noRetries, CR_LLM_CIRCUIT_BREAKER_ENABLED: 'false'};
		const {code} = await applied(tree, remarks(tree, 7), local, env);
		expect([code, service.asks().length]).toEqual([1, 7]);
	});
});

describe('an open circuit that refused questions', () => {
	/** Two questions open it; the wait that a run makes by itself is for the third. */
	const breaker = {...noRetries, CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '2', CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '0.5'};
	const failFirst =
		(count: number) =>
		({asked}: SeenRequest) =>
			asked && count-- > 0 ? ('server-error' as const) : null;

	test('a terminal offers to wait and to send them again', async () => {
		const tree = workTree();
		const service = await localModel({fault: failFirst(3)});
		const args = ['apply', '--from', remarks(tree, 5), ...local];
		const terminal = open(tree, args, {env: {...ledTo(service), ...breaker}});
		await terminal.waitFor(/runner process.*; CircuitBreakerOpen: Circuit breaker is open, retry in 1s/s);
		await terminal.answer('Wait 1 s and send 2 findings again? [yes/NO]', 'yes\r');
		await terminal.answer('Apply 2 changes to 1 file? [yes/NO/diff]', 'yes\r');
		expect(await terminal.ended).toBe(3);
		expect(service.asks()).toHaveLength(5);
		// Any of those that wait may be the next one.
		expect(tree.read('src/list.txt').match(/^ITEM \d$/gm)).toHaveLength(2);
	});

	test.each([
		['--yes', 'true', 5],
		['--yes', 'false', 3],
		['--json', 'false', 3],
	])('with %s nobody is asked: llm.wait_for_circuit is %s', async (flag, isOn, requests) => {
		const tree = workTree();
		const service = await localModel({fault: failFirst(3)});
		const args = ['apply', '--from', remarks(tree, 5), ...local, flag];
		const env = {...ledTo(service), ...breaker, CR_LLM_WAIT_FOR_CIRCUIT: isOn};
		const terminal = open(tree, args, {env});
		expect(await terminal.ended).toBe(requests === 5 ? 3 : 5);
		expect(terminal.screen()).not.toContain('send 2 findings again?');
		expect(service.asks()).toHaveLength(requests);
	});

	test('Ctrl-C ends the wait', async () => {
		const tree = workTree();
		const service = await localModel({fault: failFirst(1000)});
		const env = {
			...ledTo(service),
			...breaker,
			CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '300',
			CR_LLM_WAIT_FOR_CIRCUIT: 'true',
		};
		const terminal = open(tree, ['apply', '--from', remarks(tree, 5), ...local, '--yes'], {env});
		await terminal.waitFor(/The circuit breaker is open; retrying in (5 min|4 min 5\d s)/);
		terminal.press('\x03');
		expect(await terminal.ended).toBe(130);
		expect(service.asks()).toHaveLength(2);
	});

	test('a project cannot make a run wait', async () => {
		const tree = workTree({'.pr-resolve.yaml': 'llm:\n  wait_for_circuit: true\n'});
		const {code, stderr} = await tree.call(['apply', '--from', remarks(tree, 1)]);
		expect([code, stderr]).toEqual([2, expect.stringContaining('llm.wait_for_circuit')]);
	});
});

describe('final refusal', () => {
	test.each(
		(['auth', 'forbidden', 'quota', 'billing'] as const).flatMap(fault => [
			[fault, 'one after the other', [], 1] as const,
			[fault, 'eight at a time', ['--parallel', '--max-workers', '8'], 8] as const,
		]),
	)('%s, %s: nothing more is sent', async (fault, _, flags, most) => {
		const tree = workTree({'long.txt': numbered('row', 14)});
		const service = await openAiModel({fault: ({asked}) => (asked ? fault : null)});
		const {report} = await applied(tree, remarks(tree, 14, 'long.txt'), [...openai, ...flags], ledTo(service));
		expect(report.summary.needsModel).toBe(14);
		expect(service.asks().length).toBeLessThanOrEqual(most);
		expect(service.asks()).toHaveLength(report.llm.requests);
	});
});

describe('how the questions of a run end', () => {
	const quiet = {...noRetries, CR_LLM_CIRCUIT_BREAKER_ENABLED: 'false'};
	const slow = {name: 'rate-limit', retryAfter: 0} as const;

	test.each([
		['quota', 1, 'limit', 'quota or rate limit'],
		['billing', 1, 'limit', 'quota or rate limit'],
		[slow, 1, 'limit', 'quota or rate limit'],
		['too-large', 1, 'rejected', 'requests rejected'],
		['server-error', 1, 'service', 'service failed'],
		['forbidden', 4, 'authentication', 'access refused'],
	] as const)('%j on all: %d, and the closing line says so', async (fault, code, stoppedBy, words) => {
		const tree = workTree();
		const service = await openAiModel({fault: ({asked}) => (asked ? fault : null)});
		const run = ['analyze', '--from', remarks(tree, 6), ...openai];
		const env = {...ledTo(service), ...quiet};
		const {code: ended, json} = await tree.call([...run, '--json'], {env});
		const {llm} = json as Report;
		expect([ended, llm]).toMatchObject([
			code,
			{stoppedBy, questions: 6, asking: {answered: 0, unanswered: {[stoppedBy]: 6}}},
		]);
		const {stdout} = await tree.call(run, {env});
		expect(stdout).toMatch(new RegExp(`^model: answered 0 of 6(?:, .*)?; stopped: ${words}$`, 'm'));
	});

	test.each([
		['billing', 'quota or rate limit'],
		['server-error', 'service failed'],
		['too-large', 'requests rejected'],
	] as const)('%s after two answers: something is left for a person', async (fault, words) => {
		const tree = workTree();
		let asked = 0;
		const service = await openAiModel({fault: request => (request.asked && ++asked > 2 ? fault : null)});
		const env = {...ledTo(service), ...quiet};
		const {code, stdout} = await tree.call(['analyze', '--from', remarks(tree, 6), ...openai], {env});
		expect(code).toBe(3);
		expect(stdout).toMatch(
			new RegExp(
				String.raw`^model: answered 2 of 6, 2 changes, (?:at most )?\$0\.0\d+.*; not answered: ${words}$`,
				'm',
			),
		);
	});

	test('a guard that stopped what was left: 5', async () => {
		const tree = workTree();
		const service = await openAiModel({fault: ({asked}) => (asked ? slow : null)});
		const env = {...ledTo(service), ...noRetries, CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '2'};
		const {code, stdout} = await tree.call(['analyze', '--from', remarks(tree, 6), ...openai], {env});
		expect(code).toBe(5);
		expect(stdout).toMatch(/^model: answered 0 of 6; stopped: circuit open$/m);
	});

	test('a spent budget is told with what was answered', async () => {
		const tree = workTree();
		const args = ['analyze', '--from', remarks(tree, 12), ...openai, '--cost-budget', '0.003'];
		const {code, stdout} = await tree.call(args, {env: ledTo(await openAiModel())});
		expect(code).toBe(5);
		expect(stdout).toMatch(/^model: answered (\d) of 12, \1 changes?, \$0\.00\d+; stopped: budget$/m);
	});
});

describe('retry', () => {
	test('temporary failures are retried', async () => {
		const tree = workTree();
		let asked = 0;
		const fault = ({asked: question}: SeenRequest) =>
			question && ++asked === 1 ? ({name: 'rate-limit', retryAfter: 1} as const) : null;
		const service = await openAiModel({fault});
		const {code, stderr, report} = await applied(
			tree,
			remarks(tree, 1),
			[...openai, '--log-level', 'INFO'],
			ledTo(service),
		);
		expect([code, report]).toMatchObject([0, {summary: {applied: 1}, llm: {requests: 2, errors: {'rate-limit': 1}}}]);
		expect(stderr).toMatch(/Rate limit exceeded.*; retrying in 1\.0 s/);
	});
});

describe('fallback', () => {
	test('a local provider does not fall back on others unless that is allowed', async () => {
		const tree = workTree();
		const {code, stderr} = await tree.run([
			'apply',
			'--from',
			remarks(tree, 1),
			...local,
			'--set',
			'llm.fallback=openai',
		]);
		expect(code).toBe(2);
		expect(stderr).toContain('its fallback openai would send it elsewhere');
		expect(stderr).toContain('--allow-remote');
	});

	test('with --allow-remote it does, with a warning', async () => {
		const tree = workTree();
		const [down, service] = [await localModel(), await openAiModel()];
		await down.close();
		const args = [...local, '--set', 'llm.fallback=openai', '--allow-remote'];
		const {code, stderr, report} = await applied(tree, remarks(tree, 2), args, ledTo(down, service));
		expect([code, report.summary.applied]).toEqual([0, 2]);
		expect(Object.keys(report.llm.byProvider)).toEqual(['api-a gpt-6-luna (low)']);
		expect(stderr).toMatch(/Connection refused: Ollama not running .*; trying openai instead\. Start it: ollama serve/);
		expect(report.warnings.map(({kind}) => kind)).toEqual(['fallback']);
	});

	test.each([
		['a wrong key', 'auth', {}],
		['an open circuit', 'server-error', {...noRetries, CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1'}],
	] as const)('%s: the next provider is asked, and its model can be named', async (_, fault, more) => {
		const tree = workTree();
		const first = await openAiModel({fault: ({asked}) => (asked ? fault : null)});
		const next = await anthropicModel();
		const env = {...ledTo(first, next), ...more};
		const args = [...openai, '--set', 'llm.fallback=anthropic:small'];
		const {report} = await applied(tree, remarks(tree, 3), args, env);
		expect(next.asks().length).toBeGreaterThanOrEqual(2);
		expect(next.asks()[0]!.asked!.model).toBe('claude-haiku-5-5');
		expect(report.findings.at(-1)!.outcome).toBe('applied');
	});

	test.each([
		['server-error', [], 5],
		['overloaded', ['--parallel', '--max-workers', '4'], 8],
		// A wait that the service requests counts only at the last attempt of a question.
		['rate-limit', [], 10],
	] as const)(
		'%s %j: the next one gets every question, also those whose attempts failed',
		async (fault, flags, most) => {
			const tree = workTree();
			const first = await openAiModel({fault: ({asked}) => (asked ? {name: fault, retryAfter: 0} : null)});
			const next = await anthropicModel();
			const args = [...openai, '--set', 'llm.fallback=anthropic', ...flags];
			const env = {...ledTo(first, next), CR_LLM_RETRY_MAX_ATTEMPTS: '2'};
			const {code, stderr, report} = await applied(tree, remarks(tree, 6), args, env);
			expect([code, report]).toMatchObject([0, {summary: {applied: 6}, llm: {asking: {answered: 6, unanswered: {}}}}]);
			expect(next.asks()).toHaveLength(6);
			expect(first.asks().length).toBeLessThanOrEqual(most);
			expect(report.warnings.every(({kind}) => kind === 'fallback')).toBe(true);
			expect(countOf(stderr, /^WARNING .*; trying anthropic instead/gm)).toBe(report.warnings.length);
		},
	);

	test('the budget holds for all providers together', async () => {
		const tree = workTree();
		const first = await openAiModel({fault: ({asked}) => (asked ? 'cut-in-body' : null)});
		const next = await anthropicModel();
		const args = [...openai, '--set', 'llm.fallback=anthropic:small', '--cost-budget', '0.0135'];
		const {code, report} = await applied(tree, remarks(tree, 12), args, {...ledTo(first, next), ...noRetries});
		expect([code, report.llm.stoppedBy]).toEqual([5, 'budget']);
		expect(report.llm.costUsd).toBeLessThanOrEqual(0.0135);
		expect(next.asks().length).toBeGreaterThan(0);
	});

	test('each model that is missing has its own warning and remedy', async () => {
		const tree = workTree();
		const env = ledTo(await localModel({models: []}));
		const args = [...local, '--set', 'llm.fallback=ollama:14b,ollama:8b,ollama:3b'];
		const {report} = await applied(tree, remarks(tree, 1), args, env);
		const told = report.warnings.map(({text}) => text).join('\n');
		for (const model of ['qwen2.5-coder:7b', 'qwen2.5-coder:14b', 'llama3.1:8b', 'llama3.2:3b'])
			expect(told).toContain(`ollama pull ${model}`);
	});

	test("if no provider is usable, the first one's failure counts", async () => {
		const tree = workTree();
		const env = ledTo(await openAiModel({fault: 'auth'}), await anthropicModel({fault: 'auth'}));
		const {code, report} = await applied(tree, remarks(tree, 1), [...openai, '--set', 'llm.fallback=anthropic'], env);
		expect([code, report.findings[0]!.reason]).toEqual([4, expect.stringContaining('Incorrect or invalid API key')]);
		expect(report.warnings.map(({text}) => text)).toEqual([
			expect.stringMatching(/Incorrect or invalid API key.*; trying anthropic instead\./),
			expect.stringMatching(/Invalid API key.*; no other provider is available\./i),
		]);
	});
});

describe('workers', () => {
	test.each<[string, string[], number, Record<string, string>]>([
		['one after the other by default', openai, 1, {}],
		['with --parallel four at the same time', [...openai, '--parallel'], 4, {}],
		['or as many as are wanted', [...openai, '--parallel', '--max-workers', '2'], 2, {}],
		['to a local model one after the other with --parallel too', [...local, '--parallel'], 1, {}],
		['and as many as are wanted', [...local, '--parallel', '--max-workers', '2'], 2, {}],
		['also by the variable', [...local, '--parallel'], 3, {CR_MAX_WORKERS: '3'}],
	])('%s', async (_, args, most, env) => {
		const tree = workTree();
		// Long enough for all of them to arrive on a busy machine.
		const latencyMs = most === 1 ? 20 : 500;
		const service = await (args.includes(local[1]!) ? localModel : openAiModel)({latencyMs});
		const {code} = await applied(tree, remarks(tree, 9), args, {...ledTo(service), ...env});
		expect([code, service.asks().length]).toEqual([0, 9]);
		expect(mostAtOnce(service.asks())).toBe(most);
	});
});

describe('cache', () => {
	test('without the cache, questions are sent again', async () => {
		const tree = workTree();
		const service = await localModel();
		const env = {...ledTo(service), CR_LLM_CACHE_ENABLED: 'false'};
		const from = remarks(tree, 2);
		for (const round of [1, 2]) {
			await applied(tree, from, [...local, '--dry-run'], env);
			expect(service.asks()).toHaveLength(2 * round);
		}
	});

	/** Every write to the folder of answers fails like this. */
	const failing = (code: string) => `
		import fs from 'node:fs';
		import {syncBuiltinESMExports} from 'node:module';
		const {open} = fs.promises;
		fs.promises.open = async (path, ...rest) => {
			if (!String(path).includes('answers')) return open(path, ...rest);
			throw Object.assign(new Error('${code}: it cannot be written'), {code: '${code}', syscall: 'open'});
		};
		syncBuiltinESMExports();
	`;

	test.each(['ENOSPC', 'EROFS'])('a folder that is full or read-only (%s) costs a warning', async fault => {
		const tree = workTree();
		const env = ledTo(await localModel());
		const preload = `--import=data:text/javascript,${encodeURIComponent(failing(fault))}`;
		const preloaded = {...env, NODE_OPTIONS: `${env.NODE_OPTIONS} ${preload}`};
		const {code, stderr, report} = await applied(tree, remarks(tree, 3), local, preloaded, 'run');
		expect([code, report]).toMatchObject([0, {summary: {applied: 3}}]);
		expect(countOf(stderr, new RegExp(`^WARNING Model answers cannot be cached in .*${fault}`, 'gm'))).toBe(1);
	});

	test('so does a file in place of the folder', async () => {
		const tree = workTree();
		writeFileSync(join(tree.home, 'file'), '');
		const env = {...ledTo(await localModel()), XDG_CACHE_HOME: join(tree.home, 'file')};
		const {code, stderr} = await applied(tree, remarks(tree, 2), local, env);
		expect([code, countOf(stderr, /cannot be cached/g)]).toEqual([0, 1]);
	});
});

describe('an abort while a model is asked', () => {
	test.each([
		['local', localModel, local],
		['api-a', openAiModel, openai],
	] as const)('%s: 130, the request is ended, and nothing is written', async (_, start, preset) => {
		const tree = workTree();
		const before = tree.snapshot();
		const arrived = Promise.withResolvers<void>();
		const service = await start({
			fault: ({asked}: SeenRequest) => {
				if (asked) arrived.resolve();
				return asked ? 'hang' : null;
			},
		});
		const {code, json} = await tree.run(['apply', '--from', remarks(tree, 3), '--json', ...preset], {
			env: ledTo(service),
			meanwhile: child => void arrived.promise.then(() => child.kill('SIGINT')),
		});
		expect([code, json]).toMatchObject([130, {error: {code: 'interrupted'}, exitCode: 130}]);
		expect([tree.snapshot(), (await tree.run(['runs'])).stdout]).toEqual([before, '']);
		expect(service.asks()).toHaveLength(1);
		await expect.poll(() => service.asks()[0]!.isAbandoned).toBe(true);
	});

	test('a wait before another attempt ends too', async () => {
		const tree = workTree();
		const service = await openAiModel({fault: ({asked}) => (asked ? {name: 'rate-limit', retryAfter: 50} : null)});
		const {code} = await tree.run(['apply', '--from', remarks(tree, 1), ...openai, '--log-level', 'INFO'], {
			env: ledTo(service),
			meanwhile: child =>
				child.stderr?.on('data', chunk => String(chunk).includes('retrying in 50') && child.kill('SIGINT')),
		});
		expect(code).toBe(130);
	});
});

test.each([
	['local', localModel, local],
	['api-b', anthropicModel, ['--llm-preset', 'api-b-balanced']],
] as const)(
	'a service that takes connections and says nothing does not hold up the run: %s',
	async (_, start, preset) => {
		const tree = workTree();
		const service = await start({fault: 'hang'});
		const args = [...preset, '--set', 'llm.timeout=1'];
		const {code, report} = await applied(tree, remarks(tree, 2), args, {...ledTo(service), ...noRetries});
		expect([code, report.findings.map(({reason}) => reason)]).toEqual([
			1,
			Array(2).fill('Worker timeout waiting for response'),
		]);
	},
);

test.each([[[]], [['--parallel', '--max-workers', '2']]])(
	'a local model that takes longer than the limit is waited for while it answers: %j',
	async args => {
		const tree = workTree();
		// Some 40 tokens, so that an answer takes two seconds.
		const service = await localModel({tokenMs: 50});
		const {code, stderr, report} = await applied(
			tree,
			remarks(tree, 2),
			[...local, '--set', 'llm.timeout=1', ...args],
			ledTo(service),
		);
		expect([code, report.summary.applied, service.asks().length]).toEqual([0, 2, 2]);
		expect(stderr).not.toContain('Worker timeout');
	},
);

test('an answer that never stops ends at llm.answer_timeout; the circuit does not count it', async () => {
	const tree = workTree();
	const service = await localModel({
		answer: request => (request.body.includes('ITEM 1"') ? numbered('word', 9000) : obedient(request)),
		tokenMs: 20,
	});
	const env = {...ledTo(service), CR_LLM_ANSWER_TIMEOUT: '4', CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1'};
	const {code, report} = await applied(tree, remarks(tree, 2), [...local, '--set', 'llm.timeout=2'], env);
	expect([code, ...report.findings.map(({outcome}) => outcome)]).toEqual([3, 'needs-model', 'applied']);
	expect(report.findings[0]!.reason).toMatch(
		/^Worker timeout waiting for response: qwen2\.5-coder:7b has not finished its answer in 4 s \(\d+ tokens\)$/,
	);
	expect(service.asks()).toHaveLength(2);
});

describe('which failures are retried', () => {
	test.each([
		['rate-limit', {CR_LLM_RETRY_ON_RATE_LIMIT: 'false'}, 1],
		['server-error', {CR_LLM_RETRY: 'false'}, 1],
	] as const)('%s with %j', async (name, env, attempts) => {
		const tree = workTree();
		let asked = 0;
		const service = await openAiModel({
			fault: seen => (seen.asked !== null && asked++ === 0 ? {name, retryAfter: 0} : null),
		});
		const {report} = await applied(tree, remarks(tree, 1), openai, {...ledTo(service), ...env});
		expect([service.asks().length, report.summary.applied]).toEqual([attempts, attempts - 1]);
	});
});
