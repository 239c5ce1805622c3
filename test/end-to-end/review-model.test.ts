import {describe, expect, test} from 'vitest';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing, readRemark, shouldRead} from '../emulators/vendor/obedient.ts';
import {leaveNextSteps, writePlanned} from '../helpers/app-terminal.ts';
import {hostOf} from '../helpers/host.ts';
import {localModel, openAiModel} from '../helpers/models.ts';
import {remarks} from '../helpers/remarks.ts';
import {reviewOf} from '../helpers/review-of.ts';
import type {Terminal} from '../helpers/terminal.ts';
import {eventually} from '../helpers/wait.ts';
import {type Environment, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A suggestion, and two remarks in words, of which a model would make changes. */
const review = (tree: WorkTree) =>
	reviewOf(tree, {headRefName: 'main'})
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.comment('src/list.txt', 4, shouldRead('item four'))
		.save();

/** The provider is named, and no question is sent without consent. */
const named = (provider: string) => ({CR_LLM_PROVIDER: provider, CR_LLM_RETRY_MAX_ATTEMPTS: '1'});

function open(tree: WorkTree, env: Environment, ...more: string[]): Terminal {
	return tree.terminal(['review', '--from', review(tree), ...more], {env});
}

async function leave(terminal: Terminal): Promise<number> {
	terminal.press('q');
	return terminal.ended;
}

const line = (tree: WorkTree, number: number) => tree.read('src/list.txt').split('\n')[number - 1];

test('m sends the finding to the model; its change is planned with the decisions and written', async () => {
	const tree = workTree();
	const service = await localModel();
	const terminal = open(tree, {...ledTo(service), ...named('local')});
	await terminal.waitFor('1 to apply');
	terminal.press('x');
	await terminal.waitFor('Reason (optional)');
	terminal.press('not now\r');
	await terminal.waitFor('declined by you: not now');
	terminal.press('j');
	await terminal.waitFor('m send to model');
	terminal.press('m');
	await terminal.waitFor('the model proposes 1 change');
	await terminal.waitFor('+ item two');
	await terminal.waitFor(/breaker closed 0\/5.* 1 request\b/);
	terminal.press('m');
	await terminal.waitFor('only comments without code are sent to the model');
	await terminal.waitFor(/by ollama qwen2\.5-coder:7b, for reviewer's comment/);
	await terminal.waitFor(/> m :2 /);
	terminal.press('A');
	await terminal.waitFor('1 of these changes is by a model: ollama qwen2.5-coder:7b');
	await terminal.answer('Write 1 change to 1 file (+1 -1 lines)?', 'y');
	await terminal.waitFor('wrote 1 change to 1 file');
	await leaveNextSteps(terminal);
	expect([line(tree, 2), line(tree, 4), tree.read('notes.md')]).toEqual([
		'item two',
		'item 4',
		expect.stringContaining('First.'),
	]);
	expect(service.asks()).toHaveLength(1);
	expect(await leave(terminal)).toBe(0);
});

test("the model's proposals survive a reload, even after an undo", async () => {
	const tree = workTree();
	const service = await localModel();
	const env = {...ledTo(service), ...named('local'), CR_LLM_CACHE_ENABLED: 'false'};
	const terminal = open(tree, env);
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor('2 to apply');
	await writePlanned(terminal, 'Write 2 changes to 2 files', 'wrote 2 changes to 2 files');
	await leaveNextSteps(terminal);
	terminal.press('U');
	await terminal.answer('Undo the run', 'y');
	await terminal.waitFor('2 to apply');
	expect(line(tree, 2)).toBe('item 2');
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2', 'item zwei')});
	terminal.press('r');
	await terminal.waitFor('1 to apply');
	expect(service.asks()).toHaveLength(1);
	expect(await leave(terminal)).toBe(0);
});

test("for a stranger's comment, m shows why it is not sent", async () => {
	const tree = workTree();
	const service = await localModel();
	const from = reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, shouldRead('item two'), {authorAssociation: 'NONE'})
		.save();
	const terminal = tree.terminal(['review', '--from', from], {env: {...ledTo(service), ...named('local')}});
	await terminal.waitFor('needs-model');
	await terminal.waitFor('m send to model');
	terminal.press('m');
	await terminal.waitFor(/needs-person: .*has no role in this repository/);
	terminal.press('?');
	await terminal.waitFor(/\(not now: .*has no role/);
	terminal.press('\x1b');
	await terminal.waitFor('? help');
	expect(service.asks()).toHaveLength(0);
	expect(await leave(terminal)).toBe(3);
});

test('Esc cancels a question; nothing changes, and the next one is answered', async () => {
	const tree = workTree();
	const service = await localModel({fault: ({asked}) => (asked ? 'hang' : null)});
	const terminal = open(tree, {...ledTo(service), ...named('local')});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor('waiting for the model');
	terminal.press(' ');
	await terminal.waitFor('waiting for the model; press Esc to stop');
	terminal.press('\x1b');
	await terminal.waitFor('stopped');
	expect(terminal.screen()).toContain('needs-model');
	service.setFault(null);
	terminal.press('jm');
	await terminal.waitFor('+ item four');
	await terminal.waitFor('2 to apply');
	expect(await leave(terminal)).toBe(0);
});

test('leaving cancels a question in flight', async () => {
	const service = await localModel({fault: ({asked}) => (asked ? 'hang' : null)});
	const terminal = open(workTree(), {...ledTo(service), ...named('local')});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await eventually(() => expect(service.asks()).toHaveLength(1));
	expect(await leave(terminal)).toBe(0);
	await eventually(() => expect(service.asks()).toMatchObject([{isAbandoned: true}]));
});

/** A screen that shows this, with nothing under way. */
const atRest = (words: string) =>
	new RegExp(`^(?![\\s\\S]*(?:waiting for the model|planning|reading))[\\s\\S]*${words}`);

test('a provider that is down: the reason is shown, and the review continues', async () => {
	const tree = workTree();
	const service = await localModel();
	await service.close();
	const terminal = open(tree, {...ledTo(service), ...named('local')});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor(atRest('needs-model: .*Ollama'));
	await writePlanned(terminal, 'Write 1 change to 1 file', 'wrote 1 change to 1 file');
	await leaveNextSteps(terminal);
	expect(tree.read('notes.md')).toContain('1st.');
	terminal.press('i');
	await terminal.waitFor('ollama serve');
	terminal.press('\x1b');
	await terminal.waitFor('undo run');
	expect(await leave(terminal)).toBe(1);
	expect(terminal.screen().replace(/\s+/g, ' ')).toMatch(
		/in words model: answered 0 of 1; stopped: service failed warning: .*Ollama.* ollama serve/,
	);
});

test('a breaker that opened stays open for the next question, and its seconds count down meanwhile', async () => {
	const tree = workTree();
	const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
	const env = {...ledTo(service), ...named('local'), CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1'};
	const terminal = open(tree, env);
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor(/open, retry in (60|59) s/);
	await terminal.waitFor(/open, retry in 5[0-8] s/);
	terminal.press('jm');
	await terminal.answer(/Wait \d+ s and send 1 finding again\?/, 'n');
	await terminal.waitFor(/needs-model: .*runner process has terminated.*; CircuitBreakerOpen: /s);
	expect(service.asks()).toHaveLength(1);
	expect(await leave(terminal)).toBe(5);
});

test('the wait for an open breaker is shown, and Esc ends it', async () => {
	const tree = workTree();
	const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
	const terminal = open(tree, {...ledTo(service), ...named('local'), CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1'});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor(atRest(String.raw`open, retry in (60|5\d) s`));
	terminal.press('jm');
	await terminal.answer(/Wait (1 min|\d+ s) and send 1 finding again\?/, 'y');
	await terminal.waitFor(/The circuit breaker is open; retrying in (1 min|\d+ s)/);
	terminal.press('\x1b');
	await terminal.waitFor('stopped');
	expect(service.asks()).toHaveLength(1);
	expect(await leave(terminal)).toBe(5);
});

describe('with a model on, a breaker that opens while the review loads', () => {
	/** The first failure opens it, the second one after a wait without a question; the third finding is refused. */
	async function openBreaker(...flags: string[]) {
		const tree = workTree();
		const service = await localModel({fault: ({asked}) => (asked ? 'server-error' : null)});
		const breaker = {CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '1', CR_LLM_CIRCUIT_BREAKER_COOLDOWN: '0.5'};
		const env = {...ledTo(service), ...named('local'), ...breaker, CR_LLM_ENABLED: 'true'};
		const terminal = tree.terminal(['review', '--from', remarks(tree, 3), ...flags], {env});
		await terminal.waitFor('Wait 1 s and send 1 finding again?');
		return {terminal, service};
	}

	test('is waited for after a yes, and the answer is planned', async () => {
		const {terminal, service} = await openBreaker();
		service.setFault(null);
		await terminal.answer('Wait 1 s and send 1 finding again?', 'y');
		await terminal.waitFor(/1 to apply.* 2 in words/);
		expect(service.asks()).toHaveLength(3);
		expect(await leave(terminal)).toBe(3);
	});

	test('is not waited for after a no, in lines too', async () => {
		const {terminal, service} = await openBreaker('--screen-reader');
		await terminal.answer('y or n?', 'n\r');
		await terminal.waitFor('3 findings, 3 in words');
		expect(service.asks()).toHaveLength(2);
		terminal.press('q\r');
		expect(await terminal.ended).toBe(5);
	});
});

const askAboutOne = /Send 1 finding to openai gpt-6-luna \(low\), up to about \$0\.00\d+\?/;

test('a paid remote question needs confirmation; a budget that is too small is reported', async () => {
	const tree = workTree();
	const service = await openAiModel();
	const env = {...ledTo(service), ...named('api-a'), CR_LLM_MODEL: 'mini', CR_LLM_COST_BUDGET: '0.0025'};
	const terminal = open(tree, env);
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.answer(askAboutOne, '\r');
	await terminal.waitFor('next open');
	expect(service.requests).toEqual([]);
	terminal.press('m');
	await terminal.answer(askAboutOne, 'y');
	await terminal.waitFor('the model proposes 1 change');
	terminal.press('jm');
	await terminal.answer(askAboutOne, 'y');
	await terminal.waitFor(/needs-model: LLM cost budget exceeded: \$0\.00\d+ of \$0\.0025/);
	expect(service.asks()).toHaveLength(1);
	terminal.press('r');
	await terminal.waitFor(/2 to apply[\s\S]*needs-model: describes a change[\s\S]*m send to model/);
	terminal.press('m');
	await terminal.answer(askAboutOne, 'y');
	await terminal.waitFor(/needs-model: LLM cost budget exceeded/);
	expect(await leave(terminal)).toBe(5);
	expect(service.asks()).toHaveLength(1);
});

/** All are to be asked by a model that is paid. */
const paid = {CR_LLM_ENABLED: 'true', CR_LLM_PROVIDER: 'api-a', CR_LLM_MODEL: 'mini', CR_LLM_CACHE_ENABLED: 'false'};
const askAboutTwo = /Send 2 findings to openai gpt-6-luna \(low\), up to about \$0\.00\d+\?/;

test('the first question that leaves the machine needs confirmation, once per session', async () => {
	const tree = workTree();
	const service = await openAiModel();
	const terminal = open(tree, {...ledTo(service), ...paid});
	await terminal.waitFor(askAboutTwo);
	await terminal.waitFor('to https://api.openai.com');
	await terminal.waitFor('1 to apply');
	expect(service.asks()).toEqual([]);
	await terminal.answer(askAboutTwo, 'y');
	await terminal.waitFor('3 to apply');
	expect(service.asks()).toHaveLength(2);
	await terminal.waitFor(/model: answered 2 of 2, 2 changes, \$0\.00\d+/);
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2', 'item zwei')});
	terminal.press('r');
	// The gauge counts them before the plan is there again.
	await terminal.waitFor(atRest('4 requests'));
	expect(terminal.screen()).not.toMatch(/Send \d+ findings? to/);
	expect(await leave(terminal)).toBe(0);
});

/** What the service, or the budget, leaves of two questions. */
test.each([
	['the service fails', {fault: 'server-error'}, {}, /answered 0 of 2, at most \$0\.00\d+; stopped: circuit open/],
	['its models cannot be listed', {fault: 'list'}, {}, /model: answered 0 of 2; stopped: service failed/],
	[
		'the budget is for one',
		{},
		{CR_LLM_COST_BUDGET: '0.0025'},
		/answered 1 of 2, 1 change, \$0\.00\d+; stopped: budget/,
	],
	['the quota is used up', {fault: 'quota'}, {}, /model: answered 0 of 2; stopped: quota or rate limit/],
] as const)('%s: the app says how the questions ended, never that nothing is proposed', async (_, how, more, words) => {
	const fault = 'fault' in how ? how.fault : null;
	const service = await openAiModel({
		fault: ({asked}) => (fault === 'list' ? 'server-error' : asked && fault ? fault : null),
	});
	const settings = {...paid, CR_LLM_RETRY_MAX_ATTEMPTS: '1', CR_LLM_CIRCUIT_BREAKER_THRESHOLD: '2', ...more};
	const terminal = open(workTree(), {...ledTo(service), ...settings});
	await terminal.waitFor('1 to apply');
	await terminal.answer(askAboutTwo, 'y');
	await terminal.waitFor(words);
	expect(terminal.screen()).not.toContain('0 changes');
	await leave(terminal);
	expect(terminal.screen().replace(/\s+/g, ' ')).toMatch(words);
});

test('question, requests and answers have the same number, without a comment that is not sent', async () => {
	const service = await openAiModel();
	const tree = workTree();
	const from = reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.comment('src/list.txt', 4, shouldRead('item four'))
		.comment('src/list.txt', 6, shouldRead('item six'), {authorAssociation: 'NONE'})
		.save();
	const terminal = tree.terminal(['review', '--from', from, '--show-metrics'], {env: {...ledTo(service), ...paid}});
	await terminal.answer(askAboutTwo, 'y');
	await terminal.waitFor(/model: answered 2 of 2, 2 changes, \$0\.00\d+; 1 not sent/);
	await leave(terminal);
	expect(terminal.screen()).toMatch(/Findings for a model +2\nAnswered +2 of 2\nRequests +2\n/);
});

test('after "no" the review continues without a model, and m offers one finding with its cost', async () => {
	const tree = workTree();
	const service = await openAiModel();
	const terminal = open(tree, {...ledTo(service), ...paid});
	await terminal.waitFor('n continue without (Enter)');
	await terminal.answer(askAboutTwo, 'n');
	await terminal.waitFor('nothing was sent; m sends one finding');
	terminal.press('r');
	await terminal.waitFor(/^(?![\s\S]*nothing was sent)[\s\S]*1 to apply/);
	expect(terminal.screen()).not.toContain('about 2 findings');
	expect(service.asks()).toEqual([]);
	terminal.press('j');
	await terminal.waitFor('m send to model');
	terminal.press('m');
	await terminal.answer(askAboutOne, 'y');
	await terminal.waitFor('2 to apply');
	expect(service.asks()).toHaveLength(1);
	expect(await leave(terminal)).toBe(0);
});

test('in lines the same confirmation comes before anything is sent', async () => {
	const service = await openAiModel();
	const terminal = open(workTree(), {...ledTo(service), ...paid}, '--screen-reader');
	await terminal.waitFor(askAboutTwo);
	await terminal.waitFor('y (send) or n (continue without)?');
	expect(service.asks()).toEqual([]);
	terminal.press('y\r');
	await terminal.waitFor(/model: answered 2 of 2, 2 changes, \$0\.00\d+/);
	terminal.press('list\r');
	await terminal.waitFor(/\(planned,\s+by\s+a\s+model\)/);
	terminal.press('q\r');
	expect(await terminal.ended).toBe(0);
});

test('a finding that the model found unclear can be sent again', async () => {
	const tree = workTree();
	const answers = [{explanation: 'Two or 2?', verdict: 'cannot-tell', changes: [], confidence: 0.9}];
	const service = await localModel({
		answer: request => {
			const {path, old, wanted} = readRemark(request);
			return answers.shift() ?? changing(path, old, wanted);
		},
	});
	const terminal = open(tree, {...ledTo(service), ...named('local')});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor("the model's reason: Two or 2?");
	terminal.press('m');
	await terminal.waitFor('the model proposes 1 change');
	await terminal.waitFor('2 to apply');
	expect(await leave(terminal)).toBe(0);
});

test("a model's change on the same lines as another one is in conflict with it", async () => {
	const tree = workTree();
	const service = await localModel();
	const from = reviewOf(tree, {headRefName: 'main'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.save();
	const terminal = tree.terminal(['review', '--from', from], {env: {...ledTo(service), ...named('local')}});
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor('the model proposes 1 change');
	await terminal.waitFor('1 to apply');
	await terminal.waitFor('2 changes to the same lines');
	await terminal.waitFor(/> 2 ollama qwen2\.5-coder:7b[\s\S]*for reviewer/);
	terminal.press(' ');
	await terminal.waitFor('your decision: apply');
	await writePlanned(terminal, 'Write 1 change to 1 file', 'wrote 1 change to 1 file');
	await leaveNextSteps(terminal);
	expect(line(tree, 2)).toBe('item two');
	expect(await leave(terminal)).toBe(0);
});

test.each([
	['no provider', {}, [], 'no model is set up; run pr-resolve setup'],
	['--no-llm', named('local'), ['--no-llm'], '--no-llm turns models off'],
])('with %s, m says what to do', async (_, env, flags, words) => {
	const terminal = open(workTree(), env, ...flags);
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.waitFor(words);
	expect(await leave(terminal)).toBe(0);
});

test('a missing key is reported with its remedy, and the review continues', async () => {
	const terminal = open(workTree(), named('api-a'));
	await terminal.waitFor('1 to apply');
	terminal.press('jm');
	await terminal.answer(askAboutOne, 'y');
	await terminal.waitFor(/needs-model: .*key/);
	await terminal.waitFor('1 to apply');
	expect(await leave(terminal)).toBe(4);
});

test('with a model on, all findings are sent while the review loads, and answers appear as they arrive', async () => {
	const tree = workTree();
	let isFirst = true;
	const latencyMs = () => {
		const ms = isFirst ? 0 : 3000;
		isFirst = false;
		return ms;
	};
	const service = await localModel({latencyMs});
	const env = {...ledTo(service), ...named('local'), CR_LLM_ENABLED: 'true', CR_PARALLEL: 'false'};
	const terminal = open(tree, env);
	await terminal.waitFor(/waiting for the model.* 1 of 2/);
	await terminal.waitFor('model: answered 2 of 2, 2 changes');
	await terminal.waitFor('3 to apply');
	await terminal.waitFor(/2 requests/);
	expect(service.asks()).toHaveLength(2);
	expect(await leave(terminal)).toBe(0);
});

test('findings from the code host, whose words alone need the files too', async () => {
	const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
	const service = await localModel();
	const host = await hostOf([reviewOf(tree).comment('src/other.txt', 2, shouldRead('entry two'))]);
	const terminal = tree.terminal(['review', '7'], {env: {...ledTo(service), ...named('local'), ...host.env}});
	await terminal.waitFor('needs-model');
	await terminal.waitFor('m send to model');
	terminal.press('m');
	await terminal.waitFor('+ entry two');
	await terminal.waitFor('1 to apply');
	expect(await leave(terminal)).toBe(0);
});

test('in lines: m sends, Esc cancels, and the result is shown', async () => {
	const tree = workTree();
	const service = await localModel({fault: ({asked}) => (asked ? 'hang' : null)});
	const terminal = open(tree, {...ledTo(service), ...named('local')}, '--screen-reader');
	await terminal.waitFor('3 findings, ');
	terminal.press('2\r');
	await terminal.waitFor('needs-model');
	terminal.press('m\r');
	await terminal.waitFor('waiting for the model');
	terminal.press('esc\r');
	await terminal.waitFor('stopped');
	service.setFault(null);
	terminal.press('m\r');
	await terminal.waitFor('the model proposes 1 change');
	await terminal.waitFor(/should read.*: planned/);
	terminal.press('q\r');
	expect(await terminal.ended).toBe(0);
});
