import {type Applied, findApplied} from './already-applied.ts';
import {carryOver} from './carry-over.ts';
import type {Comparison} from './comparison.ts';
import {minimalEdits} from './edits.ts';
import {findMergedIn} from './merged-in.ts';
import {bounds, context, hasLinesAt, type Range, unchangedAt} from './range.ts';
import type {LineEdit} from './text.ts';
import {hasWord, nameLines} from './words.ts';

/** Where a change goes in today's file. Lines are 1-based and inclusive; `end` is `start - 1` for an empty range. */
export type Placement =
	| {
			kind: 'exact' | 'moved' | 'merged';
			start: number;
			end: number;
			edits: LineEdit[];
			reason: string;
			/** Why a person has to review it first; absent if nobody has to. */
			doubt?: string;
	  }
	| Applied
	| {kind: 'stale' | 'gone'; reason: string};

/** Lines `start` to `end` (1-based, inclusive) of the text that the reviewer saw, and the lines that replace them. */
export type PlacedReplacement = {start: number; end: number; lines: readonly string[]};

/** Finds the lines that a reviewer saw in today's file: the first of the rules below that applies. It never guesses. */
export function place(comparison: Comparison, replacement: PlacedReplacement): Placement {
	const {seen} = comparison;
	const from = replacement.start - seen.firstLine;
	const to = replacement.end - seen.firstLine + 1;
	if (from < 0 || to > seen.lines.length || from >= to) {
		return {
			kind: 'stale',
			reason: `not in the commented version of the file: ${nameLines(replacement.start, replacement.end)}`,
		};
	}
	const range = {from, to, lines: replacement.lines, comparison};
	return (
		findApplied(range) ??
		findUntouched(range) ??
		findBlock(range) ??
		findMerged(range) ??
		findMergedIn(range) ??
		explainStale(range)
	);
}

function findUntouched(range: Range): Placement | null {
	const {from, to, lines, comparison} = range;
	const at = unchangedAt(range);
	if (at === -1) return null;
	if (!comparison.runs.hasLandmark[from] || slides(range, at)) {
		return {kind: 'stale', reason: 'the lines match several places in the file'};
	}
	const kind = at === from + comparison.seen.firstLine - 1 ? 'exact' : 'moved';
	const reason = kind === 'exact' ? '' : `moved from line ${from + comparison.seen.firstLine} to ${at + 1}`;
	const edits = minimalEdits(comparison.today.slice(at, at + to - from), lines, at);
	return {kind, start: at + 1, end: at + to - from, edits, reason};
}

/**
 * Whether the neighbors of this run point to another place with the same lines. If one of several equal lines was added or
 * deleted, an alignment cannot show which one.
 */
function slides(range: Range, at: number): boolean {
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
function findBlock(range: Range): Placement | null {
	const {from, to, comparison} = range;
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
	const edits = minimalEdits(today.slice(at, at + to - from), range.lines, at);
	const reason = `moved with the lines around it from line ${from + seen.firstLine} to ${at + 1}`;
	return {kind: 'moved', start: at + 1, end: at + to - from, edits, reason};
}

/** Each minimal edit of the change can be carried over: a clean 3-way merge. */
function findMerged({from, to, lines, comparison}: Range): Placement | null {
	const edits: LineEdit[] = [];
	for (const edit of minimalEdits(comparison.seen.lines.slice(from, to), lines, from)) {
		const carried = carryOver(comparison, edit);
		if (!carried) return null;
		edits.push(carried);
	}
	const [first] = edits;
	if (!first) return null;
	const reason = 'only lines around the edit have changed';
	return {kind: 'merged', start: first.from + 1, end: edits.at(-1)!.to, edits, reason};
}

function explainStale(range: Range): Placement {
	const {low, high} = bounds(range);
	if (low === high) return {kind: 'gone', reason: 'the lines have been deleted since the comment was written'};
	return {kind: 'stale', reason: 'the lines have been edited since the comment was written'};
}
