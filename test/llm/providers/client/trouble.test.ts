import {expect, test, vi} from 'vitest';
import type {ModelTroubleKind} from '../../../../source/llm/providers/trouble.ts';
import type {CaseName} from '../../../emulators/programs/case.ts';
import {patienceMs} from '../../../helpers/wait.ts';
import {neverAborted, question, troubleOf} from '../api.ts';
import {at, type Client, claude, codex, copilot, isAlive} from '../clients.ts';

type Row = [name: CaseName, kind: ModelTroubleKind, says: RegExp, remedy: RegExp, retryAfterMs?: number | null];

const common: Row[] = [
	['server-error', 'server-error', /returned an error: .*50\d/, /later/],
	['at-capacity', 'overloaded', /is overloaded: /, /later/],
	['overloaded', 'overloaded', /is overloaded: /, /later/],
	['server-down', 'unreachable', /cannot reach its service: .*/, /proxy/],
	['too-large', 'too-large', /too long for the model/, /longer context/],
	['flood', 'protocol', /its output is too long/, /install/i],
	['flood-stderr', 'protocol', /its output is too long/, /install/i],
	['garbage', 'protocol', /sent an invalid answer: .*<html>/, /npm install -g @/],
	['silence', 'protocol', /sent an invalid answer: .*no output/, /npm install -g @/],
	['cut-off', 'cut-off', /^\w+ ended before the answer was complete/, /later/],
	['crash', 'cut-off', /before the answer was complete: SIGSEGV/, /later/],
	[
		'too-old',
		'not-installed',
		/unsupported version or another program: un/,
		/^Install \w+ \d\S+ or newer.*npm install -g @/,
	],
];

const rows: {client: Client; cases: Row[]}[] = [
	{
		client: claude,
		cases: [
			...common,
			['not-logged-in', 'authentication', /^Not authenticated: claude is not logged in/, /claude auth login$/],
			['expired', 'authentication', /^Not authenticated: .*OAuth token has expired/, /claude auth login$/],
			['revoked', 'authentication', /^Not authenticated: .*revoked/, /claude auth login$/],
			['policy', 'subscription', /^subscription required: Your organization has disabled/, /Claude subscription/],
			[
				'api-key-login',
				'subscription',
				/^subscription required: claude is logged in with an API key/,
				/claude auth login/,
			],
			['rate-limit', 'rate-limit', /^Rate limit exceeded: .*50 requests/, /backoff/, null],
			['usage-window', 'quota', /^Rate limit exceeded: .*5-hour/, /llm\.fallback/, 7_185_000],
			['quota', 'quota', /Credit balance is too low/, /llm\.fallback/, null],
			['model-missing', 'model-missing', /^model does not exist: sonnet: /, /--llm-model/],
			['tool-use', 'unsafe-client', /used a tool/, /^$/],
		],
	},
	{
		client: codex,
		cases: [
			...common.filter(([name]) => name !== 'overloaded'),
			['overloaded', 'overloaded', /is overloaded: We’re currently experiencing high demand/, /later/],
			['not-logged-in', 'authentication', /^Not authenticated: Not logged in/, /codex login$/],
			['expired', 'authentication', /^Not authenticated: Your access token could not be refreshed/, /codex login$/],
			['revoked', 'authentication', /^Not authenticated: unexpected status 401 Unauthorized/, /codex login$/],
			['policy', 'subscription', /^subscription required: .*403 Forbidden/, /ChatGPT plan/],
			['page', 'unreachable', /cannot reach its service: .*403 Forbidden: <html>/, /proxy/],
			['subscription', 'subscription', /^subscription required: .*upgrade to Plus/, /ChatGPT plan/],
			['api-key-login', 'subscription', /^subscription required: codex is logged in with an API key/, /codex login/],
			['rate-limit', 'rate-limit', /^Rate limit exceeded: /, /backoff/, 2000],
			['usage-window', 'quota', /^Rate limit exceeded: .*12:39 PM/, /llm\.fallback/],
			['quota', 'quota', /Quota exceeded/, /llm\.fallback/, null],
			['model-missing', 'model-missing', /^model does not exist: The model `gpt-6.1-sol` does not/, /--llm-model/],
			['model-retired', 'model-missing', /^model does not exist: The 'gpt-6.1-sol' model is not/, /--llm-model/],
			['tool-use', 'unsafe-client', /used a tool.*: command_execution/, /^$/],
			['tool-refused', 'unsafe-client', /tried to.*: unsupported call: shell$/, /^$/],
			['too-new', 'not-installed', /another program: it cannot disable .*shell_tool/, /npm install -g @/],
		],
	},
	{
		client: copilot,
		cases: [
			...common,
			['not-logged-in', 'authentication', /^Not authenticated: .*No authentication information/, /copilot login$/],
			['expired', 'authentication', /^Not authenticated: Authorization error/, /copilot login$/],
			['revoked', 'authentication', /^Not authenticated: Authentication failed Your GitHub token/, /copilot login$/],
			['subscription', 'subscription', /^subscription required: /, /Copilot subscription/],
			['policy', 'subscription', /^subscription required: Access denied by policy/, /Copilot subscription/],
			['rate-limit', 'rate-limit', /^Rate limit exceeded: /, /backoff/, 7000],
			['usage-window', 'quota', /^Rate limit exceeded: .*weekly/, /llm\.fallback/, 342_345_000],
			['quota', 'quota', /premium requests/, /llm\.fallback/, null],
			['model-missing', 'model-missing', /^model does not exist: Model "gpt-6-luna" from/, /--llm-model/],
			['model-retired', 'model-missing', /^model does not exist: The requested model/, /--llm-model/],
			['tool-use', 'unsafe-client', /used a tool.*: assistant.message/, /^$/],
		],
	},
];

