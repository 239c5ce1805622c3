import type {Stand} from './stand.ts';

/** Lines (1-based, inclusive) that a comment is about. */
export type Near = {start: number; end: number};

/** How far from these lines a place still counts as next to them. */
const nextTo = 10;

/** 0 in the lines, 1 next to them, 2 elsewhere. */
export function distance({start, end}: Stand, near: Near): 0 | 1 | 2 {
	const gap = Math.max(start + 1 - near.end, near.start - end);
	if (gap <= 0) return 0;
	return gap <= nextTo ? 1 : 2;
}

/** What is known of where a hunk stands, besides its text. */
type Clues = {
	near: Near | null;
	/** Its first line as the diff's header has it. */
	line: number | null;
	/** Whether it quotes more than brackets and blank lines. */
	isTelling: boolean;
};

/**
 * The places that deserve to be considered: those in the lines that the comment is about, else next to them, else
 * anywhere; as the reviewer wrote the lines, else with another indentation. Brackets and blank lines stand everywhere,
 * so they count only near those lines, and only if they are there once.
 */
export function narrow(stands: readonly Stand[], {near, line, isTelling}: Clues): Stand[] {
	if (!isTelling) return near ? stands.filter(stand => distance(stand, near) < 2) : [];
	const nearest = near ? Math.min(...new Set(stands.map(stand => distance(stand, near)))) : null;
	const here = near ? stands.filter(stand => distance(stand, near) === nearest) : [...stands];
	const exact = here.filter(({isExact}) => isExact);
	const best = exact.length > 0 ? exact : here;
	// The content is proven for all of them, so the header may choose.
	const stated = best.filter(({start}) => start + 1 === line);
	return stated.length === 1 ? stated : best;
}
