import type {LineEdit} from '../text.ts';
import type {Comparison} from './comparison.ts';

/**
 * Translates an edit of the seen text to today's text. Null unless the lines that it replaces and the line on either side
 * are still there, unchanged.
 */
export function carryOver({seen, today, alignment, runs}: Comparison, edit: LineEdit): LineEdit | null {
	const first = Math.max(edit.from - 1, 0);
	const last = Math.min(edit.to, seen.lines.length - 1);
	if (last < first || runs.first[first] === -1 || (runs.last[first] ?? -1) < last || !runs.hasLandmark[first])
		return null;
	if (edit.from === 0 && !(seen.whole && alignment.to[0] === 0)) return null;
	if (edit.to > last && !(seen.whole && alignment.to[last] === today.length - 1)) return null;
	const shift = (alignment.to[first] ?? first) - first;
	return {from: edit.from + shift, to: edit.to + shift, lines: edit.lines};
}
