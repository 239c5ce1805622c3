import type {Anchor, LineRange} from '../../review/finding.ts';
import {type BaseVersion, baseVersionAt, baseVersions, type CommentedLines, type Versions} from './base-versions.ts';
import {type Comparison, compare, type Seen} from './comparison.ts';
import {remains, type SeenRange} from './range.ts';
import {deletedReason, findBlock, findUntouched, linesEdited, type Untouched} from './untouched.ts';
import {nameLines} from './words.ts';

/** Where lines that a reviewer saw are in today's file (1-based, inclusive). */
export type Whereabouts =
	| Untouched
	/** `edited`: everything between the nearest lines around them that still exist; `gone`: `end` is `start - 1`. */
	| (LineRange & {kind: 'edited' | 'gone'; reason: string})
	| {kind: 'unknown'; reason: string};

/** Commented lines as their reviewer saw them, and where they are now. */
export type Trace = {seen: BaseVersion | null; where: Whereabouts};

/** What is known about the lines of a comment; `original` is null if it names none. */
export type TracedLines = Omit<CommentedLines, 'original'> & {original: Anchor | null};

/** Finds the lines of comments in one of today's files, by the same readings and rules as changes are placed. */
export function tracer(today: readonly string[], versions: Versions): (comment: TracedLines) => Trace {
	let latest: Comparison | null = null;
	const compareWith = (seen: Seen): Comparison => {
		// Comments on one file are often looked at one after the other, and comparisons of long files are large.
		if (latest?.seen.lines === seen.lines) return latest;
		latest = compare(seen, today);
		return latest;
	};
	return ({original, ...rest}) => {
		if (!original) return {seen: null, where: {kind: 'unknown', reason: ''}};
		const {found, reason} = baseVersions({original, ...rest}, versions);
		// A comment can name other lines than those of its diff hunk.
		const named = found.length === 0 ? baseVersionAt(original, versions.at(original.commit)) : null;
		const traces = [...found, ...(named ? [named] : [])].map(seen => ({seen, where: locateReading(seen, compareWith)}));
		const untouched = traces.find(({where}) => where.kind === 'exact' || where.kind === 'moved');
		return untouched ?? traces.at(-1) ?? {seen: null, where: {kind: 'unknown', reason}};
	};
}

function locateReading({seen, start, end}: BaseVersion, compareWith: (seen: Seen) => Comparison): Whereabouts {
	const from = start - seen.firstLine;
	const to = end - seen.firstLine + 1;
	if (from < 0 || to > seen.lines.length || from >= to) {
		return {kind: 'unknown', reason: `not in the commented version of the file: ${nameLines(start, end)}`};
	}
	const lines: SeenRange = {from, to, comparison: compareWith(seen)};
	const untouched = findUntouched(lines) ?? findBlock(lines);
	if (untouched) return untouched.kind === 'stale' ? {...untouched, kind: 'unknown'} : untouched;
	const {low, high} = remains(lines);
	if (low < high) return {kind: 'edited', start: low + 1, end: high, reason: linesEdited};
	if (!seen.whole) return {kind: 'unknown', reason: linesEdited};
	return {kind: 'gone', start: low + 1, end: low, reason: deletedReason};
}
