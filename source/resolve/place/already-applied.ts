import {bounds, context, type Gap, hasLinesAt, isIn, type Range, unchangedAt} from './range.ts';
import {hasWord} from './words.ts';

/** Where a replacement already is (1-based, inclusive; `end` is `start - 1` for a deletion). */
export type Applied = {kind: 'already-applied'; start: number; end: number; reason: string};

/**
 * Finds the whole replacement in today's file, next to the old lines or around them; null if it is not there, or if the
 * lines may be others that look the same.
 */
export function findApplied(range: Range): Applied | null {
	const {from, to, lines, comparison} = range;
	const {today} = comparison;
	const unchanged = unchangedAt(range);
	if (keepsLandmark(range)) return null;
	const gap = bounds(range);
	for (let at = Math.max(0, gap.low - lines.length); at <= Math.min(gap.high, today.length - lines.length); at++) {
		if (!hasLinesAt(today, at, lines)) continue;
		const place = {kind: 'already-applied' as const, start: at + 1, end: at + lines.length};
		const coversOld = unchanged !== -1 && at <= unchanged && unchanged + to - from <= at + lines.length;
		if (coversOld && lines.length === to - from) return {...place, reason: 'the file already contains this'};
		const isThere =
			(coversOld && isGrown(range, at, gap)) ||
			hasItsPlace(range, at, unchanged) ||
			(unchanged === -1 && isOnlyHere(range, at, gap));
		if (isThere) return {...place, reason: 'the replacement is already there'};
	}
	return null;
}

/** Whether a unique line that the change removes still exists anywhere in the file. */
export function keepsLandmark({from, to, lines, comparison: {seen, places}}: Range): boolean {
	const isOnly = (text: Map<string, number[]>, line: string) => text.get(line)?.length === 1;
	return seen.lines
		.slice(from, to)
		.some(line => hasWord(line) && isOnly(places.seen, line) && isOnly(places.today, line) && !lines.includes(line));
}

/**
 * The replacement covers the old lines. Whether its other lines were added later, that is, none of them was next to the
 * old lines before. True if only a part of the file is known, because it cannot be checked there.
 */
function isGrown({lines, comparison}: Range, at: number, gap: Gap): boolean {
	return !comparison.seen.whole || isIn(gap, at, lines);
}

/** Whether at least as much context matches around the replacement as around the old lines. */
function hasItsPlace(range: Range, at: number, unchanged: number): boolean {
	const {from, to, lines, comparison} = range;
	const now = context(range, at, at + lines.length);
	// The hunk ends with the commented lines: only a new line proves that they were replaced and not just deleted.
	const isCut = !comparison.seen.whole && to === comparison.seen.lines.length;
	if (isCut) return unchanged === -1 && now.above > 1 && lines.some(line => isNew(range, line));
	if (now.above === 0 || now.below === 0) return false;
	if (unchanged === -1) return true;
	const old = context(range, unchanged, unchanged + to - from);
	return now.above + now.below >= old.above + old.below;
}

const isNew = ({comparison}: Range, line: string) => !comparison.places.seen.has(line);

/** Whether the replacement is between the neighbors of the old lines and one of its new lines is nowhere else. */
function isOnlyHere(range: Range, at: number, gap: Gap): boolean {
	const {lines, comparison} = range;
	if (!isIn(gap, at, lines)) return false;
	return lines.some(line => hasWord(line) && isNew(range, line) && comparison.places.today.get(line)?.length === 1);
}
