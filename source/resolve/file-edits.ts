import type {Ruling} from './decide.ts';
import {isPlaced, type PlacedProposal} from './proposal.ts';
import type {Edit} from './text.ts';

/** The edits that the rulings ask for, by path, in the order of the file. */
export function editsByFile(rulings: readonly Ruling[]): Map<string, Edit[]> {
	const files = new Map<string, {edit: Edit; proposal: PlacedProposal}[]>();
	for (const {proposal, outcome} of rulings) {
		if (outcome !== 'apply' || !isPlaced(proposal)) continue;
		const entries = files.get(proposal.path) ?? [];
		files.set(proposal.path, entries);
		for (const edit of proposal.placement.edits) entries.push({edit, proposal});
	}
	return new Map([...files].map(([path, entries]) => [path, entries.sort(inFileOrder).map(({edit}) => edit)]));
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
