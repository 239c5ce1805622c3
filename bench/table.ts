/** Rows under a head, in aligned columns; `right` names those (0-based) that are aligned at their right. */
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
