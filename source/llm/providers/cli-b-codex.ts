import {join} from 'node:path';
import type {Usage} from '../provider.ts';
import type {Choice, ClientProgram, Ended, Login, Reading} from './client/program.ts';
import {promptOf} from './client/prompt.ts';
import {at, countAt, recordsOf, textAt} from './client/records.ts';
import {type Fields, recordOf} from './record.ts';

/** Each is, or leads to, a way out of the empty folder: its sandbox keeps from writing, not from reading. */
const features = [
	...['shell_tool', 'unified_exec', 'multi_agent', 'apps', 'plugins', 'hooks', 'view_image', 'skill_search'],
	...['image_generation', 'goals', 'sleep_tool', 'tool_suggest', 'shell_snapshot'],
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
	overheadBytes: 56_000,
	inputOf: request => promptOf(request),
	ask(request, {model, effort}, folder) {
		const schema = join(folder, 'schema.json');
		const settings = [
			'web_search="disabled"',
			'project_doc_max_bytes=0',
			'skills.include_instructions=false',
			`model_reasoning_effort="${effort ?? 'low'}"`,
		];
		return {
			input: promptOf(request),
			files: {[schema]: JSON.stringify(request.schema)},
			args: [
				...['exec', '--json', '--sandbox', 'read-only', '--skip-git-repo-check', '--ephemeral'],
				...['--ignore-user-config', '--ignore-rules', '--color', 'never'],
				...(model === null ? [] : ['-m', model]),
				...features.flatMap(feature => ['--disable', feature]),
				...settings.flatMap(setting => ['-c', setting]),
				...['--output-schema', schema, '-'],
			],
			// It would try to connect for 20 seconds, or go on with its work.
			isEnough: line => {
				const event = recordOf(line);
				return event !== null && (isRejected(event) || isWork(event));
			},
		};
	},
	read,
	signs: [
		{kind: 'authentication', said: /401 Unauthorized|not logged in/i},
		{kind: 'quota', said: /hit your usage limit|quota exceeded/i},
		{kind: 'subscription', said: /upgrade to plus|not included in your plan|403 Forbidden/i},
		{kind: 'model-missing', said: /model .* does not exist/i},
	],
	status: {
		command: {args: ['login', 'status'], input: ''},
		isSlow: false,
		read: readStatus,
	},
};

const isRejected = (event: Fields) => event.type === 'error' && textAt(event, 'message').includes('401 Unauthorized');

const isWork = (event: Fields) =>
	textAt(event, 'type').startsWith('item.') && !harmless.has(textAt(event, 'item', 'type'));

function read({stdout, stderr, exitCode}: Ended, {model}: Choice): Reading {
	const events = recordsOf(stdout);
	const done = events.findLast(event => event.type === 'turn.completed');
	const usage = done ? usageOf(done) : null;
	const work = events.find(isWork);
	if (work) {
		return {symptom: {kind: 'unsafe-client', said: textAt(work, 'item', 'type'), spent: usage ?? 'unknown'}};
	}
	const answer = events.findLast(
		event => event.type === 'item.completed' && at(event, 'item', 'type') === 'agent_message',
	);
	if (done) return {reply: {text: textAt(answer, 'item', 'text'), stop: 'complete', usage, model: model ?? 'codex'}};
	const failure = events.findLast(event => event.type === 'turn.failed') ?? events.findLast(isRejected);
	const said = textAt(failure, 'error', 'message') || textAt(failure, 'message');
	const status = Number(/unexpected status (\d{3})/.exec(said)?.[1] ?? Number.NaN);
	if (said) return {symptom: {said, status: Number.isNaN(status) ? null : status}};
	if (events.length > 0) return {symptom: {kind: 'cut-off', said: 'it ended in mid-answer'}};
	const words = stdout.trim() || stderr.split('\n').filter(isNews).join('\n').trim();
	return {symptom: {said: words || `it ended with ${exitCode} and said nothing`}};
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
