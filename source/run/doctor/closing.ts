import type {Standing} from '../../code-host/publisher.ts';
import {Failure} from '../../failure.ts';
import {signingStatus} from '../../worktree/commit/try-signing.ts';
import type {Repository} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {attempt, type Check, passedCheck, warningCheck} from './check.ts';

/** Checks what the steps after writing need: a signature, and the right to push, reply and resolve. */
export async function* checkClosing(repository: Repository, context: Context): AsyncGenerator<Check> {
	const signing = await attempt(() => signingStatus(repository, context));
	if (signing === 'signed') yield passedCheck('signing', 'commits can be signed without a prompt');
	else if (typeof signing === 'object' && !(signing instanceof Failure)) {
		const remedy = 'Unlock the key, or load it into its agent.';
		yield warningCheck('signing', `git cannot sign a commit without a prompt: ${signing.reason}`, remedy);
	}
	yield* checkPublishing(repository, context);
}

/** Of the pull request of the current branch; nothing without one. */
async function* checkPublishing(repository: Repository, context: Context): AsyncGenerator<Check> {
	const here = {argument: null, pr: null, owner: null, repo: null};
	const found = await attempt(async () => {
		const connection = await codeHostOf(context).open(here, repository, context, () => {});
		const location = await connection.locate();
		const publisher = await connection.publisher(location);
		const standing = await publisher.standing();
		return {
			name: `${location.owner}/${location.name}#${location.number}`,
			standing,
			threads: await publisher.threads(),
		};
	});
	if (found instanceof Failure) return;
	const {name, standing, threads} = found;
	yield checkPush(name, standing);
	const {pendingReview, viewer} = standing;
	if (pendingReview !== null) {
		const remedy = 'Submit or discard the review first.';
		yield warningCheck('replies', `replies on ${name} would join your pending review (${pendingReview})`, remedy);
	} else yield passedCheck('replies', `on ${name}, as ${viewer}`);
	const open = threads.filter(({isResolved}) => !isResolved);
	if (open.length === 0) return;
	const remedy = 'Give the token the permissions contents: write and pull requests: write.';
	yield open.some(({mayResolve}) => mayResolve)
		? passedCheck('resolve', `the token may resolve threads of ${name}`)
		: warningCheck('resolve', `the token may not resolve threads of ${name}`, remedy);
}

function checkPush(name: string, {head}: Standing): Check {
	const branch = `${head.repository ?? 'a deleted repository'}, branch ${head.branch}`;
	if (head.mayPush) return passedCheck('push', `the token may push to ${branch} (${name})`);
	const remedy = 'Only people with write access to it can. apply without --push changes this folder.';
	return warningCheck('push', `the token may not push to ${branch} (${name})`, remedy);
}
