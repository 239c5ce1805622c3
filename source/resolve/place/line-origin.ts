import type {LineEdit} from '../text.ts';
import {carryOver} from './carry-over.ts';
import type {Comparison} from './comparison.ts';

/** Where the lines that edits replace come from, as one commit of their file shows it. */
export type LineOrigin =
	/** From before the commit, which changed neither them nor a line next to them. The edits count the lines from before. */
	| {kind: 'earlier'; edits: LineEdit[]}
	/** All from the commit. */
	| {kind: 'commit'}
	/**
	 * From several commits, or the commit changed lines next to them, or it added or deleted one of several equal lines, which
	 * git may take for another one. Edits that only insert lines replace none.
	 */
	| {kind: 'mixed'};

/** @param comparison of the file after the commit with the file before it */
export function lineOrigin(comparison: Comparison, edits: readonly LineEdit[]): LineOrigin {
	const {seen, today, alignment} = comparison;
	const {to} = alignment;
	const isKept = new Set(to);
	const unsure = unsureLines(seen.lines, line => to[line] !== -1);
	const unsureBefore = unsureLines(today, line => isKept.has(line));
	const isSure = (line: number) => !unsure.has(line) && !unsureBefore.has(to[line] ?? -1);
	const earlier = edits.flatMap(edit =>
		linesIn(edit.from - 1, edit.to + 1).every(isSure) ? (carryOver(comparison, edit) ?? []) : [],
	);
	if (earlier.length === edits.length) return {kind: 'earlier', edits: earlier};
	const isNew = (line: number) => to[line] === -1 && isSure(line);
	const replacing = edits.filter(edit => edit.to > edit.from);
	const isAllNew = replacing.every(edit => linesIn(edit.from, edit.to).every(isNew));
	return {kind: replacing.length > 0 && isAllNew ? 'commit' : 'mixed'};
}

const linesIn = (from: number, to: number) => Array.from({length: to - from}, (_, index) => from + index);

/**
 * The lines of one of two texts that may be in a stretch which the other lacks, or beside it: a stretch slides along lines
 * that equal its own.
 */
function unsureLines(lines: readonly string[], isPaired: (line: number) => boolean): Set<number> {
	const unsure = new Set<number>();
	for (let from = 0, end = 0; from < lines.length; from = end + 1) {
		end = from;
		while (end < lines.length && !isPaired(end)) end++;
		if (end === from) continue;
		let [up, down] = [0, 0];
		while (from > up && lines[from - up - 1] === lines[end - up - 1]) up++;
		while (end + down < lines.length && lines[from + down] === lines[end + down]) down++;
		for (const line of linesIn(from - up, end + down)) if (line < from + down || line >= end - up) unsure.add(line);
	}
	return unsure;
}