for (const {client, cases} of rows) {
	test.each(cases)(`${client.name}: %s is %s`, async (name, kind, says, remedy, retryAfterMs) => {
		const {provider, programs} = await at(client, {name, answer: {}});
		const trouble = await troubleOf(provider.ask(question(), neverAborted));
		expect(trouble.kind).toBe(kind);
		expect(trouble.message).toMatch(says);
		expect(trouble.message).not.toMatch(/\n|\p{Cc}/u);
		expect(trouble.remedy).toMatch(remedy);
		if (retryAfterMs !== undefined) expect(trouble.retryAfterMs).toBe(retryAfterMs);
		const pids = [...programs.calls().map(({pid}) => pid), ...programs.children()];
		await vi.waitUntil(() => !pids.some(isAlive), patienceMs);
	});
}

test.each([
	[claude, 'server-error', false],
	[codex, 'overloaded', false],
	[copilot, 'server-error', true],
	// It says when.
	[copilot, 'rate-limit', false],
] as const)('$0.name: %s, tried again by itself until the end: %s', async (client, name, isTriedOut) => {
	const {provider} = await at(client, name);
	expect(await troubleOf(provider.ask(question(), neverAborted))).toMatchObject({isTriedOut});
});

test.each([
	[claude, 'cut-short', 'length', 128_000],
	[claude, 'filtered', 'refusal', 42],
	[codex, 'cut-short', 'length', undefined],
	[codex, 'filtered', 'refusal', undefined],
] as const)('$0.name: an answer that is %s ends with %s', async (client, name, stop, output) => {
	const {provider} = await at(client, name);
	const reply = await provider.ask(question(), neverAborted);
	expect(reply.stop).toBe(stop);
	expect(reply.usage?.output).toBe(output);
});

test('codex: a question that is longer than it takes is told as such, and can only fail again', async () => {
	const {provider} = await at(codex, 'success');
	const trouble = await troubleOf(provider.ask(question({body: 'x'.repeat(3_000_000)}), neverAborted));
	expect(trouble).toMatchObject({kind: 'too-large', remedy: expect.stringContaining('--llm-model')});
	expect(trouble.traits.isPassing).toBe(false);
	expect(trouble.message).toMatch(/too long for the model: .*maximum length of 1048576 characters/);
});

test('copilot: waits of its own after an error of the service end with the time limit', async () => {
	const {provider, programs} = await at(copilot, 'page');
	const limit = new AbortController();
	const asking = provider.ask(question(), limit.signal);
	await vi.waitUntil(() => programs.children().length > 0, patienceMs);
	limit.abort(new Error('the limit'));
	await expect(asking).rejects.toThrow('the limit');
	const pids = [...programs.calls().map(({pid}) => pid), ...programs.children()];
	await vi.waitUntil(() => !pids.some(isAlive), patienceMs);
});
