import {type Act, type CaseName, jsonLines, said} from './case.ts';
import type {Profile} from './profile.ts';

export const copilotProfile: Profile = {
	env: {COPILOT_AUTO_UPDATE: 'false'},
	logins: ['COPILOT_GITHUB_TOKEN'],
	needed: [
		...[['-s'], ['--output-format', 'json'], ['--available-tools=none'], ['--disable-builtin-mcps']],
		...[['--no-custom-instructions'], ['--no-ask-user'], ['--no-remote-export'], ['--no-auto-update']],
		...[['--disable-client-telemetry'], ['--no-color'], ['--log-level', 'none']],
	],
	optional: [
		['--model', /^[\w.-]+$/],
		['--usage-output-file', /^\//],
	],
	// It has no command for it.
	status: null,
	probe: 'ping',
};

const unknownOption = said('', "error: unknown option '--available-tools=none'\n", 1);

const noLogin = `Error: No authentication information found.

Copilot can be authenticated with GitHub using an OAuth Token or a Fine-Grained Personal Access Token.

To authenticate, you can use any of the following methods:
  • Start 'copilot' and run the '/login' command
  • Set the COPILOT_GITHUB_TOKEN, GH_TOKEN, or GITHUB_TOKEN environment variable
  • Run 'gh auth login' to authenticate with the GitHub CLI
`;

const authenticationFailed = `Error: Authentication failed

Your GitHub token may be invalid, expired, or lacking the required permissions.

To resolve this, try the following:
  • Start 'copilot' and run the '/login' command to re-authenticate
`;

const denied = `Error: Access denied by policy settings

Your Copilot CLI policy setting may be preventing access. This can happen when:
  • Your organization has restricted Copilot access
  • Your Copilot subscription does not include this feature
`;

const about = (model: string) => ({
	turnId: '0',
	model,
	interactionId: '44864a2f-bfbe-4021-9df2-88212b5c480c',
});

const opening = (prompt: string, model: string) => [
	{type: 'session.skills_loaded', data: {skills: []}, ephemeral: true},
	{type: 'session.mcp_servers_loaded', ephemeral: true, data: {servers: [{name: 'WorkIQ', status: 'disabled'}]}},
	{type: 'session.tools_updated', data: {model}, ephemeral: true},
	{type: 'user.message', data: {content: prompt, transformedContent: `<current_datetime/>\n\n${prompt}`}},
	{type: 'assistant.turn_start', data: {turnId: '0'}},
	{type: 'model.call_start', data: {turnId: '0', model}, ephemeral: true},
];

const end = (exitCode: number) => ({
	type: 'result',
	sessionId: 'ce26a929-b9a3-4ffa-ad20-435460946ced',
	exitCode,
	usage: {premiumRequests: 0, codeChanges: {linesAdded: 0, linesRemoved: 0, filesModified: []}},
});

const usageOf = (model: string) =>
	JSON.stringify({
		totalPremiumRequestCost: 1,
		modelMetrics: {
			[model]: {
				requests: {count: 1, cost: 1},
				usage: {inputTokens: 1300, outputTokens: 40, cacheReadTokens: 1024, cacheWriteTokens: 0, reasoningTokens: 16},
			},
		},
	});

type CopilotCall = {args: readonly string[]; answer: unknown; prompt: string};

export function actAsCopilot(name: CaseName, {args, answer, prompt}: CopilotCall): Act {
	const model = args.includes('--model') ? args[args.indexOf('--model') + 1]! : 'gpt-6-luna';
	const first = opening(prompt, model);
	const words =
		typeof answer === 'string' ? answer : `Here it is.\n\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``;
	const message = (fields: object) => ({
		type: 'assistant.message',
		data: {...about(model), content: words, toolRequests: [] as object[], phase: 'final_answer', ...fields},
	});
	const success = (content: string): Act => ({
		...said(
			jsonLines(
				...first,
				{type: 'assistant.message_delta', data: {deltaContent: content}, ephemeral: true},
				message({content}),
				{type: 'model.call_final_result', data: {model, result: 'success'}, ephemeral: true},
				{type: 'assistant.turn_end', data: {turnId: '0'}},
				{type: 'assistant.idle', data: {}, ephemeral: true},
				end(0),
			),
		),
		usage: usageOf(model),
	});
	const failed = (errorType: string, text: string, fields: object = {}): Act =>
		said(
			jsonLines(
				...first,
				{type: 'model.call_finished', data: {outcome: 'error'}, ephemeral: true},
				{type: 'assistant.turn_retry', data: {turnId: '0', model, reason: 'api_error'}, ephemeral: true},
				{type: 'session.error', data: {errorType, message: text, ...fields}},
				{type: 'assistant.idle', data: {}, ephemeral: true},
				end(1),
			),
			'',
			1,
		);
	const gaveUp = (last: string) =>
		`Failed to get response from the AI model; retried 5 times (total retry wait time: 5.69 seconds) Last error: ${last}`;
	/** Failures before the request to a model go to stderr, after its first events. */
	const complained = (text: string): Act => said(jsonLines(...opening(prompt, model).slice(0, 3)), text, 1);
	switch (name) {
		case 'success':
		case 'older':
		case 'api-key-login':
			return success(words);
		case 'leftover':
			return {...success(words), after: 'leave-child'};
		case 'no-structured-output':
			return success(typeof answer === 'string' ? answer : JSON.stringify(answer));
		case 'not-logged-in':
			return said('', noLogin, 1);
		case 'expired':
			return failed('authorization', 'Authorization error. Your credentials may be expired or invalid.', {
				statusCode: 401,
			});
		case 'revoked':
			return complained(authenticationFailed);
		case 'subscription':
			return failed('policy', "You don't currently have a Copilot subscription.", {statusCode: 403});
		case 'policy':
			return complained(denied);
		case 'rate-limit':
			return failed(
				'rate_limit',
				gaveUp(`429 Rate limit reached for ${model} on requests per min (RPM). Please try again in 7s.`),
				{statusCode: 429},
			);
		case 'usage-window': {
			const message =
				"You've reached your weekly rate limit. Please wait for your limit to reset on November 24, 2026 at 9:37 AM or switch to auto model to continue.";
			const data = {
				errorType: 'rate_limit',
				message,
				errorCode: 'user_weekly_rate_limited',
				eligibleForAutoSwitch: true,
			};
			return {
				...said(jsonLines(...first, {type: 'session.error', data})),
				after: 'wait',
				last: jsonLines({type: 'abort', data: {reason: 'signal'}}, {type: 'agent.interrupted', data: {}}, end(1)),
			};
		}
		case 'quota':
			return failed('quota', 'You have used up your premium requests.', {statusCode: 402});
		case 'model-missing':
			return complained(`Error: Model "${model}" from --model flag is not available.\n`);
		case 'model-retired':
			return failed('query', `The requested model ${model} is not supported.`, {statusCode: 400});
		case 'server-down':
			return failed(
				'query',
				'Could not connect to the model provider.\n  Check that the service is running and the port is correct.',
			);
		case 'page':
			return {
				...said(jsonLines(...first, {type: 'assistant.turn_retry', data: {turnId: '0', model, reason: 'api_error'}})),
				after: 'hang',
			};
		case 'server-error':
			return failed('query', gaveUp('500 The server had an error while processing your request.'), {statusCode: 500});
		case 'overloaded':
		case 'at-capacity':
			return failed('query', gaveUp('503 The engine is currently overloaded, please try again later.'), {
				statusCode: 503,
			});
		case 'too-large':
			return failed('query', 'prompt token count of 300000 exceeds the limit of 272000', {statusCode: 400});
		case 'tool-use':
		case 'tool-refused':
			return {
				...said(
					jsonLines(...first, message({content: '', phase: 'commentary', toolRequests: [{name: 'view'}]}), {
						type: 'tool.execution_start',
						data: {toolName: 'view'},
					}),
				),
				after: 'hang',
			};
		case 'garbage':
			return said('<html>502</html>\n{"type":\n');
		case 'cut-off':
			return failed(
				'query',
				gaveUp(
					'Failed native model HTTP request: error decoding response body: error reading a body from connection: end of file before message length reached',
				),
			);
		case 'cut-short':
		case 'filtered':
			return said(jsonLines(...first));
		case 'too-old':
		case 'too-new':
			return unknownOption;
		case 'silence':
			return said('');
		case 'crash':
			return {...said(jsonLines(...first)), after: 'crash'};
		case 'hang':
			return {...said(jsonLines(...first)), after: 'hang'};
		case 'flood':
		case 'flood-stderr':
			return {...said(jsonLines(...first)), after: name};
	}
}

/** The same request with a word for a prompt: a caller that only checks that it runs ends it after the first line. */
export const copilotProbe = (name: CaseName): Act => {
	if (name === 'too-old' || name === 'too-new') return unknownOption;
	if (name === 'not-logged-in') return said('', noLogin, 1);
	return {...said(jsonLines(...opening('ping', 'gpt-6-luna'))), after: 'hang'};
};

export const copilotVersion = (name: CaseName) =>
	`GitHub Copilot CLI ${name === 'too-old' || name === 'older' ? '0.0.354' : '1.0.102'}.\n`;
