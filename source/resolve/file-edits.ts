import {lineClaims} from './claims.ts';
import {doClash} from './clashes.ts';
import type {Ruling} from './decide.ts';
import {byPlace, isPlaced, type PlacedProposal} from './proposal.ts';
import type {Structure, Structures} from './structured/structure.ts';
import type {Edit} from './text.ts';

/**
 * The edits that the rulings ask for, by path, in the order of the file.
 * @throws {Error} where changes of a file do not fit together, of which `editsOf` tells before
 */
export function editsByFile(rulings: readonly Ruling[], structures: Structures = new Map()): Map<string, Edit[]> {
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
 * All changes of a file made at once, in the order of the file: line by line where that comes to what their keys ask for,
 * or these do not tell; else woven by keys. Null where they can be made in neither way.
 */
export function editsOf(proposals: readonly PlacedProposal[], structure?: Structure): Edit[] | null {
	const lines = doClash(proposals, lineClaims) ? null : inLines(proposals);
	if (!structure || proposals.length < 2) return lines;
	const woven = structure.weave(proposals.toSorted(byPlace).map(({placement}) => placement.edits));
	if (!woven || (lines && structure.comesToSame(lines, woven))) return lines;
	return woven;
}

function inLines(proposals: readonly PlacedProposal[]): Edit[] {
	const entries = proposals.flatMap(proposal => proposal.placement.edits.map(edit => ({edit, proposal})));
	return entries.sort(inFileOrder).map(({edit}) => edit);
}

type Entry = {edit: Edit; proposal: PlacedProposal};

/** Ranges that touch may both insert at the line between them: then the upper range goes first. */
function inFileOrder(a: Entry, b: Entry): number {
	return (
		a.edit.from - b.edit.from ||
		a.proposal.placement.start - b.proposal.placement.start ||
		a.edit.to - b.edit.to ||
		(a.proposal.change.id < b.proposal.change.id ? -1 : 1)
	);
}
