import type {PlacedProposal} from './proposal.ts';
import type {Edit} from './text.ts';

/** Two changes made into one: what shall stand in place of the range of `kept`, so that the other is not needed any more. */
export type Both = {kept: PlacedProposal; merged: PlacedProposal; lines: string[]};

/**
 * Makes one change of two that want different lines of one range: the rules leave such neighbours to a person, because
 * no untouched line stands between them. Null where they want the same lines, or neither range holds the other.
 * @param today lines of the file that both are placed in
 */
export function mergeBoth(one: PlacedProposal, other: PlacedProposal, today: readonly string[]): Both | null {
	const [kept, merged] = holds(one, other) ? [one, other] : [other, one];
	// A person's text stands in place of what the reviewer marked, and only there that is this very range.
	const isWhole = kept.placement.kind === 'exact' || kept.placement.kind === 'moved';
	if (!isWhole || kept.path !== merged.path || !holds(kept, merged)) return null;
	const edits = [...kept.placement.edits, ...merged.placement.edits].sort((a, b) => a.from - b.from || a.to - b.to);
	if (edits.some((edit, index) => index > 0 && meets(edits[index - 1]!, edit))) return null;
	const lines: string[] = [];
	let at = kept.placement.start - 1;
	for (const {from, to, lines: wanted} of edits) {
		lines.push(...today.slice(at, from), ...wanted);
		at = to;
	}
	return {kept, merged, lines: [...lines, ...today.slice(at, kept.placement.end)]};
}

function holds({placement: a}: PlacedProposal, {placement: b}: PlacedProposal): boolean {
	return a.start <= b.start && b.end <= a.end;
}

/** Two insertions at one place could stand in either order. */
const meets = (a: Edit, b: Edit) => b.from < a.to || (a.from === b.from && a.to === b.to);
