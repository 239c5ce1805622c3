/**
 * The line that a diff hunk ends at: GitHub's hunk of a comment ends at the commented line. 1-based, in the new file,
 * or for a deleted line in the old one. Null if the text is not a hunk.
 */
export function hunkEnd(hunk: string): {side: 'old' | 'new'; line: number} | null {
	const [header = '', ...rows] = hunk.replace(/\r?\n$/, '').split('\n');
	const starts = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header);
	const lines = rows.filter(row => !row.startsWith('\\'));
	const last = lines.at(-1);
	if (!starts || last === undefined) return null;
	const left = last.startsWith('-');
	const other = left ? '+' : '-';
	const counted = lines.filter(row => !row.startsWith(other)).length;
	return {side: left ? 'old' : 'new', line: Number(starts[left ? 1 : 2]) + counted - 1};
}
