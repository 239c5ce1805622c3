import type {Change} from '../review/finding.ts';
import {Pattern} from './pattern.ts';

type Lines = readonly string[];

/** Lines are 1-based and inclusive. */
type Span = {start: number; end: number};

/**
 * The lines that a suggestion misses by the diff that its reviewer wrote beside it: the diff leads to just the lines of
 * the suggestion, in place of lines that are not all in its range, blank ones apart. Then both say the same of the
 * text, and of its place the diff, which quotes what stands there, knows more than two numbers do.
 *
 * @param seen the file that both were written against
 * @param diff the change that the located diff makes
 * @returns what the suggestion should have replaced; null where its range holds that, or where the diff leads elsewhere
 */
export function missedBy(suggestion: Change, diff: Change, seen: Lines): Span | null {
	const {replacement, original} = suggestion;
	const edit = changedPart(seen, diff);
	const removed = edit.to - edit.from;
	const after = [...seen.slice(0, edit.from), ...edit.lines, ...seen.slice(edit.to)];
	// What is only deleted leaves nothing that could be found, so that there the suggestion has to reach over it.
	const reach = edit.lines.length > 0 ? 0 : 1;
	const top = Math.max(0, edit.from + edit.lines.length + reach - replacement.length);
	const [at, ...others] = placesIn(after.slice(top, edit.from - reach + replacement.length), replacement);
	if (at === undefined || others.length > 0) return null;
	const start = top + at + 1;
	const meant = {start, end: start - 1 + replacement.length - edit.lines.length + removed};
	const above = seen.slice(meant.start - 1, Math.min(meant.end, original.start - 1));
	const below = seen.slice(Math.max(meant.start - 1, original.end), meant.end);
	return [...above, ...below].some(line => line.trim()) ? meant : null;
}

/** The lines (0-based) of the text at which these begin. */
function placesIn(text: Lines, wanted: Lines): number[] {
	if (wanted.length === 0) return [];
	const pattern = new Pattern(wanted);
	let met = 0;
	return text.flatMap((line, index) => {
		met = pattern.next(met, line);
		return met === wanted.length ? [index + 1 - met] : [];
	});
}

/** What a change changes, without the lines at its ends that it leaves as they are (0-based, half-open). */
function changedPart(seen: Lines, {original: {start, end}, replacement}: Change) {
	let [from, to] = [start - 1, end];
	let [first, last] = [0, replacement.length];
	for (; from < to && first < last && seen[from] === replacement[first]; first++) from++;
	for (; from < to && first < last && seen[to - 1] === replacement[last - 1]; last--) to--;
	return {from, to, lines: replacement.slice(first, last)};
}
