/** Quotes a word for every POSIX shell. */
export function quote(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Descriptions with their commands in columns. No comments after commands: some interactive shells reject them. */
export function columns(rows: readonly (readonly [purpose: string, command: string])[]): string {
	const width = Math.max(...rows.map(([purpose]) => purpose.length));
	return rows.map(([purpose, command]) => `  ${purpose.padEnd(width)}  $ ${command}`).join('\n');
}
