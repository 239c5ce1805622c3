import {type Applied, findApplied} from './already-applied.ts';
import {carryOver} from './carry-over.ts';
import type {Comparison} from './comparison.ts';
import {minimalEdits} from './edits.ts';
import {findMergedIn} from './merged-in.ts';
import {bounds, type Range} from './range.ts';
import type {LineEdit} from './text.ts';
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
