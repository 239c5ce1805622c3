import type {Change, LineRange} from '../review/finding.ts';
import {withEdits} from './edits.ts';
import {Pattern} from './pattern.ts';

type Lines = readonly string[];

/**
 * The lines that a suggestion should have replaced, if the diff beside it shows that its range is wrong: the diff results in
 * exactly the suggested lines, but replaces non-blank lines outside the range. Then the text is certain, and the diff,
 * which quotes the lines, is more reliable about the place than two line numbers.
 *
 * @param seen the file that both were written against
 * @param diff the change of the located diff
 * @returns null if the range is right, or if the diff results in something else
 */
export function missedBy(suggestion: Change, diff: Change, seen: Lines): LineRange | null {
	const {replacement, original} = suggestion;
	const edit = changedPart(seen, diff);
	const removed = edit.to - edit.from;
	const after = withEdits(seen, [edit]);
	// A pure deletion leaves no line to find, so the suggestion has to contain a line on each side of it.
	const reach = edit.lines.length > 0 ? 0 : 1;
	const top = Math.max(0, edit.from + edit.lines.length + reach - replacement.length);
	const part = after.slice(top, edit.from - reach + replacement.length);
	const [at, ...others] = new Pattern(replacement).placesIn(part);
	if (at === undefined || others.length > 0) return null;
	const start = top + at + 1;
	const meant = {start, end: start - 1 + replacement.length - edit.lines.length + removed};
	const above = seen.slice(meant.start - 1, Math.min(meant.end, original.start - 1));
	const below = seen.slice(Math.max(meant.start - 1, original.end), meant.end);
	return [...above, ...below].some(line => line.trim()) ? meant : null;
}

/** The range of a change without unchanged lines at its ends (0-based, half-open). */
function changedPart(seen: Lines, {original: {start, end}, replacement}: Change) {
	let [from, to] = [start - 1, end];
	let [first, last] = [0, replacement.length];
	for (; from < to && first < last && seen[from] === replacement[first]; first++) from++;
	for (; from < to && first < last && seen[to - 1] === replacement[last - 1]; last--) to--;
	return {from, to, lines: replacement.slice(first, last)};
}
