import type {SyntaxFault} from './faults.ts';

export type ParsedText = {text: string; faults: readonly SyntaxFault[]};

/**
 * The faults that an edit added; none if the text is no worse than before. It is worse if it has more faults, or if they
 * cover more text than before plus what the edit added: a lost bracket early in a file can merge several small faults into
 * a large one.
 *
 * Faults are compared by key and never by place. A grammar older than the language reports valid text too, and more of it
 * if an edit is next to such a place.
 *
 * @param added UTF-16 units that edits added, not reduced by what other edits removed, so that single edits are allowed no
 * more than all of them together
 */
export function newFaults(
	before: ParsedText,
	after: ParsedText,
	added = Math.max(0, after.text.length - before.text.length),
): readonly SyntaxFault[] {
	const isMore = after.faults.length > before.faults.length;
	if (!isMore && spread(after.faults) <= spread(before.faults) + added) return [];
	const unknown = withoutKnown(after.faults, before.faults);
	return unknown.length > 0 ? unknown : after.faults;
}

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

/** The faults that are left after removing one with the same key for each known one. */
function withoutKnown(faults: readonly SyntaxFault[], known: readonly SyntaxFault[]): SyntaxFault[] {
	const left = new Map<string, number>();
	for (const {key} of known) left.set(key, (left.get(key) ?? 0) + 1);
	return faults.filter(({key}) => {
		const count = left.get(key) ?? 0;
		left.set(key, count - 1);
		return count <= 0;
	});
}
