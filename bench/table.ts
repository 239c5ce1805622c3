/** Rows under a head, in aligned columns. Columns (0-based) in `right` are right-aligned. */
export function formatTable(
	head: readonly string[],
	rows: readonly (readonly string[])[],
	right: readonly number[],
): string {
	const all = [head, ...rows];
	const widths = head.map((_, column) => Math.max(...all.map(row => row[column]!.length)));
	const line = (row: readonly string[]) =>
		row
			.map((cell, column) => (right.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
			.join('  ')
			.trimEnd();
	return `${all.map(line).join('\n')}\n`;
}
