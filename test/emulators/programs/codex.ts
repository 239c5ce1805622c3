import {type Act, type CaseName, jsonLines, said} from './case.ts';
import type {Profile} from './profile.ts';

const disabled = [
	...['shell_tool', 'unified_exec', 'multi_agent', 'apps', 'plugins', 'hooks', 'view_image', 'skill_search'],
	...['image_generation', 'goals', 'sleep_tool', 'tool_suggest', 'shell_snapshot', 'code_mode_host'],
];

const settings = [
	...disabled.map(feature => `features.${feature}=false`),
	...['agents.enabled=false', 'tools.experimental_request_user_input.enabled=false', 'web_search="disabled"'],
	...['project_doc_max_bytes=0', 'skills.include_instructions=false', 'include_environment_context=false'],
	...['include_permissions_instructions=false', 'include_collaboration_mode_instructions=false'],
	'analytics.enabled=false',
];

export const codexProfile: Profile = {
	env: {},
	logins: [],
	needed: [
		...[['exec'], ['--json'], ['--sandbox', 'read-only'], ['--skip-git-repo-check'], ['--ephemeral']],
		...[['--ignore-user-config'], ['--ignore-rules'], ['--color', 'never'], ['-']],
		...settings.map(setting => ['-c', setting]),
		...[
			['-c', /^model_reasoning_effort="(?:none|minimal|low|medium|high|xhigh|max)"$/],
			['--output-schema', /^\//],
		],
	],
	optional: [
		['-m', /^[\w.-]+$/],
		['-o', /^\//],
	],
	status: ['login', 'status'],
	probe: '',
};

const unknownArgument = said(
	'',
	"error: unexpected argument '--ignore-user-config' found\n\n  tip: to pass '--ignore-user-config' as a value, use '-- --ignore-user-config'\n",
	2,
);

/** Of one input, in characters. */
const longestInput = 2 ** 20;

const noise = 'Reading additional input from stdin...\n';

const opening = [{type: 'thread.started', thread_id: '01a1f884-13b2-7ee0-aa51-13619f37a7e2'}, {type: 'turn.started'}];
const item = (fields: object) => ({type: 'item.completed', item: {id: 'item_0', ...fields}});
const completed = {
	type: 'turn.completed',
	usage: {
		input_tokens: 1300,
		cached_input_tokens: 1024,
		cache_write_input_tokens: 0,
		output_tokens: 40,
		reasoning_output_tokens: 16,
	},
};

const told = (...records: object[]) => said(jsonLines(...opening, ...records), noise);
const failed = (message: string, ...before: object[]): Act => ({
	...told(...before, {type: 'error', message}, {type: 'turn.failed', error: {message}}),
	exit: 1,
});

const where = 'https://chatgpt.com/backend-api/codex/responses';
const highDemand = 'We’re currently experiencing high demand, which may cause temporary errors.';

/** It goes on for half a minute before it fails, or for ever; here for ever. */
const reconnecting = (reason: string, ...before: object[]): Act => ({
	...told(...before, {type: 'error', message: `Reconnecting... 1/5 (${reason})`}),
	after: 'hang',
});

const noCodeMode = item({
	type: 'error',
	message:
		'Code Mode is unavailable because code-mode host is disabled. Code mode will fail closed; enable `features.code_mode_host` and install `codex-code-mode-host`.',
});

type CodexCall = {args: readonly string[]; answer: unknown; prompt: string};

export function actAsCodex(name: CaseName, {args, answer, prompt}: CodexCall): Act {
	if (prompt.length > longestInput) {
		const limit = `Input exceeds the maximum length of ${longestInput} characters.`;
		return said(jsonLines(...opening.slice(0, 1)), `${noise}Error: turn/start: turn/start failed: ${limit}\n`, 1);
	}
	const model = args.includes('-m') ? args[args.indexOf('-m') + 1]! : 'gpt-6.1-sol';
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	const message = item({type: 'agent_message', text});
	const success = told(noCodeMode, item({type: 'reasoning', text: 'It fits.'}), message, completed);
	switch (name) {
		case 'success':
		case 'older':
		case 'no-structured-output':
		case 'api-key-login':
			return success;
		case 'leftover':
			return {...success, after: 'leave-child'};
		case 'not-logged-in':
		case 'revoked':
			return reconnecting(
				'unexpected status 401 Unauthorized: Your authentication token has expired, url: wss://chatgpt.com/backend-api/codex',
			);
		case 'expired':
			return failed(
				'Your access token could not be refreshed because your refresh token has expired. Please log out and sign in again.',
			);
		case 'subscription':
			return failed('To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.');
		case 'policy':
			return reconnecting(`unexpected status 403 Forbidden: {"detail":"Workspace is not allowed"}, url: ${where}`);
		case 'page':
			return reconnecting(
				`unexpected status 403 Forbidden: <html><body>Just a moment... cloudflare</body></html>, url: ${where}`,
			);
		case 'rate-limit':
			return failed(`rate limit exceeded: Rate limit reached for ${model}. Please try again in 2s.`);
		case 'usage-window':
			return failed(
				'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 12:39 PM.',
			);
		case 'quota':
			return failed('Quota exceeded. Check your plan and billing details.');
		case 'model-missing': {
			const metadata = `Model metadata for \`${model}\` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.`;
			return failed(
				`The model \`${model}\` does not exist or you do not have access to it.`,
				item({type: 'error', message: metadata}),
			);
		}
		case 'model-retired':
			return failed(
				JSON.stringify({
					detail: `The '${model}' model is not supported when using Codex with a ChatGPT account.`,
				}),
			);
		case 'server-down': {
			const refused = 'stream disconnected before completion: Connection refused (os error 111)';
			const noSocket = `Falling back from WebSockets to HTTPS transport. ${refused}`;
			const waiting = 'Reconnecting... waiting for network (Connection failed: error sending request)';
			return {
				...told(
					...[2, 3, 4, 5].map(time => ({type: 'error', message: `Reconnecting... ${time}/5 (${refused})`})),
					item({type: 'error', message: noSocket}),
					{type: 'error', message: waiting},
				),
				after: 'repeat',
			};
		}
		case 'server-error':
			return reconnecting(`unexpected status 502 Bad Gateway: , url: ${where}, request id: req_00000001`);
		case 'overloaded':
			return reconnecting(highDemand);
		case 'at-capacity':
			return failed('Selected model is at capacity. Please try a different model.');
		case 'cut-short':
			return failed('Incomplete response returned, reason: max_output_tokens');
		case 'filtered':
			return reconnecting(
				'stream disconnected before completion: Incomplete response returned, reason: content_filter',
			);
		case 'too-large':
			return failed("Codex ran out of room in the model's context window.");
		case 'tool-use': {
			const command = {type: 'command_execution', command: 'cat /etc/hostname', status: 'in_progress'};
			return {...told({type: 'item.started', item: {id: 'item_1', ...command}}), after: 'hang'};
		}
		case 'tool-refused':
			return {
				...success,
				stderr: `${noise}2026-11-22T09:27:34.988529Z ERROR codex_core::tools::router: error=unsupported call: shell\n`,
			};
		case 'too-new': {
			const ignored =
				'Codex is ignoring 1 unrecognized configuration setting. Check for typos or deprecated settings.\n  session-flags: `features.shell_tool` is ignored.';
			return {...told(item({type: 'error', message: ignored}), item({type: 'reasoning', text: ''})), after: 'hang'};
		}
		case 'garbage':
			return said('<html>502</html>\n{"type":\n', noise);
		case 'cut-off':
			return told({type: 'item.started', item: {id: 'item_0', type: 'reasoning', text: ''}});
		case 'too-old':
			return unknownArgument;
		case 'silence':
			return said('');
		case 'crash':
			return {...told(), after: 'crash'};
		case 'hang':
			return {...told(), after: 'hang'};
		case 'flood':
		case 'flood-stderr':
			return {...told(), after: name};
	}
}

export function codexStatus(name: CaseName): Act {
	if (name === 'not-logged-in') return said('', 'Not logged in\n', 1);
	if (name === 'api-key-login') {
		const key = ['sk', 'proj', '***67890'].join('-');
		return said('', `API key configured - ${key}\nAuthentication is checked when you send a request.\n`);
	}
	return said('', 'Logged in using ChatGPT\n');
}

/** It reads its arguments before its input. */
export const codexProbe = (name: CaseName): Act =>
	name === 'too-old' ? unknownArgument : said('', 'No prompt provided via stdin.\n', 1);

export const codexVersion = (name: CaseName) =>
	`codex-cli ${name === 'too-old' || name === 'older' ? '0.98.0' : '0.169.0'}\n`;
