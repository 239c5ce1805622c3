import {Failure} from '../failure.ts';
import {runReview} from '../headless/review-run.ts';
import {openWorktree} from '../run/worktree.ts';
import {agentFace, formatFlag} from './agent-format.ts';
import type {CommandSpec, Run} from './command.ts';
import {consentOf, isPreview} from './consent.ts';
import {deliveryFlags, deliveryRequest} from './delivery-flags.ts';
import {writingExits} from './exit-codes.ts';
import {jsonFlag} from './flags.ts';
import {atHead, checkoutFlags, refuseNeedsOfTree, refuseRecording} from './no-checkout.ts';
import {modelFlags, objectionFlags, pullRequestArgument, sourceFlags, verdictFlag} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	about:
		'It only edits files in the working tree. It commits, pushes, replies to comments or resolves threads only if you pass a flag for it. With only --reply and the like, it edits no file.',
	everyday: [
		'dryRun',
		'yes',
		'author',
		'severity',
		'path',
		'strategy',
		'verify',
		'commit',
		'push',
		'publish',
		'llmPreset',
		'noLlm',
		'json',
		'set',
	],
	flags: {
		...sourceFlags,
		...checkoutFlags,
		...verdictFlag,
		...modelFlags,
		...objectionFlags,
		dryRun: {group: 'changes', help: 'show the plan and the diff without writing'},
		yes: {group: 'changes', help: 'apply without asking first'},
		continue: {group: 'changes', help: 'finish an interrupted run; if there are several, pass the id of one'},
		...deliveryFlags,
		...formatFlag,
		...jsonFlag,
	},
	exits: writingExits,
	examples: [
		{line: 'pr-resolve apply', help: 'apply the open pull request of the current branch'},
		{line: 'pr-resolve apply 12 --dry-run', help: 'show what would change, as a diff'},
		{line: 'pr-resolve apply 12 --mode non-conflicts-only', help: 'apply only changes without a conflict'},
		{line: 'pr-resolve apply --from review.json --json', help: 'apply a recording and print JSON'},
		{line: 'pr-resolve apply 12 --verify ./test.sh', help: 'apply, and revert changes that break the tests'},
		{line: 'pr-resolve apply 12 --commit', help: 'apply, and commit only what was applied'},
		{line: 'pr-resolve apply 12 --push', help: 'apply, commit, and push to the pull request'},
		{line: 'pr-resolve apply 12 --publish', help: 'apply, push, reply in the threads and resolve them'},
		{line: 'pr-resolve apply 12 --reply --resolve-threads', help: 'write replies for what is on GitHub; edit no file'},
		{line: 'pr-resolve apply <url> --no-checkout --publish', help: 'let GitHub commit it, without a clone'},
		{line: 'pr-resolve apply --continue', help: 'finish a run that was interrupted'},
		{line: 'pr-resolve undo', help: 'undo the latest run'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, settings} = invocation;
	const terminal = terminalOf(invocation, io);
	if (flags.continue) {
		const {pr: id, owner, repo, from, decisions, format} = flags;
		if (isPreview(flags, settings) || [owner, from, decisions, format].some(given => given !== null)) {
			const message = '--continue finishes a run and cannot be combined with the options of a new one.';
			throw new Failure('usage', 'bad-flags', message, 'Run: pr-resolve apply --continue');
		}
		const {continueRun} = await import('../headless/recorded-run.ts');
		const {json, yes, overObjections} = flags;
		const acceptsHooks = settings.values.hooks === 'accept';
		return continueRun({id, repo, json, overObjections, acceptsHooks, hasAgreed: yes || json}, terminal, io);
	}
	const face = agentFace('apply', flags, io.randomId);
	const runOf = (given: typeof invocation) => {
		const {action, isAsked, begin} = consentOf('apply', given, terminal, io);
		const delivery = deliveryRequest(given.flags, given.settings);
		return {...reviewRequest('apply', given), begin, action: isAsked ? 'confirm' : action, delivery, face} as const;
	};
	if (!flags.noCheckout) return runReview(runOf(invocation), openWorktree(io), terminal, io);
	refuseRecording('apply', flags);
	refuseNeedsOfTree('apply', deliveryRequest(flags, settings));
	return atHead('apply', invocation, io, (given, {source, repository}) => {
		const {request, ...run} = runOf(given);
		return runReview({...run, request: {...request, source}}, Promise.resolve(repository), terminal, io);
	});
};
