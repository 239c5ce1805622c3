import {isPlaced, type PlacedProposal} from '../../../source/resolve/proposal.ts';
import {type LineEdit, spliceText, type Text} from '../../../source/resolve/text.ts';
import type {Attempt} from './attempt.ts';
import type {Ground, GroundFile, Located} from './ground.ts';
import {keyOf} from './rows.ts';

/** A change that was made, and its difference from the label. */
export type WrongChange = {path: string; start: number; end: number; why: string};

export type Comparison = {
	/** Keys of the labelled changes that were made: in this file, on these lines, with this text. */
	right: Set<string>;
	wrong: WrongChange[];
};

/**
 * Compares the changes that would be written with the labelled ones. One change of several hunks may correspond to several
 * labelled ones, and the other way around: changes that overlap are compared by the resulting text.
 */
export function compareChanges({plan}: Attempt, ground: Ground): Comparison {
	const made = plan.rulings.flatMap(({outcome, proposal}) =>
		outcome === 'apply' && isPlaced(proposal) ? [proposal] : [],
	);
	const comparison: Comparison = {right: new Set(), wrong: []};
	for (const [path, proposals] of Map.groupBy(made, proposal => proposal.path)) {
		compareIn(ground.get(path)!, proposals, comparison);
	}
	return comparison;
}

function compareIn(file: GroundFile, proposals: readonly PlacedProposal[], {right, wrong}: Comparison): void {
	const open = new Set(proposals);
	for (const first of proposals) {
		if (!open.has(first)) continue;
		const group = [first];
		const labels = new Set<Located>();
		for (const proposal of group) {
			open.delete(proposal);
			for (const label of file.located.filter(located => meets(proposal, located))) {
				labels.add(label);
				for (const other of open) if (meets(other, label) && !group.includes(other)) group.push(other);
			}
		}
		const result = textAfter(
			file.text,
			group.flatMap(({placement}) => placement.edits),
		);
		const isAsked = labels.size > 0 && result !== null && result === textAfter(file.text, [...labels]);
		const single = [...labels].find(label => result !== null && result === textAfter(file.text, [label]));
		if (isAsked) for (const {change} of labels) right.add(keyOf(change));
		else if (single) right.add(keyOf(single.change));
		else {
			const why = labels.size > 0 ? 'another text than the label has' : 'the label has no change here';
			for (const {path, placement} of group) wrong.push({path, start: placement.start, end: placement.end, why});
		}
	}
}

const meets = ({placement}: PlacedProposal, {from, to}: Located) => placement.start <= to && placement.end > from;

/** Null if the edits overlap. */
function textAfter(text: Text, edits: readonly LineEdit[]): string | null {
	const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
	if (sorted.some((edit, index) => index > 0 && edit.from < sorted[index - 1]!.to)) return null;
	return spliceText(text, sorted).lines.join('\n');
}
