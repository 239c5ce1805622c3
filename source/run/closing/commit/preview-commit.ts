import type {Plan} from '../../../resolve/decide.ts';
import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {openJournal} from '../../../worktree/journal.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {runEditsOf} from '../../run-edits.ts';
import type {Closing} from '../closing.ts';
import {readyToCommit} from './commit.ts';
import {messageOf, partOf} from './commit-wording.ts';

/** Stands for the id of the run, which there is none of yet. */
const noRun = '<run>';

/**
 * Shows the messages of the commits that a plan would make, with what earlier runs left uncommitted, and makes none.
 * @throws {Failure} as `readyToCommit`, `pendingEdits`
 */
export async function* previewCommit(
	{request: {commit}, repository, analysis, number}: Closing,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!commit) return;
	const {git, committer} = await readyToCommit(repository, context);
	const earlier = await pendingEdits(git, repository.root, openJournal(repository.gitDir, context));
	const planned = runEditsOf(plan, analysis);
	const runs = [...(planned.length > 0 ? [noRun] : []), ...earlier.runs];
	const groups = Map.groupBy([...earlier.edits, ...planned], edit => JSON.stringify(partOf(edit, commit)));
	const messages = [...groups.values()].map(edits =>
		messageOf({part: partOf(edits[0]!, commit), edits, runs}, commit, committer, number),
	);
	yield {type: 'commit-preview', messages, earlier: earlier.runs};
}
