import {Failure} from '../../../failure.ts';
import {someNames} from '../../../text/sentences.ts';
import {pendingEdits} from '../../../worktree/commit/pending.ts';
import {hashAt} from '../../../worktree/images.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import {readTreeState, type TreeState} from '../../../worktree/verify/tree-state.ts';
import type {Context} from '../../context.ts';

/**
 * The working tree without what a commit would take along of earlier runs, and without the files that are as this run wrote
 * them; null if git cannot read it.
 * @param run id; null if it has written nothing
 */
export async function besideRuns(
	repository: Worktree,
	context: Context,
	run: string | null = null,
): Promise<TreeState | null> {
	const {root, records} = repository;
	const git = gitOf(repository, {...context, offline: true});
	const state = await readTreeState(git);
	if (!state) return null;
	const journal = openJournal(records, context);
	const {whole} = await pendingEdits(git, root, journal, run);
	const ours = new Set(whole);
	for (const {path, after} of run === null ? [] : (await journal.read(run)).files) {
		if ((await hashAt(root, path)) === after) ours.add(path);
	}
	return {...state, changed: state.changed.filter(path => !ours.has(path))};
}

/**
 * Why hooks cannot be run: they look at the files of the working tree, so these may have nothing that the commit has not.
 * Files that git does not track are no obstacle, as for git. Null if nothing keeps them from being run.
 * @throws {Failure} `git-failed`
 */
export function otherEdits(state: TreeState | null): string | null {
	if (!state) throw new Failure('failed', 'git-failed', 'git could not read the state of the working tree.');
	const others = state.changed.filter(path => !state.untracked.includes(path));
	if (others.length === 0) return null;
	return `--hooks needs a working tree without other uncommitted edits, and there are some in ${someNames(others)}.`;
}

/** The same before anything is applied. @throws {Failure} usage `other-edits`; `git-failed` */
export function refuseOtherEdits(state: TreeState | null): void {
	const text = otherEdits(state);
	if (text === null) return;
	const remedy = 'Commit or stash them first, or turn off --hooks.';
	throw new Failure('usage', 'other-edits', `${text} Nothing was applied.`, remedy);
}
