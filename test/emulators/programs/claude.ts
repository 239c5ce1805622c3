import process from 'node:process';
import {type Act, type CaseName, said} from './case.ts';
import type {Profile} from './profile.ts';

export const claudeProfile: Profile = {
	env: {
		CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
		CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
		CLAUDE_CODE_MAX_RETRIES: '0',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
		DISABLE_TELEMETRY: '1',
		NO_COLOR: '1',
	},
	logins: ['CLAUDE_CODE_OAUTH_TOKEN'],
	needed: [
		...[['-p'], ['--output-format', 'json'], ['--model', /^[\w.@[\]-]+$/], ['--json-schema', /^\{/]],
		...[['--system-prompt', /^\w/], ['--tools', ''], ['--strict-mcp-config'], ['--setting-sources', '']],
		...[['--disable-slash-commands'], ['--no-session-persistence'], ['--permission-prompts', 'none']],
		['--max-turns', '2'],
	],
	optional: [['--effort', /^(?:low|medium|high|xhigh|max)$/]],
	status: ['--setting-sources', '', 'auth', 'status'],
	probe: '',
};

const unknownOption = said('', "error: unknown option '--permission-prompts'\n", 1);

const usage = {
	output_tokens_details: {thinking_tokens: 0},
	input_tokens: 0,
	cache_creation_input_tokens: 0,
	cache_read_input_tokens: 0,
	output_tokens: 0,
	server_tool_use: {web_search_requests: 0, web_fetch_requests: 0},
	service_tier: 'standard',
	iterations: [],
};

const worked = {...usage, input_tokens: 25, cache_read_input_tokens: 1200, output_tokens: 42};

const models: Readonly<Record<string, string>> = {
	haiku: 'claude-haiku-5-5',
	sonnet: 'claude-sonnet-5-5',
	opus: 'claude-opus-5-5',
};

const common = {
	type: 'result',
	subtype: 'success',
	is_error: false,
	api_error_status: null as number | null,
	duration_ms: 172,
	duration_api_ms: 48,
	num_turns: 2,
	stop_reason: 'tool_use',
	terminal_reason: 'completed',
	session_id: '0c8bf33f-8747-4199-978e-0b745eddf3da',
	permission_denials: [] as object[],
	subagent_stats: {spawned: 0, completed: 0, failed: 0},
};

const result = (fields: object): string => `${JSON.stringify({...common, ...fields})}\n`;

const success = (model: string, fields: object) =>
	result({
		total_cost_usd: 0.00059,
		usage: worked,
		modelUsage: {[models[model] ?? model]: {inputTokens: 25, outputTokens: 42, costUSD: 0.00059}},
		...fields,
	});

const failure = (said_: string, status: number | null, fields: object = {}): Act =>
	said(
		result({
			is_error: true,
			num_turns: 1,
			stop_reason: 'stop_sequence',
			terminal_reason: 'api_error',
			total_cost_usd: 0,
			usage,
			modelUsage: {},
			api_error_status: status,
			result: said_,
			...fields,
		}),
		'',
		1,
	);

const fault = (status: number, type: string, text: string, fields: object = {}) =>
	failure(text, status, {api_error_type: type, ...fields});

export function actAsClaude(name: CaseName, {args, answer}: {args: readonly string[]; answer: unknown}): Act {
	const model = args[args.indexOf('--model') + 1]!;
	const schema = JSON.parse(args[args.indexOf('--json-schema') + 1]!) as {$schema?: string; type?: unknown};
	if (schema.$schema !== undefined) {
		return said(
			'',
			`Error: --json-schema is not a valid JSON Schema: no schema with key or ref "${schema.$schema}"\n`,
			1,
		);
	}
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	switch (name) {
		case 'success':
		case 'older':
			return said(success(model, {result: text, ...(typeof answer === 'string' ? {} : {structured_output: answer})}));
		case 'no-structured-output':
			return said(success(model, {result: text, num_turns: 3, stop_reason: 'end_turn'}));
		case 'not-logged-in':
			return failure('Not logged in · Please run /login', null);
		case 'api-key-login':
			return said(success(model, {result: text, structured_output: answer}));
		case 'expired':
			return fault(
				401,
				'authentication_error',
				'Failed to authenticate. API Error: 401 OAuth token has expired. Please obtain a new token or refresh your existing token.',
			);
		case 'revoked':
			return fault(
				403,
				'permission_error',
				'Failed to authenticate. API Error: 403 OAuth token has been revoked. Please obtain a new token.',
			);
		case 'subscription':
		case 'policy':
			return fault(
				403,
				'permission_error',
				'Your organization has disabled Claude subscription access for Claude Code · Use an Anthropic API key instead, or ask your admin to enable access',
			);
		case 'rate-limit':
			return fault(
				429,
				'rate_limit_error',
				"API Error: Request rejected (429) · This request would exceed your organization's rate limit of 50 requests per minute.",
			);
		case 'usage-window':
			return fault(429, 'rate_limit_error', "You've hit your 5-hour limit · resets 12:31pm (UTC)", {
				api_error: 'usage_limit_reached',
			});
		case 'quota':
			return fault(400, 'invalid_request_error', 'Credit balance is too low');
		case 'model-missing':
		case 'model-retired':
			return {
				...fault(
					404,
					'not_found_error',
					`There's an issue with the selected model (${model}). It may not exist or you may not have access to it. Run --model to pick a different model.`,
				),
				stderr: `[claude-code:unrecognized_model] {"model":"${model}","query_source":"sdk"}\n`,
			};
		case 'server-down':
			return failure('API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)', null, {
				api_error: 'connection_failed',
			});
		case 'server-error':
		case 'page':
			return fault(500, 'api_error', 'API Error: 500 Internal server error.');
		case 'overloaded':
		case 'at-capacity':
			return fault(
				529,
				'overloaded_error',
				'API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment.',
			);
		case 'too-large':
			return fault(400, 'invalid_request_error', 'Prompt is too long');
		case 'cut-short':
			return failure("API Error: Claude's response exceeded the 128000 output token maximum", null, {
				api_error: 'max_output_tokens',
				usage: {...worked, output_tokens: 128_000},
			});
		case 'filtered':
			return said(
				success(model, {result: 'API Error: Claude declined to answer', stop_reason: 'refusal', is_error: true}),
				'',
				1,
			);
		case 'tool-use':
		case 'tool-refused':
			return said(
				success(model, {
					result: text,
					structured_output: answer,
					permission_denials: [{tool_name: 'Bash', tool_use_id: 'toolu_01', tool_input: {command: 'touch x'}}],
				}),
			);
		case 'garbage':
			return said('Segmentation fault (core dumped)? no: <html>502</html>\n{"type":"resu');
		case 'cut-off':
			return failure('API Error: Connection closed mid-response', null, {api_error: 'connection_failed'});
		case 'too-old':
		case 'too-new':
			return unknownOption;
		case 'leftover':
			return {...said(success(model, {result: text, structured_output: answer})), after: 'leave-child'};
		case 'silence':
			return said('');
		case 'crash':
			return {...said('{"type":"res'), after: 'crash'};
		case 'hang':
			return {...said(''), after: 'hang'};
		case 'flood':
		case 'flood-stderr':
			return {...said(''), after: name};
	}
}

export function claudeStatus(name: CaseName): Act {
	const common = {apiProvider: 'firstParty', analyticsDisabled: true};
	const status = (fields: object) => `${JSON.stringify({...fields, ...common}, null, 2)}\n`;
	if (name === 'not-logged-in') return said(status({loggedIn: false, authMethod: 'none'}), '', 1);
	if (process.env.CLAUDE_CODE_OAUTH_TOKEN) return said(status({loggedIn: true, authMethod: 'oauth_token'}));
	if (name === 'api-key-login') {
		return said(status({loggedIn: true, authMethod: 'api_key', apiKeySource: '/login managed key'}));
	}
	return said(status({loggedIn: true, authMethod: 'claude.ai', email: 'person@example.com', subscriptionType: 'max'}));
}

/** It reads its arguments before it asks for its input. */
export const claudeProbe = (name: CaseName): Act =>
	name === 'too-old' || name === 'too-new'
		? unknownOption
		: said('', 'Error: Input must be provided either through stdin or as a prompt argument when using --print\n', 1);

export const claudeVersion = (name: CaseName) =>
	`${name === 'too-old' || name === 'older' ? '2.1.197' : '2.1.330'} (Claude Code)\n`;
