import {showDoctor} from '../headless/show-doctor.ts';
import type {CommandSpec, Run} from './command.ts';
import {jsonFlag} from './flags.ts';
import {codeHostEnvironment} from './pull-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [],
	flags: jsonFlag,
	environment: codeHostEnvironment,
	examples: [
		{line: 'pr-resolve doctor', help: 'one line for each check, with the remedy'},
		{line: 'pr-resolve doctor --json', help: 'the same for a program'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) =>
	showDoctor({json: invocation.flags.json}, terminalOf(invocation, io), io);
