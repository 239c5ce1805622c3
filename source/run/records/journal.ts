import {openJournal} from '../../worktree/journal.ts';
import type {Repository, Worktree} from '../../worktree/repository.ts';
import type {BrokenRun, Run} from '../../worktree/run-record.ts';
import type {RecordTarget, WriteTarget} from '../../worktree/transaction.ts';
import type {Context} from '../context.ts';

export type {BrokenRun, Run};

/** The newest run that died while it wrote; null where there is none. */
export async function interruptedRun({records}: Pick<Repository, 'records'>, context: Context): Promise<Run | null> {
	return (await openJournal(records, context).interrupted())[0] ?? null;
}

/** What a run needs to write to its records. */
export function recordTargetOf({records}: Pick<Repository, 'records'>, context: Context): RecordTarget {
	const {now, randomId, pid, isAlive, signal, lock} = context;
	return {records, now, randomId, pid, isAlive, signal, ...(lock && {lock})};
}

/** What a run needs to write to a working tree. */
export const targetOf = (repository: Worktree, context: Context): WriteTarget => ({
	root: repository.root,
	...recordTargetOf(repository, context),
});
