import type {SyntaxFault} from './faults.ts';

/**
 * Whether an edit has made a text worse: it has more faults, or they cover more text than before plus what the edit added: a
 * lost bracket early in a file can merge several small faults into a large one.
 *
 * Where the faults are does not matter. A grammar older than the language reports valid text too, and more of it if an edit
 * is next to such a place.
 *
 * @param added UTF-16 units that edits added, not reduced by what other edits removed, so that single edits are allowed no
 * more than all of them together
 */
export const isWorse = (before: readonly SyntaxFault[], after: readonly SyntaxFault[], added: number): boolean =>
	after.length > before.length || spread(after) > spread(before) + added;

/** How much text (in UTF-16 units) the faults cover together. They are sorted by start. */
function spread(faults: readonly SyntaxFault[]): number {
	let total = 0;
	let covered = 0;
	for (const {start, end} of faults) {
		total += Math.max(0, end - Math.max(start, covered));
		covered = Math.max(covered, end);
	}
	return total;
}
