import type {LineRange} from '../../review/finding.ts';
import {compare, type Seen} from './comparison.ts';
import {remains} from './range.ts';

/**
 * Where the lines of a comment are today, with lines that were inserted between them. If the whole file is known: everything
 * between the nearest lines around them that still exist. Null if nothing is left of them.
 *
 * @param lines 1-based, inclusive, as `seen` counts
 */
export function trackLines(seen: Seen, today: readonly string[], lines: LineRange): LineRange | null {
	const from = lines.start - seen.firstLine;
	const to = lines.end - seen.firstLine + 1;
	if (from < 0 || to > seen.lines.length || from >= to) return null;
	const {low, high} = remains({from, to, comparison: compare(seen, today)});
	return low < high ? {start: low + 1, end: high} : null;
}
