import {undoRun} from '../headless/undo-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag, runsOfRepositoryFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [
		{name: 'run', help: 'id of the run, or its first characters (default: the latest run that can be undone)'},
	],
	flags: {
		...jsonFlag,
		...runsOfRepositoryFlag,
		publish: {
			group: 'publish',
			type: 'boolean',
			help: 'undo it on GitHub too: push a revert, correct replies, unresolve threads',
		},
	},
	exits: {
		...hostExits,
		0: 'undone',
		3: 'not all undone: later edits stay, and what is pushed needs --publish',
		5: "stopped early by GitHub's limit on writes",
	},
	examples: [
		{line: 'pr-resolve undo', help: 'undo the latest run and keep your later edits'},
		{line: 'pr-resolve undo 20261121-1030', help: 'undo this run'},
		{line: 'pr-resolve undo 20261121-1030 --publish', help: 'undo it on GitHub too'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	return undoRun(
		{id: positionals[0] ?? null, repo: flags.repo, json: flags.json, publish: flags.publish},
		terminalOf(invocation, io),
		io,
	);
};
