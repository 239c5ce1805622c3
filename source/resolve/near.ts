import type {LineRange} from '../review/finding.ts';
import type {HunkPlace} from './hunk-places.ts';

/** In lines: up to this distance, a place counts as next to the comment. */
const nextTo = 10;

/** 0 in the lines, 1 next to them, 2 elsewhere. */
export function lineDistance({start, end}: HunkPlace, near: LineRange): 0 | 1 | 2 {
	const gap = Math.max(start + 1 - near.end, near.start - end);
	if (gap <= 0) return 0;
	return gap <= nextTo ? 1 : 2;
}

/** What is known about a hunk's position besides its text. */
type Clues = {
	near: LineRange | null;
	/** Its first line by the diff's header; null if there is none. */
	line: number | null;
	/** Whether it quotes more than brackets and blank lines. */
	isTelling: boolean;
};

/**
 * The best of the places: those in the lines of the comment, else next to them, else anywhere; with the reviewer's
 * indentation, else with another one. Brackets and blank lines are everywhere, so they count only near the comment.
 */
export function narrow(places: readonly HunkPlace[], {near, line, isTelling}: Clues): HunkPlace[] {
	if (!isTelling) return near ? places.filter(place => lineDistance(place, near) < 2) : [];
	const nearest = near ? Math.min(...new Set(places.map(place => lineDistance(place, near)))) : null;
	const here = near ? places.filter(place => lineDistance(place, near) === nearest) : [...places];
	const exact = here.filter(({isExact}) => isExact);
	const best = exact.length > 0 ? exact : here;
	// The content matches at all of them, so the header may choose.
	const stated = best.filter(({start}) => start + 1 === line);
	return stated.length === 1 ? stated : best;
}
