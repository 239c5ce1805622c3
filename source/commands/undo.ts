import {undoRun} from '../headless/undo-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {localExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [
		{name: 'run', help: 'id of the run, or its first characters (default: the latest run that can be undone)'},
	],
	flags: jsonFlag,
	exits: {...localExits, 0: 'undone', 3: 'partly undone: files that have been edited since were kept'},
	examples: [
		{line: 'pr-resolve undo', help: 'undo the latest run and keep your later edits'},
		{line: 'pr-resolve undo 20261121-1030', help: 'undo this run'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	return undoRun({id: positionals[0] ?? null, json: flags.json}, terminalOf(invocation, io), io);
};
