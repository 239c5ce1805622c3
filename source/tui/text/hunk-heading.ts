import {extname} from 'node:path/posix';

/** As git finds the line behind `@@`, where a language has no rule of its own. Source: `man gitattributes`, xfuncname. */
const anyHeading = /^[\p{L}_$]/u;

/** Lines that begin something, and the extensions of files that they are in. */
const headings: readonly (readonly [line: RegExp, ...extensions: string[]])[] = [
	[/^\s*(?:class|(?:async\s+)?def)\s/, '.py', '.pyi'],
	[/^\s*(?:class|module|def)\s/, '.rb', '.rake'],
	[/^ {0,3}#{1,6}\s/, '.md', '.markdown'],
	[/^[\p{L}_$.#@*:[&]/u, '.css', '.scss', '.less'],
	[/^\s*\[/, '.toml', '.ini', '.cfg'],
];

/** Lines to look at above a hunk: bounds the time for files in which no line is a heading. */
const linesLookedAt = 5000;

/**
 * The line that says where a change is, such as the head of its function; null if it is in the hunk itself, or if there
 * is none.
 * @param top index of the first line of the hunk
 * @param change index of the first line that changes
 */
export function headingOf(path: string, lines: readonly string[], top: number, change: number): string | null {
	const extension = extname(path).toLowerCase();
	const [rule] = headings.find(([, ...extensions]) => extensions.includes(extension)) ?? [anyHeading];
	// What begins at the left is in no function.
	if (rule === anyHeading && anyHeading.test(lines[change] ?? '')) return null;
	for (let at = change - 1; at >= Math.max(0, change - linesLookedAt); at--) {
		const text = lines[at] ?? '';
		if (rule.test(text)) return at < top ? text : null;
	}
	return null;
}
