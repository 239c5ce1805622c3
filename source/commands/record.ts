import {recordPullRequest} from '../headless/record-run.ts';
import type {CommandSpec, Run} from './command.ts';
import {codeHostEnvironment, pullRequestArgument, pullRequestFlags} from './pull-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	flags: {
		...pullRequestFlags,
		output: {type: 'text', placeholder: '<file>', help: 'where to save the recording'},
	},
	environment: codeHostEnvironment,
	examples: [
		{line: 'pr-resolve record 12 --output review.json', help: 'save pull request 12'},
		{line: 'pr-resolve apply --from review.json', help: 'apply it later, without a network'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {pr, owner, repo, output} = invocation.flags;
	const argument = {argument: null, pr, owner, repo};
	return recordPullRequest({argument, output}, terminalOf(invocation, io), io);
};
