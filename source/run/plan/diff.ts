import type {Plan} from '../../resolve/decide.ts';
import {editsByFile} from '../../resolve/file-edits.ts';
import type {PlacedProposal} from '../../resolve/proposal.ts';
import {formatFileDiff, formatHunks} from '../../resolve/unified-diff.ts';
import type {Analysis} from '../analyze.ts';
import {fileOf, type Snapshot} from '../files/snapshot.ts';

/** The effect of the plan on the working tree, as a patch for `git apply`. @param context lines shown around each edit */
export function diffOf(
	{snapshot, structures}: Pick<Analysis, 'snapshot' | 'structures'>,
	plan: Plan,
	context?: number,
): string {
	return [...editsByFile(plan.rulings, structures)]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([path, edits]) => formatFileDiff(path, fileOf(snapshot, path).text, edits, context))
		.join('');
}

/** The hunks of one change. */
export function hunksOf({path, placement}: PlacedProposal, snapshot: Snapshot): string {
	return formatHunks(fileOf(snapshot, path).text, placement.edits);
}
