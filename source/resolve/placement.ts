import type {Comparison} from './comparison.ts';
import {minimalEdits} from './edits.ts';
import type {Edit} from './text.ts';

/** Where a change lands in the file as it is today. Lines are 1-based and inclusive; `end` is `start - 1` where none are left. */
export type Placement =
	| {kind: 'exact' | 'moved' | 'merged'; start: number; end: number; edits: Edit[]; reason: string}
	| {kind: 'already-applied'; start: number; end: number; reason: string}
	| {kind: 'stale' | 'gone'; reason: string};

/** Lines `start` to `end` (1-based, inclusive) of the text that the reviewer saw, and what shall stand there. */
export type Replacement = {start: number; end: number; lines: readonly string[]};

/** Finds the lines that a reviewer saw in today's file: DESIGN's order, and never a guess. */
export function place(comparison: Comparison, replacement: Replacement): Placement {
	const {seen} = comparison;
	const from = replacement.start - seen.firstLine;
	const to = replacement.end - seen.firstLine + 1;
	if (from < 0 || to > seen.lines.length || from >= to) {
		return {
			kind: 'stale',
			reason: `lines ${replacement.start}-${replacement.end} are not in the file the comment was written on`,
		};
	}
	const range = {from, to, lines: replacement.lines, comparison};
	return findApplied(range) ?? findUntouched(range) ?? findBlock(range) ?? findMerged(range) ?? explainStale(range);
}

/** A replacement in positions of `seen.lines` (0-based, half-open). */
type Range = {from: number; to: number; lines: readonly string[]; comparison: Comparison};

/** The most lines of context that are counted when two readings of the same place are weighed. */
const contextLimit = 50;

/** How many lines above `from` and below `to` of what the reviewer saw also stand above and below `[at, atEnd)` today. */
function context(range: Range, at: number, atEnd: number): {above: number; below: number} {
	const {seen, today} = range.comparison;
	const count = (a: number, b: number, step: 1 | -1) => {
		let equal = 0;
		for (; equal < contextLimit; equal++) {
			const [inSeen, inToday] = [seen.lines[a + step * equal], today[b + step * equal]];
			// The bound of both files counts as an equal line.
			if (inSeen === undefined && inToday === undefined && seen.whole) return equal + 1;
			if (inSeen === undefined || inSeen !== inToday) return equal;
		}
		return equal;
	};
	return {above: count(range.from - 1, at - 1, -1), below: count(range.to, atEnd, 1)};
}

/** Where the lines stand today, untouched and in one piece (0-based); -1 where they do not. */
function standsAt({from, to, comparison}: Range): number {
	const target = comparison.alignment.to[from]!;
	return target !== -1 && comparison.runs.last[from]! >= to - 1 ? target : -1;
}

/** Between which lines of today's file (0-based, half-open) the range must lie: its nearest aligned neighbours. */
function bounds({from, to, comparison}: Range): {low: number; high: number} {
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

function findApplied(range: Range): Placement | null {
	const {from, to, lines, comparison} = range;
	const {seen, today} = comparison;
	const {low, high} = bounds(range);
	const stands = standsAt(range);
	const old = stands === -1 ? null : context(range, stands, stands + to - from);
	for (let at = Math.max(0, low - lines.length); at <= Math.min(high, today.length - lines.length); at++) {
		if (!lines.every((line, index) => today[at + index] === line)) continue;
		const now = context(range, at, at + lines.length);
		const bounded = now.above > 0 && (now.below > 0 || (!seen.whole && to === seen.lines.length && now.above > 1));
		const better = old ? now.above + now.below >= old.above + old.below : true;
		const isOld = at === stands && lines.length === to - from;
		if ((bounded && better) || isOld || (!old && standsAlone(range, at, low, high))) {
			const reason = isOld ? 'the file already says this' : 'the replacement is already there';
			return {kind: 'already-applied', start: at + 1, end: at + lines.length, reason};
		}
	}
	return null;
}

const hasWord = (line: string) => /[\p{L}\p{N}]/u.test(line);

/** The replacement stands between the neighbours, and nowhere else: good enough to say that it was made already. */
function standsAlone({lines, comparison}: Range, at: number, low: number, high: number): boolean {
	if (lines.length === 0 || at < low || at + lines.length > high) return false;
	return lines.some(line => hasWord(line) && comparison.places.today.get(line)?.length === 1);
}

function findUntouched(range: Range): Placement | null {
	const {from, to, lines, comparison} = range;
	const at = standsAt(range);
	if (at === -1) return null;
	if (!comparison.runs.hasLandmark[from]) {
		return {kind: 'stale', reason: 'the lines stand at several places that look alike'};
	}
	const kind = at === from + comparison.seen.firstLine - 1 ? 'exact' : 'moved';
	const reason = kind === 'exact' ? '' : `moved from line ${from + comparison.seen.firstLine} to ${at + 1}`;
	const edits = minimalEdits(comparison.today.slice(at, at + to - from), lines, at);
	return {kind, start: at + 1, end: at + to - from, edits, reason};
}

/** A block that was carried to another place: with a line of text above and one below it, it stands once in each version. */
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
	const reason = `moved with its surroundings from line ${from + seen.firstLine} to ${at + 1}`;
	return {kind: 'moved', start: at + 1, end: at + to - from, edits, reason};
}

/**
 * Carries one edit of the text that was seen over to today's: the lines it replaces and the line on either side of it
 * must stand there untouched. Null where they do not.
 */
export function carryOver({seen, today, alignment, runs}: Comparison, edit: Edit): Edit | null {
	const first = Math.max(edit.from - 1, 0);
	const last = Math.min(edit.to, seen.lines.length - 1);
	if (last < first || runs.first[first] === -1 || runs.last[first]! < last || !runs.hasLandmark[first]) return null;
	if (edit.from === 0 && !(seen.whole && alignment.to[0] === 0)) return null;
	if (edit.to > last && !(seen.whole && alignment.to[last] === today.length - 1)) return null;
	const shift = alignment.to[first]! - first;
	return {from: edit.from + shift, to: edit.to + shift, lines: edit.lines};
}

/** Every smallest edit of the change can be carried over: a clean 3-way merge. */
function findMerged({from, to, lines, comparison}: Range): Placement | null {
	const edits: Edit[] = [];
	for (const edit of minimalEdits(comparison.seen.lines.slice(from, to), lines, from)) {
		const carried = carryOver(comparison, edit);
		if (!carried) return null;
		edits.push(carried);
	}
	const [first] = edits;
	if (!first) return null;
	const reason = 'the lines around the edit have changed, the edited ones have not';
	return {kind: 'merged', start: first.from + 1, end: edits.at(-1)!.to, edits, reason};
}

function explainStale(range: Range): Placement {
	const {low, high} = bounds(range);
	if (low === high) return {kind: 'gone', reason: 'the lines were deleted since the comment was written'};
	return {kind: 'stale', reason: 'the lines were edited since the comment was written'};
}
