import type {LineRange} from '../review/finding.ts';

/** The right side of a diff hunk: lines of the new file and their position. */
export type HunkLines = {
	/** Line number (1-based) of the first of `lines` in the commit of the comment. */
	start: number;
	lines: string[];
};

const headerForm = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;

/** The lines that a hunk covers, by its header or by the lines that it shows, whichever is more. */
export function linesCovered(hunk: string, {lines}: HunkLines): LineRange {
	const [, start = '1', count = '1'] = headerForm.exec(hunk) ?? [];
	return {start: Number(start), end: Number(start) + Math.max(Number(count), lines.length) - 1};
}

/**
 * Reads the `diff_hunk` of a review comment: a unified hunk that ends at the commented line. The header may count lines
 * that GitHub cut off at the top, so lines are counted from the end.
 *
 * @param lastLine number (1-based) of the commented line; null: count from the header
 */
export function readDiffHunk(hunk: string, lastLine: number | null): HunkLines | null {
	const rows = hunk.split(/\r?\n/);
	const header = headerForm.exec(rows[0] ?? '');
	if (!header) return null;
	const lines = rows
		.slice(1)
		.filter(row => row.startsWith('+') || row.startsWith(' ') || row === '')
		.map(row => row.slice(1).replace(/^\uFEFF/, ''));
	if (rows.at(-1) === '') lines.pop();
	if (lines.length === 0) return null;
	return {start: lastLine === null ? Number(header[1]) : lastLine - lines.length + 1, lines};
}
