import type {LineRange} from '../review/finding.ts';

/** The right side of a diff hunk: lines of the new file and their position. */
export type HunkLines = {
	/** Line number (1-based) of the first of `lines` in the commit of the comment. */
	start: number;
	lines: string[];
};

const headerForm = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** The lines that a hunk covers, by its header or by the lines that it shows, whichever is more. */
export function linesCovered(hunk: string, {lines}: HunkLines): LineRange {
	const [, , start = '1', count = '1'] = headerForm.exec(hunk) ?? [];
	return {start: Number(start), end: Number(start) + Math.max(Number(count), lines.length) - 1};
}

/** A row of a diff hunk: its line before and after (1-based numbers), null where it is not, or if that is unknown. */
export type HunkRow = {sign: ' ' | '-' | '+'; text: string; old: number | null; now: number | null};

/**
 * Reads the `diff_hunk` of a review comment: a unified hunk that ends at the commented line. The header may count lines
 * that GitHub cut off at the top, so lines are counted from the end.
 *
 * @param lastLine number (1-based) of the last line of the new side; null: count from the header
 * @returns null if it is no hunk
 */
export function readHunkRows(hunk: string, lastLine: number | null): HunkRow[] | null {
	const rows = hunk.split(/\r?\n/);
	const [, oldStart, newStart] = headerForm.exec(rows[0] ?? '') ?? [];
	if (oldStart === undefined) return null;
	if (rows.at(-1) === '') rows.pop();
	const isNew = (row: string) => row.startsWith('+') || row.startsWith(' ') || row === '';
	const fromEnd = lastLine === null ? Number(newStart) : lastLine + 1 - rows.slice(1).filter(isNew).length;
	// How many old lines were cut off at the top cannot be known.
	let old = fromEnd === Number(newStart) ? Number(oldStart) : null;
	let now = fromEnd;
	return rows.slice(1).flatMap((row): HunkRow[] => {
		const text = row.slice(1).replace(/^\uFEFF/, '');
		if (row.startsWith('-')) return [{sign: '-', text, old: old === null ? null : old++, now: null}];
		if (row.startsWith('+')) return [{sign: '+', text, old: null, now: now++}];
		return isNew(row) ? [{sign: ' ', text, old: old === null ? null : old++, now: now++}] : [];
	});
}

/** The right side of the same: lines of the new file. */
export function readDiffHunk(hunk: string, lastLine: number | null): HunkLines | null {
	const rows = readHunkRows(hunk, lastLine)?.filter(({now}) => now !== null);
	const [first] = rows ?? [];
	return rows && first && first.now !== null ? {start: first.now, lines: rows.map(({text}) => text)} : null;
}
