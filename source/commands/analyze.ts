import {runReview} from '../headless/review-run.ts';
import type {Worktree} from '../worktree/repository.ts';
import type {CommandSpec, Run} from './command.ts';
import {allExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {modelFlags, pullRequestArgument, sourceFlags} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	flags: {...sourceFlags, ...modelFlags, ...jsonFlag},
	exits: {
		...allExits,
		0: 'done: every change can be applied, or there is nothing to do',
	},
	examples: [
		{line: 'pr-resolve analyze', help: 'analyze the open pull request of the current branch'},
		{line: 'pr-resolve analyze 12 --json', help: 'print findings, conflicts and plan as JSON'},
		{line: 'pr-resolve analyze --from review.json', help: 'read a recording'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const begin = async (repository: Worktree) => {
		const {warnOfInterruptedRun} = await import('../headless/interrupted-run.ts');
		return warnOfInterruptedRun(repository, io);
	};
	const run = {...reviewRequest('analyze', invocation), begin, action: 'show', closing: null} as const;
	return runReview(run, terminalOf(invocation, io), io);
};
