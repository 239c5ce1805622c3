import {withEdits} from './edits.ts';
import type {PlacedProposal} from './proposal.ts';
import type {LineEdit} from './text.ts';

/** Two changes merged into one: `lines` replace the range of `kept`, and `merged` is no longer needed. */
export type Both = {kept: PlacedProposal; merged: PlacedProposal; lines: string[]};

/**
 * Merges two changes of different lines in one range. The rules leave such neighbors to a person, because there is no
 * unchanged line between them. Null if they change the same lines, or if neither range contains the other.
 * @param today lines of the file that both are placed in
 */
export function mergeBoth(one: PlacedProposal, other: PlacedProposal, today: readonly string[]): Both | null {
	const [kept, merged] = containsPlacement(one, other) ? [one, other] : [other, one];
	// The merged text replaces what the reviewer marked, which is this range only in these two kinds of placement.
	const isWhole = kept.placement.kind === 'exact' || kept.placement.kind === 'moved';
	if (!isWhole || kept.path !== merged.path || !containsPlacement(kept, merged)) return null;
	const edits = [...kept.placement.edits, ...merged.placement.edits].sort((a, b) => a.from - b.from || a.to - b.to);
	const doMeet = edits.some((edit, index) => {
		const before = edits[index - 1];
		return before !== undefined && meets(before, edit);
	});
	if (doMeet) return null;
	return {kept, merged, lines: withEdits(today, edits, kept.placement.start - 1, kept.placement.end)};
}

function containsPlacement({placement: a}: PlacedProposal, {placement: b}: PlacedProposal): boolean {
	return a.start <= b.start && b.end <= a.end;
}

/** Two insertions at one place could stand in either order. */
const meets = (a: LineEdit, b: LineEdit) => b.from < a.to || (a.from === b.from && a.to === b.to);
