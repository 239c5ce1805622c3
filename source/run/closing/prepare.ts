import {pendingEdits} from '../../worktree/commit/pending.ts';
import {openGit} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import {readTreeState, type TreeState} from '../../worktree/verify/tree-state.ts';
import type {Context} from '../context.ts';
import type {RunWarning} from '../warning.ts';
import type {ClosingSite} from './closing.ts';
import {prepareCommit} from './commit/commit.ts';
import type {ClosingRequest} from './request.ts';

/**
 * Checks what the steps need, before a byte is written; returns the working tree as it is then, without what the commit
 * takes along of earlier runs; null if no step needs it, or git cannot tell.
 * @throws {Failure} as the steps; nothing was applied
 */
export async function prepareClosing(
	request: ClosingRequest,
	{repository, prompts}: Pick<ClosingSite, 'repository' | 'prompts'>,
	context: Context,
): Promise<TreeState | null> {
	if (request.commit) await prepareCommit(repository, prompts, context);
	if (!request.verify) return null;
	const git = openGit({...context, cwd: repository.root, offline: true});
	const state = await readTreeState(git);
	if (!state || !request.commit) return state;
	const {whole} = await pendingEdits(git, repository.root, openJournal(repository.gitDir, context));
	return {...state, changed: state.changed.filter(path => !whole.includes(path))};
}

/** A commit is verified as such only if nothing else stands in the working tree. */
export function warnOfOtherEdits({verify, commit}: ClosingRequest, before: TreeState | null): RunWarning[] {
	if (!verify || !commit || !before || before.changed.length === 0) return [];
	const text =
		'the working tree has other uncommitted changes, so what passes is not exactly what is committed; commit or remove them first';
	return [{kind: 'other-edits', commentId: null, text}];
}
