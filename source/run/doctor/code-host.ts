import {type Clone, noClone, type Permissions} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import {signingStatus} from '../../worktree/commit/try-signing.ts';
import type {Worktree} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {attempt, type Check, failedCheck, passedCheck, skippedCheck, warningCheck} from './check.ts';

type CodeHostChecks = {
	/** `host` and `token`; without `host` where the server could not even be asked. */
	checks: Check[];
	/** A command that gets the token what it lacks; null where there is none. */
	command: string | null;
};

const anyPullRequest = {argument: '1', pr: null, owner: null, repo: null};

/** Checks the code host and its token. @param clone null if there is none */
export async function checkCodeHost(clone: Clone | null, context: Context): Promise<CodeHostChecks> {
	const found = await attempt(async () =>
		(await codeHostOf(context).open(anyPullRequest, clone ?? noClone, context, () => {})).check(),
	);
	if (found instanceof Failure) return {checks: [failedCheck('token', found)], command: null};
	const {server, token} = found;
	const host = server instanceof Failure ? failedCheck('host', server) : passedCheck('host', server);
	if (token instanceof Failure) return {checks: [host, failedCheck('token', token)], command: null};
	const {command, ...said} = token;
	return {checks: [host, {name: 'token', ...said, exitCode: 0}], command};
}

/** Checks what the steps after writing need: the right to push, reply and resolve, and a signature. */
export async function* checkDelivery(repository: Worktree, context: Context): AsyncGenerator<Check> {
	yield* checkPublishing(repository, context);
	const signing = await attempt(() => signingStatus(repository, context));
	if (signing === 'signed') yield passedCheck('signing', 'commits can be signed without a prompt');
	else if (typeof signing === 'object' && !(signing instanceof Failure)) {
		const remedy = 'Unlock the key, or load it into its agent.';
		yield warningCheck('signing', `git cannot sign a commit without a prompt: ${signing.reason}`, remedy);
	}
}

/** Of the pull request of the current branch; without one, that is not known. */
async function* checkPublishing(repository: Worktree, context: Context): AsyncGenerator<Check> {
	const here = {argument: null, pr: null, owner: null, repo: null};
	const found = await attempt(async () =>
		(await codeHostOf(context).open(here, repository, context, () => {})).permissions(),
	);
	if (found instanceof Failure) {
		yield notKnownYet;
		return;
	}
	const {pullRequest, pendingReview, mayResolve} = found;
	yield checkPush(found);
	if (pendingReview !== null) {
		const remedy = 'Submit or discard the review first.';
		yield warningCheck(
			'replies',
			`replies on ${pullRequest} would join your pending review (${pendingReview})`,
			remedy,
		);
	} else yield passedCheck('replies', `you have no pending review on ${pullRequest}`);
	if (mayResolve === null) return;
	const remedy = 'Give the token the permissions contents: write and pull requests: write.';
	yield mayResolve
		? passedCheck('resolve', `the token may resolve threads of ${pullRequest}`)
		: warningCheck('resolve', `the token may not resolve threads of ${pullRequest}`, remedy);
}

function checkPush({pullRequest, repository, branch, mayPush}: Permissions): Check {
	const place = `${repository ?? 'a deleted repository'}, branch ${branch} (${pullRequest})`;
	if (mayPush) return passedCheck('push', `the token may push to ${place}`);
	const remedy = 'Only people with write access to it can. apply without --push changes this folder.';
	return warningCheck('push', `the token may not push to ${place}`, remedy);
}

/** Which permissions a token has shows only on a pull request. */
export const notKnownYet = skippedCheck('push', 'what the token may write is unknown before the first write');
