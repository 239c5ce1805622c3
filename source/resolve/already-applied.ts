import {bounds, context, type Gap, isIn, type Range, standsAt, standsIn} from './range.ts';
import {hasWord} from './words.ts';

/** Where a replacement stands already (1-based, inclusive; `end` is `start - 1` for a deletion). */
export type Applied = {kind: 'already-applied'; start: number; end: number; reason: string};

/**
 * Where the whole replacement already stands, be it beside or around the old lines; null where it
 * does not, or where the lines that stand there may be others that look alike.
 */
export function findApplied(range: Range): Applied | null {
	const {from, to, lines, comparison} = range;
	const {today} = comparison;
	const stands = standsAt(range);
	if (keepsLandmark(range)) return null;
	const gap = bounds(range);
	for (let at = Math.max(0, gap.low - lines.length); at <= Math.min(gap.high, today.length - lines.length); at++) {
		if (!standsIn(today, at, lines)) continue;
		const place = {kind: 'already-applied' as const, start: at + 1, end: at + lines.length};
		const coversOld = stands !== -1 && at <= stands && stands + to - from <= at + lines.length;
		if (coversOld && lines.length === to - from) return {...place, reason: 'the file already says this'};
		const isThere =
			(coversOld && isGrown(range, at, gap)) ||
			hasItsPlace(range, at, stands) ||
			(stands === -1 && standsAlone(range, at, gap));
		if (isThere) return {...place, reason: 'the replacement is already there'};
	}
	return null;
}

/** Whether a line that would have gone, and of which there was but one, is still there, wherever it stands now. */
export function keepsLandmark({from, to, lines, comparison: {seen, places}}: Range): boolean {
	const isOnly = (text: Map<string, number[]>, line: string) => text.get(line)?.length === 1;
	return seen.lines
		.slice(from, to)
		.some(line => hasWord(line) && isOnly(places.seen, line) && isOnly(places.today, line) && !lines.includes(line));
}

/**
 * Whether the replacement, which holds the old lines at their place, got its other lines since: none of them is one
 * that stood around the old ones before. Of a part of a file that cannot be told, so there it counts as made.
 */
function isGrown({lines, comparison}: Range, at: number, gap: Gap): boolean {
	return !comparison.seen.whole || isIn(gap, at, lines);
}

/** Whether what stood next to the old lines stands next to the replacement, at least as much of it as next to the old ones. */
function hasItsPlace(range: Range, at: number, stands: number): boolean {
	const {from, to, lines, comparison} = range;
	const now = context(range, at, at + lines.length);
	// A hunk ends at the marked lines: there new lines have to tell that it was not just the old ones that went.
	const isCut = !comparison.seen.whole && to === comparison.seen.lines.length;
	if (isCut) return stands === -1 && now.above > 1 && lines.some(line => isNew(range, line));
	if (now.above === 0 || now.below === 0) return false;
	if (stands === -1) return true;
	const old = context(range, stands, stands + to - from);
	return now.above + now.below >= old.above + old.below;
}

const isNew = ({comparison}: Range, line: string) => !comparison.places.seen.has(line);

/** The replacement stands between the neighbours, and its new lines nowhere else: good enough to say that it was made already. */
function standsAlone(range: Range, at: number, gap: Gap): boolean {
	const {lines, comparison} = range;
	if (!isIn(gap, at, lines)) return false;
	return lines.some(line => hasWord(line) && isNew(range, line) && comparison.places.today.get(line)?.length === 1);
}
