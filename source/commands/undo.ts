import {undoRun} from '../headless/recorded-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {jsonFlag, runsOfRepositoryFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

export const spec = {
	positionals: [
		{name: 'run', help: 'id of the run, or its first characters (default: the latest run that can be undone)'},
	],
	flags: {
		...jsonFlag,
		...runsOfRepositoryFlag,
		publish: {group: 'publish', help: 'undo it on GitHub too: push a revert, correct replies, unresolve threads'},
		pr: {
			group: 'publish',
			placeholder: '<pr>',
			help: 'set the pull request that the run is on, recorded here or not; needs --publish',
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
		{line: 'pr-resolve undo --publish --pr 12', help: 'undo the latest run on a pull request, from any machine'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	const {repo, json, publish, pr} = flags;
	if (pr !== null && !publish) {
		const message = '--pr needs --publish, because what is on a pull request is undone there.';
		throw usage('undo', 'bad-flags', message, 'Pass --publish too, or the id of a run instead of --pr.');
	}
	const pullRequest = pr === null ? null : {argument: null, pr, owner: null, repo};
	return undoRun({id: positionals[0] ?? null, repo, json, publish, pullRequest}, terminalOf(invocation, io), io);
};
