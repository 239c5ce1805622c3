import {Failure} from '../../failure.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository, Worktree} from '../../worktree/repository.ts';
import {effectsOf, type RunEffects} from '../../worktree/run-effects.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {RecordTarget, WriteTarget} from '../../worktree/transaction.ts';
import type {Context} from '../context.ts';

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

/**
 * What a run of this process has done, by its record: also after an interruption, because a write that is on its way is
 * completed and recorded first. Null without a record.
 * @param id null: it has none
 */
export async function readEffects(
	id: string | null,
	{records}: Pick<Repository, 'records'>,
	context: Context,
): Promise<RunEffects | null> {
	if (id === null) return null;
	try {
		return effectsOf([await openJournal(records, context).read(id)], false);
	} catch (error) {
		if (error instanceof Failure) return null;
		throw error;
	}
}
