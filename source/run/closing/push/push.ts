import type {LeftOut} from '../../../worktree/commit/gather.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {skipSteps} from '../skip-steps.ts';
import {stoppedPush} from './push-obstacles.ts';
import {type PushSite, pushOnce} from './push-once.ts';

export type ClosingPush = PushSite & {
	/** Commits again without some files; returns whether to push that. Null if it is not possible. */
	commitRest: ((leftOut: LeftOut, context: Context) => AsyncGenerator<RunEvent, boolean>) | null;
};

/**
 * Pushes to the head of the pull request. Returns whether all commits are there. If the host refuses only workflow files, a
 * person can choose to push the rest.
 */
export async function* push(order: ClosingPush, context: Context): AsyncGenerator<RunEvent, boolean> {
	const {repository, runId, prompts, commitRest} = order;
	const end = yield* pushOnce(order, context);
	if (end.kind === 'pushed') return true;
	if (end.kind === 'workflows' && prompts && commitRest) {
		const question = `Your token may not change workflow files. Push the rest without ${end.paths.join(', ')}?`;
		if (await prompts.confirm(question, context.signal)) {
			const isCommitted = yield* commitRest(
				({path}) => (end.paths.includes(path) ? {reason: noPermission} : null),
				context,
			);
			return isCommitted && (yield* push({...order, commitRest: null}, context));
		}
	}
	// `apply --continue` would not push either.
	if (end.isOver && runId !== null) await skipSteps(repository, runId, 'its commit was not pushed', context);
	if (end.stop) yield stoppedPush(end.stop);
	return false;
}

const noPermission = 'your token may not change workflow files';
