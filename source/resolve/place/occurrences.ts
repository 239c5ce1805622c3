import {Pattern} from '../pattern.ts';

/** Lines of a file, indexed for search. Blank lines are equal, whatever white space they contain. */
export type Searchable = {lines: readonly string[]; keys: ReadonlyMap<string, number>; ids: Int32Array};

/** A place of a snippet in a file (0-based, half-open). `indent` is there instead of the snippet's margin. */
export type Occurrence = {start: number; end: number; indent: string};

/** In compared lines: a search that takes more gives up, because the lines are repeated too often. */
const mostComparisons = 2_000_000;

/** Indexes a file once for many searches: one comment can contain thousands of diffs of the same file. */
export function searchable(lines: readonly string[]): Searchable {
	const keys = new Map<string, number>();
	const ids = Int32Array.from(lines, line => {
		const key = line.trimStart();
		const id = keys.get(key) ?? keys.size;
		keys.set(key, id);
		return id;
	});
	return {lines, keys, ids};
}

/** The white space that all lines with a text begin with. */
export function marginOf(lines: readonly string[]): string {
	let margin: string | null = null;
	for (const line of lines) {
		if (!line.trim()) continue;
		const blanks = line.slice(0, line.length - line.trimStart().length);
		margin = margin === null ? blanks : sharedStart(margin, blanks);
	}
	return margin ?? '';
}

function sharedStart(a: string, b: string): string {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length++;
	return a.slice(0, length);
}

/**
 * All places, in order, where these lines are consecutive: as they are, or with other white space instead of the margin, the
 * same on every line. Null if the search gives up.
 */
export function findLines(file: Searchable, wanted: readonly string[], margin: string): Occurrence[] | null {
	const found: Occurrence[] = [];
	const ids = wanted.map(line => file.keys.get(line.trimStart()) ?? -1);
	if (wanted.length === 0 || ids.includes(-1)) return found;
	let comparisons = 0;
	for (const start of new Pattern(ids).placesIn(file.ids)) {
		comparisons += wanted.length;
		if (comparisons > mostComparisons) return null;
		const indent = indentAt(file.lines, start, wanted, margin);
		if (indent !== null) found.push({start, end: start + wanted.length, indent});
	}
	return found;
}

/** The white space that replaces the margin; null if it differs between lines. */
function indentAt(lines: readonly string[], start: number, wanted: readonly string[], margin: string): string | null {
	let indent: string | null = null;
	for (const [index, line] of wanted.entries()) {
		if (!line.trim()) continue;
		const there = lines[start + index] ?? '';
		const rest = line.slice(margin.length);
		indent ??= there.slice(0, Math.max(0, there.length - rest.length));
		if (indent.trim() || there !== indent + rest) return null;
	}
	return indent ?? margin;
}
