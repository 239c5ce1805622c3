import {showRuns} from '../headless/show-runs.ts';
import type {CommandSpec, Run} from './command.ts';
import {localExits} from './exit-codes.ts';
import {jsonFlag, runsOfRepositoryFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [],
	about: 'Runs without a checkout are listed in every folder.',
	flags: {...jsonFlag, ...runsOfRepositoryFlag},
	exits: {...localExits, 0: 'done, even if there are no runs'},
	examples: [
		{line: 'pr-resolve runs', help: 'list every run with its state, latest first'},
		{line: 'pr-resolve runs --repo octo/app', help: 'list those on pull requests of a repository'},
		{line: 'pr-resolve runs --json', help: 'print JSON'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) =>
	showRuns(invocation.flags, terminalOf(invocation, io), io);
