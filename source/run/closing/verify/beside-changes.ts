import {someNames} from '../../../text/sentences.ts';
import {isSameCheckout, readCheckout} from '../../../worktree/checkout.ts';
import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import type {TreeState} from '../../../worktree/verify/tree-state.ts';
import type {Context} from '../../context.ts';
import type {RunWarning} from '../../warning.ts';
import {besideRuns} from '../hooks/other-edits.ts';
import type {ClosingRequest} from '../request.ts';
import {hasPassed, type Verification} from './verification.ts';

/** What the command left beside the changes that it judged. */
export type Beside = Pick<Verification, 'tree' | 'newFiles' | 'otherFiles'>;

/**
 * What else is in the working tree after the command.
 * @param before what was there before the run; null if unknown. @param written the files that the command judged
 */
export async function besideChanges(
	repository: Worktree,
	{before, runId, written}: {before: TreeState | null; runId: string | null; written: readonly string[]},
	context: Context,
): Promise<Beside> {
	const after = before && (await besideRuns(repository, context, runId));
	if (!after) return {tree: 'unknown', newFiles: [], otherFiles: []};
	const isMoved = !isSameCheckout(repository, await readCheckout(gitOf(repository, context)));
	const begun = before.changed.length === 0 ? 'clean' : 'with other uncommitted edits';
	const known = new Set([...before.changed, ...written]);
	const untracked = new Set(after.untracked);
	return {
		tree: isMoved ? 'of another commit' : begun,
		newFiles: after.untracked.filter(path => !before.untracked.includes(path)),
		otherFiles: after.changed.filter(path => !known.has(path) && !untracked.has(path)),
	};
}

/** What passed is not what is committed if the command has changed more than it judged. */
export function warnOfOthersChanged({commit}: ClosingRequest, verification: Verification): RunWarning[] {
	const {otherFiles} = verification;
	if (!commit || otherFiles.length === 0 || !hasPassed(verification)) return [];
	const text = `the command changed tracked files that are not committed (${someNames(otherFiles)}), so what passes is not exactly what is committed`;
	return [{kind: 'other-edits', commentId: null, text}];
}
