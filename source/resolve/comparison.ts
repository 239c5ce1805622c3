import {type Alignment, align} from './align.ts';
import {hasWord} from './words.ts';

/** What the reviewer saw: a whole file or, where only a diff hunk is left, a part of it. */
export type Seen = {
	lines: readonly string[];
	/** Line number (1-based) of the first of `lines`. */
	firstLine: number;
	/** Whether `lines` is the whole file, so that its bounds are those of the file. */
	whole: boolean;
};

/** A text that a reviewer saw beside the one of today; shared by all changes written against the same text. */
export type Comparison = {
	seen: Seen;
	today: readonly string[];
	alignment: Alignment;
	/** For each aligned line the bounds of its run: consecutive lines that are consecutive in both texts. */
	runs: {first: Int32Array; last: Int32Array; hasLandmark: Uint8Array};
	/** Where a line stands (0-based) in each of the two texts. */
	places: {seen: Map<string, number[]>; today: Map<string, number[]>};
};

export function compare(seen: Seen, today: readonly string[]): Comparison {
	const alignment = align(seen.lines, today);
	const places = {seen: placesIn(seen.lines), today: placesIn(today)};
	return {seen, today, alignment, runs: findRuns(alignment, seen, today.length), places};
}

function placesIn(lines: readonly string[]): Map<string, number[]> {
	const placesOf = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		const places = placesOf.get(line);
		if (places) places.push(index);
		else placesOf.set(line, [index]);
	}
	return placesOf;
}

/**
 * A run proves a place where it holds a line that occurs only once in both texts, or reaches a bound of both files:
 * otherwise it may be one of several look-alikes.
 */
function findRuns({to, isLandmark}: Alignment, seen: Seen, todayLength: number): Comparison['runs'] {
	const first = new Int32Array(to.length).fill(-1);
	const last = new Int32Array(to.length).fill(-1);
	const hasLandmark = new Uint8Array(to.length);
	for (let from = 0; from < to.length; ) {
		if (to[from] === -1) {
			from++;
			continue;
		}
		let end = from;
		while (end + 1 < to.length && to[end + 1] === to[end]! + 1) end++;
		// A lone bracket is as good as any other; and of a part of a file, a single line may stand in the rest of it too.
		const isLone = end === from;
		const isKnown = seen.whole ? hasWord(seen.lines[from]!) : seen.firstLine + from === to[from]! + 1;
		const reachesBound = (from === 0 && to[0] === 0) || (end === to.length - 1 && to[end] === todayLength - 1);
		let proven = seen.whole && to.length === todayLength && end - from + 1 === to.length;
		if (!isLone || isKnown) {
			proven ||= seen.whole && reachesBound;
			for (let line = from; line <= end && !proven; line++) proven = isLandmark(line);
		}
		first.fill(from, from, end + 1);
		last.fill(end, from, end + 1);
		if (proven) hasLandmark.fill(1, from, end + 1);
		from = end + 1;
	}
	return {first, last, hasLandmark};
}
