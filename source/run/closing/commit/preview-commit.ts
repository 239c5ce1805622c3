import type {Plan} from '../../../resolve/decide.ts';
import {runsIn} from '../../../worktree/commit/commit-runs.ts';
import type {Candidate} from '../../../worktree/commit/gather.ts';
import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {largestFile} from '../../../worktree/file.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {openObjects} from '../../../worktree/objects.ts';
import type {Analysis} from '../../analyze.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {fileOf} from '../../files/snapshot.ts';
import {runEditsOf} from '../../records/run-edits.ts';
import type {Closing} from '../closing.ts';
import type {CommitRequest} from '../request.ts';
import {type CommitReady, readyToCommit} from './commit.ts';
import {groupMessage} from './commit-wording.ts';
import {divisionFor} from './division.ts';

/** Stands for the id of the run, which there is none of yet. */
export const noRun = '<run>';

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
	const earlier = await pendingEdits(git, repository.root, openJournal(repository.records, context));
	const planned = plannedCandidates(plan, analysis);
	const run = planned.length > 0 ? noRun : null;
	const ready = {git, place, committer};
	const messages = await messagesFor([...earlier.candidates, ...planned], {run, commit, number}, ready);
	yield {type: 'commit-preview', messages, branch: repository.branch, earlier: earlier.runs};
}

/** The edits of a plan, as those of a run that there is not yet. */
export const plannedCandidates = (
	plan: Plan,
	analysis: Pick<Analysis, 'snapshot' | 'structures' | 'answers'>,
): Candidate[] =>
	runEditsOf(plan, analysis).map(edit => {
		const {path, edits} = edit;
		return {source: {run: noRun, edit}, path, edits, before: fileOf(analysis.snapshot, path).text};
	});

/** The messages of the commits that would hold these edits. @param run id of the one that commits; null if it wrote nothing */
export async function messagesFor(
	candidates: readonly Candidate[],
	{run, commit, number}: {run: string | null; commit: CommitRequest; number: number | null},
	{git, place, committer}: CommitReady,
): Promise<string[]> {
	const objects = openObjects(git, largestFile);
	const shares = await divisionFor(commit, git)(candidates, place.parent, objects).finally(objects.close);
	return shares.map(({part, members}) => {
		const edits = members.map(({source}) => source.edit);
		return groupMessage({part, edits, runs: runsIn(members, run)}, commit, committer, number);
	});
}
