import {minimalEdits} from '../edits.ts';
import type {LineEdit} from '../text.ts';
import {type Applied, findApplied, keepsLandmark} from './already-applied.ts';
import {carryOver} from './carry-over.ts';
import {type Comparison, compare} from './comparison.ts';
import {bounds, type Range} from './range.ts';
import {deletedReason, findBlock, findUntouched, linesEdited} from './untouched.ts';
import {nameLines} from './words.ts';

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
	return findApplied(range) ?? placeUntouched(range) ?? findMerged(range) ?? findMergedIn(range) ?? explainStale(range);
}

/** Where the lines are untouched. */
function placeUntouched(range: Range): Placement | null {
	const found = findUntouched(range) ?? findBlock(range);
	if (!found || found.kind === 'stale') return found;
	const from = found.start - 1;
	return {...found, edits: minimalEdits(range.comparison.today.slice(from, found.end), range.lines, from)};
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
	return low === high ? {kind: 'gone', reason: deletedReason} : {kind: 'stale', reason: linesEdited};
}

/** How many lines around the range are used to find where it was. */
const surroundings = 30;

/** Finds a change that was already merged into lines that were also edited: each minimal edit could be undone there. */
function findMergedIn(range: Range): Applied | null {
	if (keepsLandmark(range)) return null;
	const {from, to, lines, comparison} = range;
	const {seen, today} = comparison;
	const {low, high} = bounds(range);
	const marked = seen.lines.slice(from, to);
	const above = within(seen.lines, from - surroundings, from, seen.whole);
	const made = [...above, ...lines, ...within(seen.lines, to, to + surroundings, seen.whole)];
	const near = within(today, low - surroundings, high + surroundings, seen.whole);
	const then = compare({lines: made, firstLine: 1, whole: false}, near);
	const back = minimalEdits(lines, marked, above.length);
	if (back.length === 0 || !back.every(edit => carryOver(then, edit))) return null;
	const nearFrom = near[0] === fileBound ? -1 : Math.max(0, low - surroundings);
	const standing = then.alignment.to.subarray(above.length, above.length + lines.length).filter(line => line !== -1);
	const start = standing.length > 0 ? nearFrom + standing[0]! : low;
	const end = standing.length > 0 ? nearFrom + standing.at(-1)! + 1 : low;
	return {
		kind: 'already-applied',
		start: start + 1,
		end,
		reason: 'the replacement is already there, with edits around it',
	};
}

/** Marks the start or end of a file, so that it is compared like a line; no line of a text file contains NUL. */
const fileBound = '\0';

/** The lines from one position (0-based) to another, with a mark at a bound of the file that is reached and known. */
function within(lines: readonly string[], from: number, to: number, hasBounds: boolean): string[] {
	const part = lines.slice(Math.max(0, from), Math.max(0, to));
	if (hasBounds && from <= 0) part.unshift(fileBound);
	if (hasBounds && to >= lines.length) part.push(fileBound);
	return part;
}
