import {countAt, type JsonObject, listAt, objectAt, parseObject, textAt} from '../../../system/json.ts';
import {stops as stopsOfModels, usageOf} from '../anthropic/body.ts';
import {spec as anthropic} from '../anthropic/spec.ts';
import {openClientService} from '../client/open.ts';
import type {ClientChoice, ClientProgram, Login, ProgramOutput, ProgramResult} from '../client/program.ts';
import {promptOf} from '../client/prompt.ts';
import {recordsOf} from '../client/records.ts';
import {fromLowOn, type ModelService, type ProviderOptions} from '../provider.ts';

/** Replaces the client's long system prompt. All users of the machine can see it, so the question is sent on stdin. */
const system = 'You propose edits to source code. You have no tools. Answer once, in the structure that is asked for.';

const flags = [
	...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config', '--setting-sources', ''],
	...['--disable-slash-commands', '--no-session-persistence', '--permission-prompts', 'none', '--max-turns', '2'],
];

/** A Claude subscription, through Anthropic's own client. */
export const openClaude = (options: ProviderOptions): ModelService => openClientService(claudeProgram, options);

/** `claude`, as of 2.1. */
export const claudeProgram: ClientProgram = {
	name: 'claude',
	tried: {version: '2.1.329', node: 22, flags},
	install: 'npm install -g @anthropic-ai/claude-code',
	login: 'claude auth login',
	subscribe: 'It requires a Claude subscription.',
	forKeys: anthropic.alias,
	env: {
		// Otherwise it adds files that a comment names with an @ to the request.
		CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
		CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
		CLAUDE_CODE_MAX_RETRIES: '0',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
		DISABLE_TELEMETRY: '1',
		NO_COLOR: '1',
	},
	// Of `claude setup-token`.
	loginVariables: ['CLAUDE_CODE_OAUTH_TOKEN'],
	overheadBytes: 4000,
	ask: (request, {model, effort}) => ({
		input: promptOf(request),
		args: [
			...[...flags, '--model', model ?? 'sonnet'],
			...['--json-schema', JSON.stringify(request.schema), '--system-prompt', system],
			...(effort === null ? [] : ['--effort', fromLowOn(effort)]),
		],
	}),
	read,
	signs: [
		{
			kind: 'quota',
			code: /usage_limit_reached/,
			said: /hit your .*limit|usage limit reached|credit balance is too low/i,
		},
		{kind: 'subscription', said: /disabled claude subscription access/i},
		{kind: 'authentication', said: /not logged in|failed to authenticate|invalid api key|please run \/login/i},
		{kind: 'protocol', code: /^error_/},
	],
	probe: {input: ''},
	status: {
		// As for a question: without the user's settings, which may contain another login.
		command: {args: ['--setting-sources', '', 'auth', 'status'], input: ''},
		isSlow: false,
		read: readStatus,
	},
};

function read({stdout, stderr, exitCode}: ProgramResult, {model}: ClientChoice): ProgramOutput {
	const result = recordsOf(stdout).findLast(record => record.type === 'result');
	if (!result) {
		const said = stderr.trim() || stdout.trim();
		return {symptom: {said: said || `it exited with ${exitCode} and no output`, isUnread: true}};
	}
	const usage = usageOf(result.usage);
	if (usedTools(result)) return {symptom: {kind: 'unsafe-client', said: '', spent: usage}};
	const said = textAt(result, 'result');
	const stop = stops[textAt(result, 'api_error')] ?? stops[textAt(result, 'stop_reason')] ?? 'complete';
	// "success" alone means nothing: it is also there without a login.
	if ((result.is_error !== false || result.subtype !== 'success') && stop === 'complete') {
		return {
			symptom: {
				said: said || listAt(result, 'errors').join(' '),
				status: countAt(result, 'api_error_status') || null,
				code: [result.subtype, result.api_error, result.api_error_type]
					.filter(code => code !== 'success')
					.join(' ')
					.trim(),
				...(usage.output > 0 && {spent: usage}),
			},
		};
	}
	const structured = result.structured_output;
	return {
		reply: {
			// A success may lack it.
			text: structured === undefined ? said : JSON.stringify(structured),
			stop,
			usage,
			model: Object.keys(objectAt(result, 'modelUsage'))[0] ?? model ?? 'sonnet',
		},
	};
}

/** By the model's stop reason, or by the name of its error. */
const stops: typeof stopsOfModels = {...stopsOfModels, max_output_tokens: 'length'};

const usedTools = (result: JsonObject): boolean =>
	listAt(result, 'permission_denials').length > 0 ||
	countAt(result, 'usage', 'server_tool_use', 'web_search_requests') > 0 ||
	countAt(result, 'usage', 'server_tool_use', 'web_fetch_requests') > 0 ||
	countAt(result, 'subagent_stats', 'spawned') > 0;

function readStatus({stdout, stderr}: ProgramResult): Login {
	const status = parseObject(stdout);
	if (status?.loggedIn !== true) {
		return {state: 'out', said: status ? 'claude is not logged in' : stderr.trim() || stdout.trim()};
	}
	const method = textAt(status, 'authMethod') || 'logged in';
	if (/api_?key|console/i.test(method)) return {state: 'metered', detail: method};
	return {state: 'in', detail: method, subscription: textAt(status, 'subscriptionType') || null};
}
