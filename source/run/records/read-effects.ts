import {Failure} from '../../failure.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import {effectsOf, type RunEffects} from '../../worktree/run-effects.ts';
import type {Context} from '../context.ts';

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
