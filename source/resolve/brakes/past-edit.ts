import {type Comparison, compare} from '../place/comparison.ts';
import {bounds, type Gap} from '../place/range.ts';
import {type Replacement, replacementsBetween} from './replacement.ts';

/** What a commit replaced in a file; `at` is where it is today, or what has become of it since. */
export type PastEdit = Replacement & {
	commit: string;
	/** `run`: this program, by a proposal; `decision`: this program, by your decision; `person`: anyone else. */
	by: 'run' | 'decision' | 'person';
	/** The file as it is called today. */
	path: string;
};

/** A file before and after a commit; no lines where it did not exist. */
export type PastVersions = Pick<PastEdit, 'commit' | 'by' | 'path'> & {
	before: readonly string[];
	after: readonly string[];
};

/** The edits that a commit made in a file. @param today the lines of the file as it is now */
export function pastEdits({before, after, ...commit}: PastVersions, today: readonly string[]): PastEdit[] {
	const comparison = compare({lines: after, firstLine: 1, whole: true}, today);
	let shift = 0;
	return replacementsBetween(before, after).map(({at: {low, high}, removed, added}) => {
		const from = low + shift;
		shift += added.length - (high - low);
		return {...commit, at: placeToday(comparison, from, from + added.length), removed, added};
	});
}

/** Lines `from` to `to` of the version after the commit; everything between their nearest unchanged neighbors if they changed. */
function placeToday(comparison: Comparison, from: number, to: number): Gap {
	const {to: today} = comparison.alignment;
	const low = today[from] ?? -1;
	const isUnchanged = to > from && low !== -1 && today[to - 1] === low + to - 1 - from;
	return isUnchanged ? {low, high: low + to - from} : bounds({from, to, comparison});
}
