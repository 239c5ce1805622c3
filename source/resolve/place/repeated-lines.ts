import {Pattern} from '../pattern.ts';
import {hasLinesAt} from './range.ts';
import {hasWord, nameLines} from './words.ts';

export type Fit =
	| {kind: 'fits'}
	/** `trimmed` is the replacement without the repeated lines. */
	| {kind: 'repeats'; trimmed: string[]; reason: string}
	/** The whole replacement is already next to its range, so it seems to be meant for other lines. */
	| {kind: 'misplaced'; reason: string};

/** The most lines between the range and a copy of the replacement. */
const widestGap = 2;

/**
 * Checks whether a replacement repeats lines just outside its range, as if the range were another. Brackets and blank lines
 * alone do not count; nor do lines that are also in the range, because one more of them may be intended.
 *
 * @param lines of the file that the reviewer saw
 * @param start first replaced line, 1-based
 * @param end last replaced line, 1-based, inclusive
 */
export function withoutRepeats(
	lines: readonly string[],
	start: number,
	end: number,
	replacement: readonly string[],
): Fit {
	const replaced = new Set(lines.slice(start - 1, end));
	const isNew = (line: string) => hasWord(line) && !replaced.has(line);
	if (replacement.some(isNew)) {
		const copy = [...besides(start, end, replacement.length)].find(line => hasLinesAt(lines, line - 1, replacement));
		if (copy !== undefined) {
			return {kind: 'misplaced', reason: `the suggested lines are already at line ${copy}, next to the range`};
		}
	}
	const before = overlap(lines.slice(Math.max(0, start - 1 - replacement.length), start - 1), replacement);
	const above = replacement.slice(0, before).some(isNew) ? before : 0;
	const rest = replacement.slice(above);
	const after = overlap(rest, lines.slice(end, end + rest.length));
	const below = rest.slice(rest.length - after).some(isNew) ? after : 0;
	if (above + below === 0) return {kind: 'fits'};
	return {kind: 'repeats', trimmed: rest.slice(0, rest.length - below), reason: describe(start, end, above, below)};
}

/** How many lines at the end of the first text are also the start of the second. */
function overlap(first: readonly string[], second: readonly string[]): number {
	const pattern = new Pattern(second);
	return first.reduce((matched, line) => pattern.next(matched, line), 0);
}

/** First lines (1-based) of blocks of `count` lines just above or below the range, the nearest first. */
function* besides(start: number, end: number, count: number): Generator<number> {
	for (let gap = 0; gap <= widestGap; gap++) {
		if (start - gap - count > 0) yield start - gap - count;
		yield end + 1 + gap;
	}
}

function describe(start: number, end: number, above: number, below: number): string {
	const parts = [];
	if (above > 0) parts.push(`${nameLines(start - above, start - 1)} above`);
	if (below > 0) parts.push(`${nameLines(end + 1, end + below)} below`);
	return `the suggestion repeats ${parts.join(' and ')} its range`;
}
