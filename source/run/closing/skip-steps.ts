import {openJournal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';

/** Records that the open steps of a run are not taken, so that `apply --continue` takes none of them either. */
export async function skipSteps(
	{records}: Pick<Repository, 'records'>,
	runId: string,
	reason: string,
	context: Context,
): Promise<void> {
	const journal = openJournal(records, context);
	const {publication} = await journal.read(runId);
	const skipped = publication.filter(isOpenStep).map(step => ({...step, state: 'skipped' as const, reason}));
	if (skipped.length > 0) await journal.recordStep(runId, ...skipped);
}
