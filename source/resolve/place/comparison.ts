import {type Alignment, align} from './align.ts';
import {hasWord} from './words.ts';

/** What the reviewer saw: a whole file or, if only a diff hunk is left, a part of it. */
export type Seen = {
	lines: readonly string[];
	/** Line number (1-based) of the first of `lines`. */
	firstLine: number;
	/** Whether `lines` is the whole file. */
	whole: boolean;
};

/** The text that a reviewer saw, compared with today's; shared by all changes written against the same text. */
export type Comparison = {
	seen: Seen;
	today: readonly string[];
	alignment: Alignment;
	/** For each aligned line, the bounds of its run: lines that are consecutive in both texts. */
	runs: {first: Int32Array; last: Int32Array; hasLandmark: Uint8Array};
	/** The indices (0-based) of each line in each text. */
	places: {seen: Map<string, number[]>; today: Map<string, number[]>};
};

export function compare(seen: Seen, today: readonly string[]): Comparison {
	const alignment = align(seen.lines, today);
	const places = {seen: indexesByLine(seen.lines), today: indexesByLine(today)};
	return {seen, today, alignment, runs: findRuns(alignment, seen, today.length), places};
}

const indexesByLine = (lines: readonly string[]) => Map.groupBy(lines.keys(), index => lines[index]!);

/**
 * A run proves a place (`hasLandmark`) if it contains a line that occurs once in both texts, or reaches the start or end of
 * both files. Otherwise it may be one of several runs that look the same.
 */
function findRuns({to, isLandmark}: Alignment, seen: Seen, todayLength: number): Comparison['runs'] {
	const first = new Int32Array(to.length).fill(-1);
	const last = new Int32Array(to.length).fill(-1);
	const hasLandmark = new Uint8Array(to.length);
	for (const [from, end] of runsOf(to)) {
		// A line that is only a bracket proves nothing; and if only part of the file is known, a single line may also occur in the rest.
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
	}
	return {first, last, hasLandmark};
}

/** The first and the last line of each run. */
function* runsOf(to: Alignment['to']): Generator<[from: number, end: number]> {
	for (let from = 0, end = 0; from < to.length; from = end + 1) {
		end = from;
		if (to[from] === -1) continue;
		while (end + 1 < to.length && to[end + 1] === to[end]! + 1) end++;
		yield [from, end];
	}
}
