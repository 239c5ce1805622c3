import type {Comparison} from './comparison.ts';

/** Lines that a reviewer saw, as positions in `seen.lines` (0-based, half-open). */
export type SeenRange = {from: number; to: number; comparison: Comparison};

/** A replacement of such lines. */
export type Range = SeenRange & {lines: readonly string[]};

/** At most this many lines of context count on each side. */
const contextLimit = 50;

/** How many lines above and below the range, as the reviewer saw them, are also above and below `[at, atEnd)` today. */
export function context(range: SeenRange, at: number, atEnd: number): {above: number; below: number} {
	const {seen, today} = range.comparison;
	const count = (a: number, b: number, step: 1 | -1) => {
		let equal = 0;
		for (; equal < contextLimit; equal++) {
			const [inSeen, inToday] = [seen.lines[a + step * equal], today[b + step * equal]];
			// The start or end of both files counts as an equal line.
			if (inSeen === undefined && inToday === undefined && seen.whole) return equal + 1;
			if (inSeen === undefined || inSeen !== inToday) return equal;
		}
		return equal;
	};
	return {above: count(range.from - 1, at - 1, -1), below: count(range.to, atEnd, 1)};
}

/** Where the lines are today, unchanged and consecutive (0-based); -1 if they are not. */
export function unchangedAt({from, to, comparison}: SeenRange): number {
	const target = comparison.alignment.to[from]!;
	return target !== -1 && comparison.runs.last[from]! >= to - 1 ? target : -1;
}

/** A stretch of today's lines (0-based, half-open). */
export type Gap = {low: number; high: number};

export const isIn = ({low, high}: Gap, at: number, lines: readonly string[]) => low <= at && at + lines.length <= high;

/** The stretch of today's file that must contain the range: between its nearest aligned neighbors. */
export function bounds({from, to, comparison}: SeenRange): Gap {
	const {alignment, seen, today} = comparison;
	let above = from - 1;
	while (above >= 0 && alignment.to[above] === -1) above--;
	let below = to;
	while (below < seen.lines.length && alignment.to[below] === -1) below++;
	return {
		low: above >= 0 ? alignment.to[above]! + 1 : 0,
		high: below < seen.lines.length ? alignment.to[below]! : today.length,
	};
}

/**
 * What is left of the range, with lines that were inserted into it; empty if nothing is. If the whole file is known:
 * everything between its nearest aligned neighbors, otherwise what its own lines prove.
 */
export function remains({from, to, comparison}: SeenRange): Gap {
	if (comparison.seen.whole) return bounds({from, to, comparison});
	const {alignment, runs} = comparison;
	const found: number[] = [];
	for (let line = from; line < to; line++) if (runs.hasLandmark[line]) found.push(alignment.to[line]!);
	return found.length > 0 ? {low: found[0]!, high: found.at(-1)! + 1} : {low: 0, high: 0};
}

/** Whether the text has these lines from line `at` (0-based) on. */
export const hasLinesAt = (text: readonly string[], at: number, lines: readonly string[]) =>
	lines.every((line, index) => text[at + index] === line);
