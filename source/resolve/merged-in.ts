import {type Applied, keepsLandmark} from './already-applied.ts';
import {carryOver} from './carry-over.ts';
import {compare} from './comparison.ts';
import {minimalEdits} from './edits.ts';
import {bounds, type Range} from './range.ts';

/** How many lines around the range are used to find where it was. */
const surroundings = 30;

/** Finds a change that was already merged into lines that were also edited: each minimal edit could be undone there. */
export function findMergedIn(range: Range): Applied | null {
	if (keepsLandmark(range)) return null;
	const {from, to, lines, comparison} = range;
	const {seen, today} = comparison;
	const {low, high} = bounds(range);
	const marked = seen.lines.slice(from, to);
	const above = within(seen.lines, from - surroundings, from, seen.whole);
	const made = [...above, ...lines, ...within(seen.lines, to, to + surroundings, seen.whole)];
	const near = within(today, low - surroundings, high + surroundings, seen.whole);
	const then = compare({lines: made, firstLine: 1, whole: false}, near);
	const back = minimalEdits(lines, marked, above.length);
	if (back.length === 0 || !back.every(edit => carryOver(then, edit))) return null;
	const nearFrom = near[0] === fileBound ? -1 : Math.max(0, low - surroundings);
	const standing = then.alignment.to.subarray(above.length, above.length + lines.length).filter(line => line !== -1);
	const start = standing.length > 0 ? nearFrom + standing[0]! : low;
	const end = standing.length > 0 ? nearFrom + standing.at(-1)! + 1 : low;
	return {
		kind: 'already-applied',
		start: start + 1,
		end,
		reason: 'the replacement is already there, with edits around it',
	};
}

/** Marks the start or end of a file, so that it is compared like a line; no line of a text file contains NUL. */
const fileBound = '\0';

/** The lines from one position (0-based) to another, with a mark at a bound of the file that is reached and known. */
function within(lines: readonly string[], from: number, to: number, hasBounds: boolean): string[] {
	const part = lines.slice(Math.max(0, from), Math.max(0, to));
	if (hasBounds && from <= 0) part.unshift(fileBound);
	if (hasBounds && to >= lines.length) part.push(fileBound);
	return part;
}
