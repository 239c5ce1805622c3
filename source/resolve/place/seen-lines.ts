import type {Change, SeenLines} from '../../review/finding.ts';
import {minimalEdits} from '../edits.ts';
import {Pattern} from '../pattern.ts';
import type {LineEdit} from '../text.ts';
import type {Placement} from './placement.ts';
import {hasWord} from './words.ts';

type Lines = readonly string[];

/** On each side, at least this many lines with a letter or digit, unless the file ends before. */
const leastAround = 3;

/**
 * The lines that an edit replaces, which must change them, with enough lines around them that they are at no other place
 * of the file, and at none after the edit: a decision that is read again is never carried out twice.
 */
export function seenLinesOf(file: Lines, {from, to, lines: made}: LineEdit): SeenLines {
	const after = file.toSpliced(from, to - from, ...made);
	let top = from;
	for (let left = leastAround; top > 0 && left > 0; top--) if (hasWord(file[top - 1] ?? '')) left--;
	let bottom = to;
	for (let left = leastAround; bottom < file.length && left > 0; bottom++) if (hasWord(file[bottom] ?? '')) left--;
	for (let more = to - from + 2 * leastAround; ; more *= 2) {
		const seen = {
			above: file.slice(top, from),
			lines: file.slice(from, to),
			below: file.slice(to, bottom),
			startsFile: top === 0,
			endsFile: bottom === file.length,
		};
		const found = (lines: Lines, where: Lines) => startsOf(seen, lines, where).length;
		const isFound = found(seen.lines, file) === 1 && found(made, after) === 1;
		if (isFound && found(made, file) === 0 && found(seen.lines, after) === 0) return seen;
		top = Math.max(0, top - more);
		bottom = Math.min(file.length, bottom + more);
	}
}

/**
 * Finds the lines that a person replaced in today's file: only where they stand with all lines around them, unchanged, at
 * one place. Everything else is stale, because a person's edit has no other evidence.
 */
export function placeSeenLines({original, replacement}: Change, seen: SeenLines, today: Lines): Placement {
	const {above, lines} = seen;
	const olds = startsOf(seen, lines, today);
	const news = startsOf(seen, replacement, today);
	const growth = replacement.length - lines.length;
	const covers = (at: number) => olds.some(old => at <= old && old <= at + growth);
	const applied = news.find(covers) ?? (olds.length === 0 && news.length === 1 ? news[0] : undefined);
	if (applied !== undefined) {
		const start = applied + above.length + 1;
		const end = start + replacement.length - 1;
		return {kind: 'already-applied', start, end, reason: 'the edit is already there'};
	}
	const [at] = olds;
	if (at === undefined) return {kind: 'stale', reason: 'the lines have been edited since the decision was made'};
	if (olds.length > 1) return {kind: 'stale', reason: 'the lines match several places in the file'};
	const from = at + above.length;
	const to = from + lines.length;
	const edits = minimalEdits(today.slice(from, to), replacement, from);
	const place = {start: from + 1, end: to, edits};
	if (from + 1 === original.start) return {kind: 'exact', ...place, reason: ''};
	return {kind: 'moved', ...place, reason: `moved from line ${original.start} to ${from + 1}`};
}

/** Where (0-based) these lines stand between those that were seen around them. */
function startsOf({above, below, startsFile, endsFile}: SeenLines, lines: Lines, file: Lines): number[] {
	const block = [...above, ...lines, ...below];
	// No lines at all are at no place, except in an empty file.
	const starts = block.length > 0 ? [...new Pattern(block).placesIn(file)] : file.length === 0 ? [0] : [];
	return starts.filter(at => (!startsFile || at === 0) && (!endsFile || at + block.length === file.length));
}
