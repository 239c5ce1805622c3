/** A word that every POSIX shell takes as it is. */
export function quote(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What one can do beside the command for it. No comments behind it: not every shell takes them from a keyboard. */
export function columns(rows: readonly (readonly [purpose: string, command: string])[]): string {
	const width = Math.max(...rows.map(([purpose]) => purpose.length));
	return rows.map(([purpose, command]) => `  ${purpose.padEnd(width)}  $ ${command}`).join('\n');
}
