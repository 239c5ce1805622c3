import {describe, expect, test} from 'vitest';
import type {Report} from '../../source/run/report/report.ts';
import type {CaseInit} from '../emulators/programs/install.ts';
import {ledTo} from '../emulators/vendor/lead.ts';
import {changing} from '../emulators/vendor/obedient.ts';
import {clientPrograms} from '../helpers/models.ts';
import {remarkAndSuggestion} from '../helpers/remarks.ts';
import {eventually} from '../helpers/wait.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {isAlive} from '../llm/providers/clients.ts';

const answer = changing('src/list.txt', 'item 2', 'item two');
const success: CaseInit = {name: 'success', answer};

const line = (tree: WorkTree, number: number) => tree.read('src/list.txt').split('\n')[number - 1];

describe('apply with the preset of a client makes edits that only a model could propose', () => {
	test.each([
		['claude-cli-sonnet', 'cli-a', 'claude', []],
		['cli-b-free', 'cli-b', 'codex', []],
		['codex-cli-free', 'cli-b', 'copilot', ['--set', 'llm.client=copilot']],
	] as const)('%s (%s, %s), and undo takes them back', async (preset, provider, program, flags) => {
		const tree = workTree();
		const before = tree.snapshot();
		const {calls, ...clients} = clientPrograms(tree, {[program]: success});
		// What a person has in their environment stays out of the clients: they fail on any variable that they must not get.
		const env = {...ledTo(clients), GITHUB_TOKEN: 'secret', ANTHROPIC_API_KEY: 'secret', OPENAI_API_KEY: 'secret'};
		const args = ['apply', '--from', remarkAndSuggestion(tree), '--llm-preset', preset, ...flags, '--json'];
		const {code, json} = await tree.run(args, {env});
		expect([code, json]).toMatchObject([0, {summary: {applied: 2}, llm: {provider, requests: 1, costUsd: 0}}]);
		expect([line(tree, 2), line(tree, 9)]).toEqual(['item two', 'item nine']);
		expect(calls().filter(({kind}) => kind === 'request')).toMatchObject([{program}]);
		expect((await tree.run(['undo'])).code).toBe(0);
		expect(tree.snapshot()).toEqual(before);
	});
});

describe('the finding has the reason, a warning has the remedy, and the run continues', () => {
	const claude = ['--llm-preset', 'cli-a-balanced'];
	const codex = ['--llm-preset', 'cli-b-free'];

	// What each client says, and what is made of it, is in test/llm/providers/client; here one of each kind.
	test.each([
		['cli-a is not installed', claude, {}, 1, 'command not found', /install/i],
		['codex is not logged in', codex, {codex: 'not-logged-in'}, 4, 'Not authenticated', 'codex login'],
		['a subscription is missing (codex)', codex, {codex: 'subscription'}, 4, /subscription required/i, /\w/],
		['a usage window is spent', claude, {claude: 'usage-window'}, 5, 'Rate limit exceeded', /\w/],
		[
			'a rate limit, which is not tried again',
			claude,
			{claude: 'rate-limit'},
			1,
			'Rate limit',
			/^(?!.*retried).*Wait, then try/,
		],
		['it says nothing', claude, {claude: 'silence'}, 1, 'sent an invalid answer', /install/],
		['it crashes', codex, {codex: 'crash'}, 1, 'ended before the answer was complete', /later/],
		['a tool was used', claude, {claude: {name: 'tool-use', answer}}, 1, /tool/, /\w?/],
	] as const)('%s', async (_name, preset, cases, code, message, remedy) => {
		const tree = workTree();
		const env = {...ledTo(clientPrograms(tree, cases)), CR_LLM_RETRY_MAX_ATTEMPTS: '1'};
		const args = ['apply', '--from', remarkAndSuggestion(tree), ...preset, '--json'];
		const {json, ...ended} = await tree.call(args, {env});
		const {findings, warnings} = json as Report;
		expect([ended.code, findings[0]!.outcome]).toEqual([code, 'needs-model']);
		expect(findings[0]!.reason).toMatch(message);
		expect(warnings.map(({text}) => text).join('\n')).toMatch(remedy);
		expect(tree.read('src/list.txt')).toMatch(/item 2\n[\s\S]*item nine\n/);
	});
});

test('usage of a subscription is announced and reported', async () => {
	const tree = workTree();
	const env = ledTo(clientPrograms(tree, {copilot: success}));
	const args = ['apply', '--from', remarkAndSuggestion(tree), '--llm-preset', 'cli-b-free', '--show-metrics'];
	const {code, stdout, stderr} = await tree.run(args, {env});
	expect(code).toBe(0);
	expect(stderr).toMatch(/\(1 request\) to .*, using your subscription/);
	expect(stdout + stderr).toMatch(/^Premium requests +1 of the subscription$/m);
});

describe('a program that ignores SIGTERM leaves nothing behind', () => {
	test.each([
		['after an abort', [60], 130, 'SIGINT'],
		// On a busy machine the time may be over before it was at work: then it gets more.
		['after its time is over', [2, 10, 50], 1, null],
	] as const)('%s', async (_, limits, expected, signal) => {
		const tree = workTree();
		const {calls, children, ...clients} = clientPrograms(tree, {claude: 'hang'});
		const args = ['apply', '--from', remarkAndSuggestion(tree), '--llm-preset', 'cli-a-balanced'];
		for (const seconds of limits) {
			const {code} = await tree.run([...args, '--set', `llm.timeout=${seconds}`], {
				env: {...ledTo(clients), CR_LLM_RETRY_MAX_ATTEMPTS: '1'},
				meanwhile: child => {
					if (signal) void eventually(() => expect(children()).toHaveLength(1)).then(() => child.kill(signal));
				},
			});
			expect(code).toBe(expected);
			if (children().length > 0) break;
		}
		expect(children()).toHaveLength(1);
		const started = [...children(), ...calls().map(({pid}) => pid)];
		await expect.poll(() => started.filter(isAlive)).toEqual([]);
		expect(tree.read('src/list.txt')).toContain('item 2\n');
	});
});
