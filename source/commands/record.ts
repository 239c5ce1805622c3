import {recordPullRequest} from '../headless/record-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {hostExits} from './exit-codes.ts';
import {pullRequestArgument, pullRequestFlags} from './pull-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	flags: {
		...pullRequestFlags,
		output: {
			group: 'output',
			placeholder: '<file>',
			help: 'save the recording to this file (default: standard output)',
		},
	},
	exits: {...hostExits, 0: 'saved', 3: 'saved, but parts of the pull request could not be read'},
	examples: [
		{line: 'pr-resolve record 12 --output review.json', help: 'save pull request 12'},
		{line: 'pr-resolve apply --from review.json', help: 'apply it later, offline'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {pr, owner, repo, output} = invocation.flags;
	const argument = {argument: null, pr, owner, repo};
	return recordPullRequest({argument, output}, terminalOf(invocation, io), io);
};
