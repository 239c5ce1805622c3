/** The right side of a diff hunk: lines of the new file and where they stand in it. */
export type HunkLines = {
	/** Line number (1-based) of the first of `lines` in the commit of the comment. */
	start: number;
	lines: string[];
};

/**
 * Reads the `diff_hunk` of a review comment: a unified hunk that ends at the commented line. The header may count
 * lines that GitHub has cut off at the top, so the numbers are taken from the end.
 *
 * @param lastLine number (1-based) of the commented line; null takes the header's word.
 */
export function readDiffHunk(hunk: string, lastLine: number | null): HunkLines | null {
	const rows = hunk.split(/\r?\n/);
	const header = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(rows[0] ?? '');
	if (!header) return null;
	const lines = rows
		.slice(1)
		.filter(row => row.startsWith('+') || row.startsWith(' ') || row === '')
		.map(row => row.slice(1).replace(/^\uFEFF/, ''));
	if (rows.at(-1) === '') lines.pop();
	if (lines.length === 0) return null;
	return {start: lastLine === null ? Number(header[1]) : lastLine - lines.length + 1, lines};
}
