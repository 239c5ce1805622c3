import type {LineRange} from '../../review/finding.ts';
import {context, hasLinesAt, type SeenRange, unchangedAt} from './range.ts';
import {hasWord} from './words.ts';

/** Lines that nobody edited, in today's file (1-based, inclusive). */
export type Untouched = LineRange & {kind: 'exact' | 'moved'; reason: string};

export const linesEdited = 'the lines have been edited since the comment was written';
export const deletedReason = 'the lines have been deleted since the comment was written';

/** The lines where the alignment puts them; null if they were edited, `stale` if they may be others that look the same. */
export function findUntouched(seen: SeenRange): Untouched | {kind: 'stale'; reason: string} | null {
	const {from, to, comparison} = seen;
	const at = unchangedAt(seen);
	if (at === -1) return null;
	if (!comparison.runs.hasLandmark[from] || slides(seen, at)) {
		return {kind: 'stale', reason: 'the lines match several places in the file'};
	}
	const kind = at === from + comparison.seen.firstLine - 1 ? 'exact' : 'moved';
	const reason = kind === 'exact' ? '' : `moved from line ${from + comparison.seen.firstLine} to ${at + 1}`;
	return {kind, start: at + 1, end: at + to - from, reason};
}

/**
 * Whether the neighbors of this run point to another place with the same lines. If one of several equal lines was added or
 * deleted, an alignment cannot show which one.
 */
function slides(range: SeenRange, at: number): boolean {
	const {from, to, comparison} = range;
	const {seen, today, alignment, runs} = comparison;
	const nearest = (line: number, step: 1 | -1) => {
		let next = line + step;
		while (next >= 0 && next < seen.lines.length && alignment.to[next] === -1) next += step;
		const aligned = alignment.to[next] ?? (seen.whole ? (step === 1 ? today.length : -1) : null);
		return aligned === null ? at : aligned + from - next;
	};
	const here = context(range, at, at + to - from);
	const marked = seen.lines.slice(from, to);
	return [nearest(runs.first[from]!, -1), nearest(runs.last[from]!, 1)].some(other => {
		if (other === at || !hasLinesAt(today, other, marked)) return false;
		const there = context(range, other, other + to - from);
		return there.above > here.above || there.below > here.below;
	});
}

/** A block that was moved: together with a line of text above and below it, it occurs once in each version. */
export function findBlock({from, to, comparison}: SeenRange): Untouched | null {
	const {seen, today, places, alignment} = comparison;
	if (alignment.to.subarray(from, to).some(line => line !== -1)) return null;
	let first = from - 1;
	while (first >= 0 && !hasWord(seen.lines[first]!)) first--;
	let last = to;
	while (last < seen.lines.length && !hasWord(seen.lines[last]!)) last++;
	if (first < 0 || last >= seen.lines.length) return null;
	const block = seen.lines.slice(first, last + 1);
	const find = (text: readonly string[], starts: number[] = []) =>
		starts.filter(at => block.every((line, index) => text[at + index] === line));
	const now = find(today, places.today.get(block[0]!));
	if (now.length !== 1 || find(seen.lines, places.seen.get(block[0]!)).length !== 1) return null;
	const at = now[0]! + from - first;
	const reason = `moved with the lines around it from line ${from + seen.firstLine} to ${at + 1}`;
	return {kind: 'moved', start: at + 1, end: at + to - from, reason};
}
