import {join} from 'node:path';
import type {ModelReply, Usage} from '../provider.ts';
import {codexHome} from './cli-b-codex-home.ts';
import type {Choice, ClientProgram, Ended, Login, Reading} from './client/program.ts';
import {promptOf} from './client/prompt.ts';
import {at, countAt, recordsOf, textAt} from './client/records.ts';
import {type Fields, recordOf} from './record.ts';

/** Without a switch for each of these, programs of this machine could be run. */
const indispensable = ['shell_tool', 'unified_exec'];

/** Each is, or leads to, a way out of the empty folder: its sandbox keeps from writing, not from reading. */
const features = [
	...indispensable,
	...['multi_agent', 'apps', 'plugins', 'hooks', 'view_image', 'skill_search', 'image_generation', 'goals'],
	// The last runs what the model writes as JavaScript.
	...['sleep_tool', 'tool_suggest', 'shell_snapshot', 'code_mode_host'],
];

/** A feature that another version does not know is ignored when it is set so, and a fault when it is an argument. */
const settings = [
	...features.map(name => `features.${name}=false`),
	...['agents.enabled=false', 'tools.experimental_request_user_input.enabled=false', 'web_search="disabled"'],
	...['project_doc_max_bytes=0', 'skills.include_instructions=false', 'include_environment_context=false'],
	...['include_permissions_instructions=false', 'include_collaboration_mode_instructions=false'],
	'analytics.enabled=false',
];

/** What an answer is made of; anything else is work that nobody asked for. */
const harmless = new Set(['agent_message', 'reasoning', 'error', 'todo_list']);

/** `codex`, as of 0.169. */
export const codex: ClientProgram = {
	provider: 'cli-b',
	name: 'codex',
	install: 'npm install -g @openai/codex',
	login: 'codex login',
	subscribe: 'It takes a ChatGPT plan that includes Codex.',
	env: {},
	loginVariables: [],
	home: codexHome,
	overheadBytes: 56_000,
	inputOf: request => promptOf(request),
	ask(request, {model, effort}, folder) {
		const schema = join(folder, 'schema.json');
		let isPastSockets = false;
		return {
			input: promptOf(request),
			files: {[schema]: JSON.stringify(request.schema)},
			args: [
				...['exec', '--json', '--sandbox', 'read-only', '--skip-git-repo-check', '--ephemeral'],
				...['--ignore-user-config', '--ignore-rules', '--color', 'never'],
				...(model === null ? [] : ['-m', model]),
				...[...settings, `model_reasoning_effort="${effort ?? 'low'}"`].flatMap(setting => ['-c', setting]),
				...['--output-schema', schema, '-'],
			],
			// It would try again by itself for up to half a minute, wait for the network for ever, or go on with its work.
			isEnough: (line, stream) => {
				if (stream === 'stderr') return refusal.test(line);
				const event = recordOf(line);
				if (event === null) return false;
				isPastSockets ||= textAt(event, 'item', 'message').startsWith('Falling back from WebSockets');
				return isGivenUp(event, isPastSockets) || isWork(event) || unknownIn(event) !== null;
			},
		};
	},
	read,
	signs: [
		{kind: 'authentication', said: /401 Unauthorized|not logged in|sign in again|could not be refreshed/i},
		{kind: 'quota', said: /hit your usage limit|quota exceeded/i},
		// A page in place of an error is one of the network's, not of the account.
		{kind: 'unreachable', said: /403 Forbidden: *</i},
		{kind: 'subscription', said: /upgrade to plus|not included in your plan|403 Forbidden/i},
		{kind: 'model-missing', said: /model\b.*(?:does not exist|not supported)/i},
	],
	status: {
		command: {args: ['login', 'status'], input: ''},
		isSlow: false,
		read: readStatus,
	},
};

/** How its log tells of a call that it did not let through; nothing else does. */
const refusal = / ERROR codex_core::tools::router: (?:error=)?(.*)/;

