import {existsSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {ClientHome} from '../client/home.ts';
import type {ClientProgram, Login, ProgramResult} from '../client/program.ts';
import {promptOf} from '../client/prompt.ts';
import {spec as openai} from '../openai/spec.ts';
import {indispensable, readCodexEvents, watchEvents} from './events.ts';

/** Each is a way out of the empty folder, or leads to one: its sandbox prevents writing, not reading. */
const features = [
	...indispensable,
	...['multi_agent', 'apps', 'plugins', 'hooks', 'view_image', 'skill_search', 'image_generation', 'goals'],
	// The last runs what the model writes as JavaScript.
	...['sleep_tool', 'tool_suggest', 'shell_snapshot', 'code_mode_host'],
];

/** Set like this, a feature that a version does not have is ignored; as an argument it is an error. */
const settings = [
	...features.map(name => `features.${name}=false`),
	...['agents.enabled=false', 'tools.experimental_request_user_input.enabled=false', 'web_search="disabled"'],
	...['project_doc_max_bytes=0', 'skills.include_instructions=false', 'include_environment_context=false'],
	...['include_permissions_instructions=false', 'include_collaboration_mode_instructions=false'],
	'analytics.enabled=false',
];

const flags = [
	...['exec', '--json', '--sandbox', 'read-only', '--skip-git-repo-check', '--ephemeral'],
	...['--ignore-user-config', '--ignore-rules', '--color', 'never', ...settings.flatMap(setting => ['-c', setting])],
];

/**
 * The login of `codex` is a file, unless the user chose the system's key store, whose entries depend on the path of the
 * home. The file is linked, because a renewed login makes the old one invalid.
 */
const codexHome: ClientHome = {
	variable: 'CODEX_HOME',
	usual: '.codex',
	async furnish(own) {
		const isFile = await stat(join(own, 'auth.json')).then(
			stats => stats.isFile(),
			() => false,
		);
		// Without the last two it would first request the models, and look like a new installation each time.
		return isFile ? {linked: ['auth.json'], copied: ['models_cache.json', 'installation_id']} : null;
	},
	async reveals(own) {
		const file = ['AGENTS.override.md', 'AGENTS.md'].map(name => join(own, name)).find(path => existsSync(path));
		if (file === undefined) return null;
		return {
			detail: `codex adds ${file} to every request because its login is not in a file next to it`,
			remedy: `Move ${file} away while pr-resolve uses codex.`,
		};
	},
};

/** `codex`, as of 0.169. */
export const codexProgram: ClientProgram = {
	name: 'codex',
	tried: {version: '0.169.0', node: 16, flags},
	install: 'npm install -g @openai/codex',
	login: 'codex login',
	subscribe: 'It requires a ChatGPT plan that includes Codex.',
	forKeys: openai.alias,
	env: {},
	loginVariables: [],
	home: codexHome,
	overheadBytes: 56_000,
	ask(request, {model, effort}, folder) {
		const schema = join(folder, 'schema.json');
		return {
			input: promptOf(request),
			files: {[schema]: JSON.stringify(request.schema)},
			args: [
				...flags,
				...(model === null ? [] : ['-m', model]),
				...['-c', `model_reasoning_effort="${effort ?? 'low'}"`, '--output-schema', schema, '-'],
			],
			// It would retry for up to half a minute, wait for the network forever, or continue its work.
			isEnough: watchEvents(),
		};
	},
	read: readCodexEvents,
	signs: [
		// The user's settings are ignored, so it is about the arguments.
		{kind: 'not-installed', said: /^error (?:loading config\.toml|parsing -c overrides)/i},
		{kind: 'authentication', said: /401 Unauthorized|not logged in|sign in again|could not be refreshed/i},
		{kind: 'quota', said: /hit your usage limit|quota exceeded/i},
		// An HTML page instead of an error comes from the network, not from the account.
		{kind: 'unreachable', said: /403 Forbidden: *</i},
		{kind: 'subscription', said: /upgrade to plus|not included in your plan|403 Forbidden/i},
		{kind: 'model-missing', said: /model\b.*(?:does not exist|not supported)/i},
	],
	probe: {input: ''},
	status: {
		command: {args: ['login', 'status'], input: ''},
		isSlow: false,
		read: readStatus,
	},
};

/** It reports this on stderr. */
function readStatus({stdout, stderr, exitCode}: ProgramResult): Login {
	const said =
		`${stderr}\n${stdout}`
			.split('\n')
			.find(line => /logged in|api key/i.test(line))
			?.trim() ?? '';
	if (exitCode !== 0) return {state: 'out', said: said || stderr.trim() || stdout.trim()};
	// The line contains parts of the key.
	if (/api key/i.test(said)) return {state: 'metered', detail: 'API key configured'};
	return {state: 'in', detail: said || 'logged in', subscription: null};
}
