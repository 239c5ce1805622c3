import type {Plan} from '../../../resolve/decide.ts';
import {runsIn} from '../../../worktree/commit/commit-runs.ts';
import type {Candidate} from '../../../worktree/commit/gather.ts';
import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {largestFile} from '../../../worktree/file.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {openObjects} from '../../../worktree/objects.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {runEditsOf} from '../../run-edits.ts';
import {fileOf} from '../../snapshot.ts';
import type {Closing} from '../closing.ts';
import {readyToCommit} from './commit.ts';
import {messageOf} from './commit-wording.ts';
import {divisionFor} from './division.ts';

/** Stands for the id of the run, which there is none of yet. */
const noRun = '<run>';

/**
 * Shows the messages of the commits that a plan would make, with what earlier runs left uncommitted, and makes none.
 * @throws {Failure} as `readyToCommit`, `pendingEdits`, `Divide`
 */
export async function* previewCommit(
	{request: {commit}, repository, analysis, number}: Closing,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!commit) return;
	const {git, place, committer} = await readyToCommit(repository, context);
	const earlier = await pendingEdits(git, repository.root, openJournal(repository.gitDir, context));
	const planned = runEditsOf(plan, analysis).map((edit): Candidate => {
		const {path, edits} = edit;
		return {source: {run: noRun, edit}, path, edits, before: fileOf(analysis.snapshot, path).text};
	});
	const objects = openObjects(git, largestFile);
	const divide = divisionFor(commit, git);
	const shares = await divide([...earlier.candidates, ...planned], place.parent, objects).finally(objects.close);
	const messages = shares.map(({part, members}) => {
		const runs = runsIn(members, planned.length > 0 ? noRun : null);
		return messageOf({part, edits: members.map(({source}) => source.edit), runs}, commit, committer, number);
	});
	yield {type: 'commit-preview', messages, earlier: earlier.runs};
}
