import {lineClaims} from './claims.ts';
import {doConflict} from './conflict-groups.ts';
import type {Ruling} from './decide.ts';
import {byPlace, isPlaced, type PlacedProposal} from './proposal.ts';
import type {Structure, Structures} from './structured/structure.ts';
import type {LineEdit} from './text.ts';

/**
 * The edits of all rulings to apply, by path, in the order of the file.
 * @throws {Error} if changes of a file do not fit together; callers check with `editsOf` first
 */
export function editsByFile(rulings: readonly Ruling[], structures: Structures = new Map()): Map<string, LineEdit[]> {
	const applied = rulings.filter(({outcome}) => outcome === 'apply').map(({proposal}) => proposal);
	const files = Map.groupBy(applied.filter(isPlaced), ({path}) => path);
	return new Map(
		[...files].map(([path, proposals]) => {
			const edits = editsOf(proposals, structures.get(path));
			if (!edits) throw new Error(`the changes planned for ${path} do not fit together`);
			return [path, edits];
		}),
	);
}

/**
 * The edits that apply all changes of a file, in the order of the file: by lines if that gives the same values as a merge
 * by keys, or if keys do not help; otherwise merged by keys. Null if neither works.
 */
export function editsOf(proposals: readonly PlacedProposal[], structure?: Structure): LineEdit[] | null {
	const lines = doConflict(proposals, lineClaims) ? null : inLines(proposals);
	if (!structure || proposals.length < 2) return lines;
	const woven = structure.weave(proposals.toSorted(byPlace).map(({placement}) => placement.edits));
	if (!woven || (lines && structure.isSameResult(lines, woven))) return lines;
	return woven;
}

function inLines(proposals: readonly PlacedProposal[]): LineEdit[] {
	const entries = proposals.flatMap(proposal => proposal.placement.edits.map(edit => ({edit, proposal})));
	return entries.sort(inFileOrder).map(({edit}) => edit);
}

type Entry = {edit: LineEdit; proposal: PlacedProposal};

/** Ranges that touch may both insert at the line between them: the upper range comes first. */
function inFileOrder(a: Entry, b: Entry): number {
	return (
		a.edit.from - b.edit.from ||
		a.proposal.placement.start - b.proposal.placement.start ||
		a.edit.to - b.edit.to ||
		(a.proposal.change.id < b.proposal.change.id ? -1 : 1)
	);
}
