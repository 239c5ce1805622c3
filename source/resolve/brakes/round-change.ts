import {withEdits} from '../edits.ts';
import {isPlaced, type Proposal} from '../proposal.ts';
import {type Replacement, replacementsBetween} from './replacement.ts';

/** A change that the round would make in a file of today. */
export type RoundChange = {id: string; path: string; edits: readonly Replacement[]};

/** The changes that are placed. @param linesOf the lines of a file as it is now */
export const roundChanges = (
	proposals: readonly Proposal[],
	linesOf: (path: string) => readonly string[],
): RoundChange[] =>
	proposals.filter(isPlaced).flatMap(({change, path, placement: {edits}}) => {
		const [first, last] = [edits[0], edits.at(-1)];
		if (!first || !last) return [];
		const today = linesOf(path);
		const after = withEdits(today, edits, first.from, last.to);
		return [{id: change.id, path, edits: replacementsBetween(today.slice(first.from, last.to), after, first.from)}];
	});
