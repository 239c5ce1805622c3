import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import {readTreeState, type TreeState} from '../../../worktree/verify/tree-state.ts';
import type {Context} from '../../context.ts';
import type {Verification} from './verification.ts';

/** What else is in the working tree after the command. @param before what was there before the run; null if unknown */
export async function besideChanges(
	repository: Worktree,
	before: TreeState | null,
	context: Context,
): Promise<Pick<Verification, 'tree' | 'newFiles'>> {
	const after = before && (await readTreeState(gitOf(repository, {...context, offline: true})));
	if (!after) return {tree: 'unknown', newFiles: []};
	return {
		tree: before.changed.length === 0 ? 'clean' : 'with other uncommitted edits',
		newFiles: after.untracked.filter(path => !before.untracked.includes(path)),
	};
}
