import {showDoctor} from '../headless/show-doctor.ts';
import type {CommandSpec, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [],
	everyday: ['privacy', 'llmPreset', 'llmProvider', 'json', 'set'],
	flags: {
		privacy: {
			group: 'model',
			help: 'check only whether data can leave this machine (sends one test question to the local model)',
		},
		...jsonFlag,
	},
	exits: {
		...hostExits,
		0: 'every check passed or was skipped',
		1: 'a check failed',
		2: 'git cannot use the repository, or a setting is wrong',
		5: 'the server in store_url cannot be used, or it lost the shared budget',
	},
	examples: [
		{line: 'pr-resolve doctor', help: 'check git, token and host'},
		{line: 'pr-resolve doctor --llm-provider ollama', help: 'check this provider too'},
		{line: 'pr-resolve doctor --privacy', help: 'check whether data can leave this machine'},
		{line: 'pr-resolve doctor --json', help: 'print JSON'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) =>
	showDoctor(
		{json: invocation.flags.json, privacy: invocation.flags.privacy, settings: invocation.settings.values},
		terminalOf(invocation, io),
		io,
	);
