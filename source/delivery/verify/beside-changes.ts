import type {Plan, Ruling} from '../../resolve/decide.ts';
import {parseText} from '../../resolve/text.ts';
import {undoEdits} from '../../resolve/undo-edits.ts';
import type {Analysis} from '../../run/analyze.ts';
import {planEdits} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunWarning} from '../../run/warning.ts';
import {someNames} from '../../text/sentences.ts';
import {isSameCheckout} from '../../worktree/checkout.ts';
import {readFile} from '../../worktree/file.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {TreeState} from '../../worktree/verify/tree-state.ts';
import {besideRuns} from '../hooks/checking-hooks.ts';
import type {DeliveryRequest} from '../request.ts';
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
	const isMoved = !isSameCheckout(repository, after.checkout);
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
export function warnOfOthersChanged({commit}: DeliveryRequest, verification: Verification): RunWarning[] {
	const {otherFiles} = verification;
	if (!commit || otherFiles.length === 0 || !hasPassed(verification)) return [];
	const text = `the command changed tracked files that are not committed (${someNames(otherFiles)}), so what passes is not exactly what is committed`;
	return [{kind: 'other-edits', commentId: null, text}];
}

/**
 * The changes that the command has removed from their files again, as `git checkout` does.
 * @param changed paths of the files that it has changed
 */
export async function removedChanges(
	analysis: Analysis,
	plan: Plan,
	rulings: readonly Ruling[],
	changed: readonly string[],
): Promise<Set<Ruling>> {
	const removed = new Set<Ruling>();
	for (const path of changed) {
		const file = await readFile(analysis.repository.root, path);
		const own = rulings.filter(({proposal}) => proposal.path === path);
		for (const ruling of own)
			if (file.kind === 'refused' || isGone(analysis, plan, ruling, file.bytes)) removed.add(ruling);
	}
	return removed;
}

function isGone(analysis: Analysis, plan: Plan, ruling: Ruling, today: Buffer): boolean {
	const [edit] = planEdits(analysis, {...plan, rulings: [ruling]});
	if (!edit) return false;
	const [before, after] = [parseText(edit.before.toString()), parseText(edit.after.toString())];
	const {takenBack, gone, left} = undoEdits(before, after, parseText(today.toString())).edits;
	return gone > 0 && takenBack + left === 0;
}
