import {runReview} from '../headless/review-run.ts';
import {openWorktree} from '../run/worktree.ts';
import type {Repository} from '../worktree/repository.ts';
import {agentFace, formatFlag, idsFlag} from './agent-format.ts';
import type {CommandSpec, Run} from './command.ts';
import {analysisExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {atHead, checkoutFlags} from './no-checkout.ts';
import {modelFlags, objectionFlags, pullRequestArgument, sourceFlags} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	everyday: [
		'author',
		'severity',
		'path',
		'includeResolved',
		'from',
		'noCheckout',
		'llmPreset',
		'noLlm',
		'json',
		'set',
	],
	flags: {...sourceFlags, ...checkoutFlags, ...modelFlags, ...objectionFlags, ...formatFlag, ...idsFlag, ...jsonFlag},
	exits: {
		...analysisExits,
		0: 'done: every change can be applied, or there is nothing to do',
	},
	examples: [
		{line: 'pr-resolve analyze', help: 'analyze the open pull request of the current branch'},
		{line: 'pr-resolve analyze 12 --json', help: 'print findings, conflicts and plan as JSON'},
		{line: 'pr-resolve analyze --from review.json', help: 'read a recording'},
		{line: 'pr-resolve analyze <url> --no-checkout', help: 'analyze any pull request, without a clone'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const begin = async (repository: Pick<Repository, 'records' | 'root'>) => {
		const {warnOfInterruptedRun} = await import('../headless/interrupted-run.ts');
		return warnOfInterruptedRun(repository, io);
	};
	const face = agentFace('analyze', invocation.flags, io.randomId);
	const show = {begin, action: 'show', delivery: null, face} as const;
	const terminal = terminalOf(invocation, io);
	if (!invocation.flags.noCheckout) {
		return runReview({...reviewRequest('analyze', invocation), ...show}, openWorktree(io), terminal, io);
	}
	return atHead('analyze', invocation, io, (invocation, {source, repository}) => {
		const {request, ...run} = reviewRequest('analyze', invocation);
		return runReview({...run, request: {...request, source}, ...show}, Promise.resolve(repository), terminal, io);
	});
};
