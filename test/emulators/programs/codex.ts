import {type Act, type CaseName, jsonLines, said} from './case.ts';
import type {Profile} from './profile.ts';

const disabled = [
	...['shell_tool', 'unified_exec', 'multi_agent', 'apps', 'plugins', 'hooks', 'view_image', 'skill_search'],
	...['image_generation', 'goals', 'sleep_tool', 'tool_suggest', 'shell_snapshot'],
];

export const codexProfile: Profile = {
	env: {},
	needed: [
		...[['exec'], ['--json'], ['--sandbox', 'read-only'], ['--skip-git-repo-check'], ['--ephemeral']],
		...[['--ignore-user-config'], ['--ignore-rules'], ['--color', 'never'], ['-']],
		...disabled.map(feature => ['--disable', feature]),
		...['web_search="disabled"', 'project_doc_max_bytes=0', 'skills.include_instructions=false'].map(set => [
			'-c',
			set,
		]),
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
};

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
const refused = 'unexpected status 401 Unauthorized: Your authentication token has expired';

export function actAsCodex(name: CaseName, {args, answer}: {args: readonly string[]; answer: unknown}): Act {
	const model = args.includes('-m') ? args[args.indexOf('-m') + 1]! : 'gpt-6.1-sol';
	const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
	const message = item({type: 'agent_message', text});
	const success = told(item({type: 'reasoning', text: 'It fits.'}), message, completed);
	switch (name) {
		case 'success':
		case 'no-structured-output':
		case 'api-key-login':
			return success;
		case 'leftover':
			return {...success, after: 'leave-child'};
		case 'not-logged-in':
		case 'expired':
			// It goes on for 20 seconds before it fails; here for ever.
			return {
				...told({type: 'error', message: `Reconnecting... 2/5 (${refused}, url: wss://chatgpt.com/backend-api/codex)`}),
				after: 'hang',
			};
		case 'subscription':
			return failed('To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.');
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
		case 'server-down': {
			const waiting = 'Reconnecting... waiting for network (Connection failed: error sending request)';
			return {...told({type: 'error', message: waiting}), after: 'repeat'};
		}
		case 'server-error':
			return failed(`unexpected status 502 Bad Gateway: , url: ${where}, request id: req_00000001`);
		case 'overloaded':
			return failed('We’re currently experiencing high demand, which may cause temporary errors.');
		case 'too-large':
			return failed("Codex ran out of room in the model's context window.");
		case 'tool-use': {
			const command = {type: 'command_execution', command: 'cat /etc/hostname', status: 'in_progress'};
			return {...told({type: 'item.started', item: {id: 'item_1', ...command}}), after: 'hang'};
		}
		case 'garbage':
			return said('<html>502</html>\n{"type":\n', noise);
		case 'cut-off':
			return told({type: 'item.started', item: {id: 'item_0', type: 'reasoning', text: ''}});
		case 'too-old':
			return said(
				'',
				"error: unexpected argument '--ignore-user-config' found\n\n  tip: to pass '--ignore-user-config' as a value, use '-- --ignore-user-config'\n",
				2,
			);
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

export const codexVersion = 'codex-cli 0.169.0\n';
