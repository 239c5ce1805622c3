import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {targetOf} from '../../run/records/journal.ts';
import {readCheckout} from '../../worktree/checkout.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {type UndoneCommits, undoCommits} from '../../worktree/commit/undo-commit.ts';
import type {Git} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Worktree} from '../../worktree/repository.ts';
import {continueCommand} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {DeliverySite} from '../delivery.ts';
import {deliveryDetails} from '../record.ts';
import {type HeadLook, lookAtMovedHead} from './moved-head.ts';
import type {PushStop} from './push-obstacles.ts';
import {movedPush} from './refused-push.ts';

/** What a push does if the branch turns out to have moved. */
export type MovableHead = {
	/** Object id: the head of the pull request as the command has read it; null if that is not known. */
	headRead: string | null;
	/** Object ids of the commits that the command has made. */
	made: () => readonly string[];
	/**
	 * What comes of the commits: the last ones are undone, or they stay, and `apply --continue` pushes them once they are on
	 * the new head.
	 */
	ifMoved: 'undo' | 'keep';
};

/**
 * Ends a push to a branch with commits that are not here. The last commit is undone, and its changes stay in the files. What
 * was verified stays in no commit: it has to pass on the new head.
 */
export async function* giveWay(
	{repository, runId, headRead, made, ifMoved}: Pick<DeliverySite, 'repository' | 'runId'> & MovableHead,
	look: Pick<HeadLook, 'connection' | 'git' | 'target' | 'standing' | 'runs'>,
	context: Context,
): AsyncGenerator<RunEvent, {stop: PushStop; isKept: boolean}> {
	const {git, runs} = look;
	const by = runId ?? runs.find(run => storedCommitsOf(run).some(({oid}) => made().includes(oid)))?.id ?? null;
	const run = runs.find(({id}) => id === by);
	const isKept = ifMoved === 'keep' && !(run && deliveryDetails(run)?.isVerified);
	const undone = !isKept && by !== null ? await takeBack(repository, context, git, by) : null;
	const isBack = undone?.kind === 'undone';
	const now = await openJournal(repository.records, context).listReadable();
	const moved = await lookAtMovedHead({...look, repository, headRead, runs: now}, context);
	const next = isKept ? `\`${continueCommand(runId)}\`` : ifMoved === 'undo' ? sameCommand : commandOfRun;
	if (isBack) yield {type: 'committed', on: await readCheckout(look.git), commits: [], earlier: [], left: []};
	return {stop: movedPush(moved, isBack, next), isKept};
}

const sameCommand = 'the same command again';

/** `apply --continue` does not verify. */
const commandOfRun = 'the command that began the run again, which verifies its changes on the new head';

/** Why `apply --continue` does not push a commit of a run that was verified on another head; null for any other run. */
export const rebasedSince = (run: Run | undefined): PushStop | null =>
	run && deliveryDetails(run)?.isVerified
		? {
				code: 'not-verified',
				message: 'Nothing was pushed: the commit was rebased after its changes had passed the verification.',
				remedy: `Run ${commandOfRun}.`,
				ending: 'needsPerson',
			}
		: null;

/** Undoes the commits of a run that was not pushed; its changes stay in the files. */
export function takeBack(repository: Worktree, context: Context, git: Git, run: string): Promise<UndoneCommits | null> {
	const sleep = (ms: number) => context.sleep(ms, context.signal);
	return undoCommits(targetOf(repository, context), {git, sleep, isWholeRun: false}, run);
}
