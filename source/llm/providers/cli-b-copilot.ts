import {join} from 'node:path';
import type {Usage} from '../provider.ts';
import {copilotHome} from './cli-b-copilot-home.ts';
import type {Choice, ClientProgram, Ended, Login, Reading, Symptom} from './client/program.ts';
import {promptOf} from './client/prompt.ts';
import {countAt, listAt, recordsOf, textAt} from './client/records.ts';
import {type Fields, recordOf} from './record.ts';

const quiet = [
	...['--output-format', 'json', '--disable-builtin-mcps', '--no-custom-instructions', '--no-ask-user'],
	...['--no-remote-export', '--no-auto-update', '--disable-client-telemetry', '--no-color', '--log-level', 'none'],
	// An empty list would be ignored; a name that stands for no tool leaves none.
	'--available-tools=none',
];

const signsOfNoLogin =
	/no authentication information|personal access tokens .{0,100}not supported|^error: authentication failed|could not be validated.*\(40[13]\)/i;

const nowhere = 'http://127.0.0.1:9';

/** `copilot`, the standalone program, as of 1.0. It takes no schema: the shape stands in the text. */
export const copilot: ClientProgram = {
	provider: 'cli-b',
	name: 'copilot',
	// The extension of the code host's own client that had this name before stopped on 25 October 2025.
	install: 'npm install -g @github/copilot',
	login: 'copilot login',
	subscribe: 'It takes a GitHub Copilot subscription.',
	env: {COPILOT_AUTO_UPDATE: 'false'},
	loginVariables: ['COPILOT_GITHUB_TOKEN'],
	home: copilotHome,
	overheadBytes: 20_000,
	inputOf,
	ask(request, {model}, folder) {
		const usage = join(folder, 'usage.json');
		return {
			input: inputOf(request),
			args: ['-s', ...quiet, ...(model === null ? [] : ['--model', model]), '--usage-output-file', usage],
			outputFile: usage,
			// After some errors it waits for ever.
			isEnough: line => {
				const event = recordOf(line);
				return event !== null && (isFailure(event) || isWork(event));
			},
		};
	},
	read,
	signs: [
		{
			kind: 'authentication',
			code: /^auth(?:entication|orization)\b/,
			said: signsOfNoLogin,
		},
		{
			kind: 'subscription',
			said: /copilot subscription|subscription (?:is )?required|access denied by policy|no supported model available/i,
			code: /^policy\b/,
		},
		{kind: 'quota', code: /^quota\b|user_(?:weekly|global|model)_rate_limited/},
		{kind: 'rate-limit', code: /rate_limit/},
		{kind: 'too-large', code: /^context_limit\b/},
		{kind: 'server-error', said: /could not be validated.*\(5\d\d\)/i},
		{kind: 'model-missing', said: /model .*(?:is not available|does not exist|not found|not supported)/i},
	],
	status: {
		/**
		 * It has no command for this. Without a login it says so at once; with one it writes its first event, long before
		 * it asks a model, and is ended then. Should it be faster, there is no way out for it.
		 */
		command: {args: ['-s', ...quiet], input: 'ping', isEnough: (_, stream) => stream === 'stdout'},
		env: {
			...{HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere, NO_PROXY: ''},
			...{http_proxy: nowhere, https_proxy: nowhere, all_proxy: nowhere, no_proxy: ''},
		},
		isSlow: true,
		read: readStatus,
	},
};

function inputOf(request: Parameters<typeof promptOf>[0]): string {
	return promptOf(
		request,
		`Answer with one JSON object in a \`\`\`json fence, of this JSON Schema:\n${JSON.stringify(request.schema)}`,
	);
}

const isFailure = (event: Fields): boolean => event.type === 'session.error';

/** Of what is not known, nothing is harmless. */
const isWork = (event: Fields): boolean => {
	const type = textAt(event, 'type');
	if (type === 'session.tools_updated' || type === 'session.mcp_servers_loaded') return false;
	return (
		!/^(?:session|user|system|assistant|model|result)\b/.test(type) ||
		/tool|mcp|subagent|hook/.test(type) ||
		listAt(event, 'data', 'toolRequests').length > 0 ||
		listAt(event, 'usage', 'codeChanges', 'filesModified').length > 0
	);
};

function read({stdout, stderr, exitCode, output}: Ended, {model}: Choice): Reading {
	const events = recordsOf(stdout);
	const usage = output === null ? null : usageOf(recordOf(output));
	const spent = usage ?? 'unknown';
	// The first that is told: how it ends is told as work.
	const turn = events.find(event => isFailure(event) || isWork(event));
	if (turn && isFailure(turn)) {
		const isTriedOut = events.some(event => event.type === 'assistant.turn_retry');
		return {symptom: {...symptomOf(turn), isTriedOut}};
	}
	if (turn) return {symptom: {kind: 'unsafe-client', said: textAt(turn, 'type'), spent}};
	const end = events.findLast(event => event.type === 'result');
	if (end && countAt(end, 'exitCode') === 0) {
		const messages = events.filter(event => event.type === 'assistant.message');
		const final = messages.findLast(event => textAt(event, 'data', 'phase') === 'final_answer') ?? messages.at(-1);
		return {
			reply: {
				text: textAt(final, 'data', 'content'),
				stop: 'complete',
				usage,
				model: textAt(final, 'data', 'model') || (model ?? 'copilot'),
			},
		};
	}
	const complaint = /^Error: .*/m.exec(stderr)?.[0];
	if (complaint !== undefined) return {symptom: {said: stderr.slice(stderr.indexOf(complaint)).trim()}};
	if (events.length > 0) return {symptom: {kind: 'cut-off', said: 'it ended in mid-answer', spent}};
	const words = stderr.trim() || stdout.trim();
	return {symptom: {said: words || `it ended with ${exitCode} and said nothing`, isUnread: true}};
}

function symptomOf(failure: Fields): Symptom {
	const names = ['errorType', 'errorCode'].map(name => textAt(failure, 'data', name));
	return {
		said: textAt(failure, 'data', 'message'),
		status: countAt(failure, 'data', 'statusCode') || null,
		code: names.join(' ').trim(),
	};
}

/** All models that it asked, whatever for. */
function usageOf(record: Fields | null): Usage | null {
	const models = Object.values((record?.modelMetrics ?? {}) as Fields);
	if (models.length === 0) return null;
	const sum = (name: string) => models.reduce<number>((total, model) => total + countAt(model, 'usage', name), 0);
	return {
		input: sum('inputTokens'),
		cachedInput: sum('cacheReadTokens'),
		cacheWrite: sum('cacheWriteTokens'),
		output: sum('outputTokens'),
		premiumRequests: countAt(record, 'totalPremiumRequestCost'),
	};
}

function readStatus({stdout, stderr, stoppedBy}: Ended): Login {
	const [said = ''] = stderr.trim().split('\n');
	const isOut = signsOfNoLogin.test(stderr);
	if (isOut || (stoppedBy === null && said === '' && stdout.trim() === '')) return {state: 'out', said};
	return {
		state: 'in',
		detail: 'a login is stored; the first request shows whether it is still good',
		subscription: null,
	};
}
