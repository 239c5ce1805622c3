import type {Context} from '../run/context.ts';
import {commitsOf} from '../worktree/commit/commit-step.ts';
import {trySigning} from '../worktree/commit/try-signing.ts';
import {isPushed} from '../worktree/publication.ts';
import type {Worktree} from '../worktree/repository.ts';
import type {FileEdit} from '../worktree/write.ts';
import {type CommitReady, readyToCommit} from './commit/commit.ts';
import {commitRevert} from './commit/commit-revert.ts';
import {mayAskToSign, type Prompts} from './prompts.ts';
import {lookBeforePush} from './push/prepare-push.ts';
import {push} from './push/push-once.ts';
import type {RevertWay} from './revert.ts';
import {beginOrContinueRevert} from './revert-run.ts';

/**
 * Reverts in the files here, with a commit of git.
 * @param files the reverse edits
 * @param prompts null if git may not ask in the terminal
 */
export function revertInWorktree(
	repository: Worktree,
	{files, prompts}: {files: readonly FileEdit[]; prompts: Prompts | null},
	context: Context,
): RevertWay {
	let ready: Promise<CommitReady> | null = null;
	const getReady = async () => {
		const made = await readyToCommit(repository, context);
		await mayAskToSign(prompts, made.committer, signer => trySigning(made.git, repository, signer));
		return made;
	};
	const readied = () => {
		ready ??= getReady();
		return ready;
	};
	return {
		look: target => lookBeforePush(target, repository, context),
		begin: async (run, number) => {
			await readied();
			return beginOrContinueRevert(run, repository, {files, number}, context);
		},
		bring: ({run, by, target}, {head}) => {
			const {publication, id} = by;
			const revert = {run, by: id, number: target.number, requiresSignoff: head.requiresSignoff === true};
			const order = {repository, target, runId: id, prompts, hooks: null, commitRest: null};
			const unread = {headRead: null, made: () => [], ifMoved: 'undo'} as const;
			async function* committing(world: Context) {
				return yield* commitRevert(revert, await readied(), {repository, prompts}, world);
			}
			return [
				['commit', commitsOf({publication}).length > 0 ? null : committing],
				['push', isPushed({publication}) ? null : world => push({...order, ...unread}, world)],
			];
		},
		fetch: async () => {},
	};
}
