import {type Journal, openJournal} from '../worktree/journal.ts';
import type {Repository} from '../worktree/repository.ts';
import type {BrokenRun, Run} from '../worktree/run-record.ts';
import type {WriteTarget} from '../worktree/transaction.ts';
import type {Context} from './context.ts';
import {openWorktree} from './worktree.ts';

export type {BrokenRun, Run};

export async function openRuns(context: Context): Promise<{repository: Repository; journal: Journal}> {
	const repository = await openWorktree(context);
	return {repository, journal: openJournal(repository.gitDir, context)};
}

/** The runs of this working tree, newest first. */
export async function listRuns(context: Context): Promise<(Run | BrokenRun)[]> {
	const {journal} = await openRuns(context);
	return journal.list();
}

/** The newest run that died while it wrote; null where there is none. */
export async function interruptedRun({gitDir}: Pick<Repository, 'gitDir'>, context: Context): Promise<Run | null> {
	return (await openJournal(gitDir, context).interrupted())[0] ?? null;
}

/** What a run needs to write to a working tree. */
export function targetOf({root, gitDir}: Repository, context: Context): WriteTarget {
	const {now, randomId, pid, isAlive, signal, lock} = context;
	return {root, gitDir, now, randomId, pid, isAlive, signal, ...(lock && {lock})};
}
