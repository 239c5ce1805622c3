import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, type JsonObject} from '../../../system/json.ts';
import type {ClientHome} from '../client/home.ts';
import type {ClientProgram, Login, ProgramResult} from '../client/program.ts';
import {promptOf} from '../client/prompt.ts';
import {spec as openai} from '../openai/spec.ts';
import {isLast, readCopilotEvents} from './events.ts';

const flags = [
	...['-s', '--output-format', 'json', '--disable-builtin-mcps', '--no-custom-instructions', '--no-ask-user'],
	...['--no-remote-export', '--no-auto-update', '--disable-client-telemetry', '--no-color', '--log-level', 'none'],
	// An empty list would be ignored; the name of no tool leaves none.
	'--available-tools=none',
];

const signsOfNoLogin =
	/no authentication information|personal access tokens .{0,100}not supported|^error: authentication failed|could not be validated.{0,300}\(40[13]\)/i;

/** The user's settings for model and network. */
const kept = ['model', 'proxyUrl', 'proxyKerberosServicePrincipal'];

/**
 * `copilot` stores every question in its home and runs the hooks there. Its login is in `config.json`, in the system's key
 * store or in `gh`; it finds the last two from any home.
 */
const copilotHome: ClientHome = {
	variable: 'COPILOT_HOME',
	usual: '.copilot',
	async furnish(own) {
		const settings = await readHomeSettings(join(own, 'settings.json'));
		const carried = Object.entries(settings).filter(([name]) => kept.includes(name));
		return {
			linked: [],
			copied: ['config.json'],
			written: {'settings.json': JSON.stringify({...Object.fromEntries(carried), disableAllHooks: true})},
		};
	},
};

/** None if there is no such file or it cannot be read. */
async function readHomeSettings(file: string): Promise<JsonObject> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const {parse} = await import('jsonc-parser');
	const settings: unknown = parse(text);
	return isObject(settings) ? settings : {};
}

/** `copilot`, the standalone program, as of 1.0. It has no option for a schema, so the text contains the shape. */
export const copilotProgram: ClientProgram = {
	name: 'copilot',
	tried: {version: '1.0.102', node: null, flags},
	// The extension of `gh` with this name ended on 25 October 2025.
	install: 'npm install -g @github/copilot',
	login: 'copilot login',
	subscribe: 'It requires a GitHub Copilot subscription.',
	forKeys: openai.alias,
	env: {COPILOT_AUTO_UPDATE: 'false'},
	loginVariables: ['COPILOT_GITHUB_TOKEN'],
	home: copilotHome,
	overheadBytes: 20_000,
	ask(request, {model}, folder) {
		const usage = join(folder, 'usage.json');
		return {
			input: inputOf(request),
			args: [...flags, ...(model === null ? [] : ['--model', model]), '--usage-output-file', usage],
			outputFile: usage,
			// After some errors it waits forever.
			isEnough: isLast,
		};
	},
	read: readCopilotEvents,
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
		{kind: 'server-error', said: /could not be validated.{0,300}\(5\d\d\)/i},
		{kind: 'model-missing', said: /model .*(?:is not available|does not exist|not found|not supported)/i},
	],
	// Without a login it reports that at once. With one, it is stopped at its first event, long before it sends a request.
	probe: {input: 'ping', isEnough: (_, stream) => stream === 'stdout'},
	status: {
		// It has no command for this.
		command: null,
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

function readStatus({stdout, stderr, stoppedBy}: ProgramResult): Login {
	const [said = ''] = stderr.trim().split('\n');
	const isOut = signsOfNoLogin.test(stderr);
	if (isOut || (stoppedBy === null && said === '' && stdout.trim() === '')) return {state: 'out', said};
	return {
		state: 'in',
		detail: 'a login is stored; the first request shows whether it is still valid',
		subscription: null,
	};
}