const reconnecting = /^Reconnecting\.\.\. [^(]*\((.*)\)$/s;

/**
 * It tells why it tries again. At first that may be a proxy that lets no WebSocket through, after which it goes on
 * without.
 */
function isGivenUp(event: Fields, isPastSockets: boolean): boolean {
	const reason = event.type === 'error' ? reconnecting.exec(textAt(event, 'message'))?.[1] : undefined;
	if (reason === undefined) return false;
	return isPastSockets || !reason.startsWith('stream disconnected') || cutShort.test(reason);
}

const isWork = (event: Fields) =>
	textAt(event, 'type').startsWith('item.') && !harmless.has(textAt(event, 'item', 'type'));

/** A switch that this version does not know, of those that matter. */
function unknownIn(event: Fields): string | null {
	const said = textAt(event, 'item', 'message');
	return indispensable.find(name => said.includes(`features.${name}\` is ignored`)) ?? null;
}

const cutShort = /incomplete response returned, reason: (\w+)/i;

const stops: Readonly<Record<string, ModelReply['stop']>> = {max_output_tokens: 'length', content_filter: 'refusal'};

function read({stdout, stderr, exitCode, stoppedBy}: Ended, {model}: Choice): Reading {
	const events = recordsOf(stdout);
	const done = events.findLast(event => event.type === 'turn.completed');
	const usage = done ? usageOf(done) : null;
	const reply = (text: string, stop: ModelReply['stop']): Reading => ({
		reply: {text, stop, usage, model: model ?? 'codex'},
	});
	const work = events.find(isWork);
	const tried = work ? textAt(work, 'item', 'type') : refusal.exec(stderr)?.[1];
	if (tried !== undefined) return {symptom: {kind: 'unsafe-client', said: tried, spent: usage ?? 'unknown'}};
	const unknown = events.map(unknownIn).find(name => name !== null);
	if (unknown) {
		return {symptom: {kind: 'not-installed', said: `it cannot switch off the tools behind features.${unknown}`}};
	}
	const answer = events.findLast(
		event => event.type === 'item.completed' && at(event, 'item', 'type') === 'agent_message',
	);
	if (done) return reply(textAt(answer, 'item', 'text'), 'complete');
	const failure =
		events.findLast(event => event.type === 'turn.failed') ??
		(stoppedBy === 'enough' ? events.findLast(event => event.type === 'error') : undefined);
	const said = saidBy(failure);
	const stop = stops[cutShort.exec(said)?.[1] ?? ''];
	if (stop) return reply('', stop);
	const status = Number(/unexpected status (\d{3})/.exec(said)?.[1] ?? Number.NaN);
	if (said) return {symptom: {said, status: Number.isNaN(status) ? null : status}};
	if (events.length > 0) return {symptom: {kind: 'cut-off', said: 'it ended in mid-answer'}};
	const words = stdout.trim() || stderr.split('\n').filter(isNews).join('\n').trim();
	return {symptom: {said: words || `it ended with ${exitCode} and said nothing`, isUnread: true}};
}

/** The reason by itself: it may stand in brackets, or in the service's own wrapping. */
function saidBy(failure: Fields | undefined): string {
	const message = textAt(failure, 'error', 'message') || textAt(failure, 'message');
	const reason = reconnecting.exec(message)?.[1] ?? message;
	return textAt(recordOf(reason), 'detail') || reason;
}

/** Most of its stderr is about itself. */
const isNews = (line: string) => !/^(?:WARNING:|Reading additional input|\d{4}-\d\d-\d\dT)/.test(line);

const usageOf = (event: Fields): Usage => ({
	input: countAt(event, 'usage', 'input_tokens'),
	cachedInput: countAt(event, 'usage', 'cached_input_tokens'),
	cacheWrite: countAt(event, 'usage', 'cache_write_input_tokens'),
	output: countAt(event, 'usage', 'output_tokens'),
});

/** It tells on stderr. */
function readStatus({stdout, stderr, exitCode}: Ended): Login {
	const said =
		`${stderr}\n${stdout}`
			.split('\n')
			.find(line => /logged in|api key/i.test(line))
			?.trim() ?? '';
	if (exitCode !== 0) return {state: 'out', said: said || stderr.trim() || stdout.trim()};
	// The line shows parts of the key.
	if (/api key/i.test(said)) return {state: 'metered', detail: 'API key configured'};
	return {state: 'in', detail: said || 'logged in', subscription: null};
}
