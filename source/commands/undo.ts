import {undoRun} from '../headless/undo-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {localExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [{name: 'run', help: 'id of the run, or how it begins (default: the latest that can be undone)'}],
	flags: jsonFlag,
	exits: {...localExits, 0: 'taken back', 3: 'taken back in part: files that were edited since stay as they are'},
	examples: [
		{line: 'pr-resolve undo', help: 'take the latest run back; later edits of yours stay'},
		{line: 'pr-resolve undo 20261121-1030', help: 'take this run back'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, positionals} = invocation;
	return undoRun({id: positionals[0] ?? null, json: flags.json}, terminalOf(invocation, io), io);
};
