import type {Plan, Ruling} from '../../../resolve/decide.ts';
import {parseText} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import {readFile} from '../../../worktree/file.ts';
import type {Analysis} from '../../analyze.ts';
import {planEdits} from '../../apply.ts';

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
