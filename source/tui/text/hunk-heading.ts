import {extname} from 'node:path/posix';

/** As git finds the line behind `@@`, where a language has no rule of its own. Source: `man gitattributes`, xfuncname. */
const anyHeading = /^[\p{L}_$]/u;

const python = /^\s*(?:class|(?:async\s+)?def)\s/;
const ruby = /^\s*(?:class|module|def)\s/;
const markdown = /^ {0,3}#{1,6}\s/;
const headingStyles = /^[\p{L}_$.#@*:[&]/u;
const sections = /^\s*\[/;

/** Lines that begin something, by extension. */
const headings: Readonly<Record<string, RegExp>> = {
	'.py': python,
	'.pyi': python,
	'.rb': ruby,
	'.rake': ruby,
	'.md': markdown,
	'.markdown': markdown,
	'.css': headingStyles,
	'.scss': headingStyles,
	'.less': headingStyles,
	'.toml': sections,
	'.ini': sections,
	'.cfg': sections,
};

/** Lines to look at above a hunk: bounds the time for files in which no line is a heading. */
const linesLookedAt = 5000;

/**
 * The line that says where a change is, such as the head of its function; null if it is in the hunk itself, or if there
 * is none.
 * @param top index of the first line of the hunk
 * @param change index of the first line that changes
 */
export function headingOf(path: string, lines: readonly string[], top: number, change: number): string | null {
	const rule = headings[extname(path).toLowerCase()] ?? anyHeading;
	// What begins at the left is in no function.
	if (rule === anyHeading && anyHeading.test(lines[change] ?? '')) return null;
	for (let at = change - 1; at >= Math.max(0, change - linesLookedAt); at--) {
		const text = lines[at] ?? '';
		if (rule.test(text)) return at < top ? text : null;
	}
	return null;
}
