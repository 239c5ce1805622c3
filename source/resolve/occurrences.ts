import {Pattern} from './pattern.ts';

/** Lines of a file, ready to be searched. Blank lines are equal, whatever blanks they hold. */
export type Searchable = {lines: readonly string[]; keys: ReadonlyMap<string, number>; ids: Int32Array};

/** Where lines of a snippet stand in a file (0-based, half-open). `indent` stands there for the snippet's margin. */
export type Occurrence = {start: number; end: number; indent: string};

/** Above this many compared lines a search gives up: the lines are repeated too often to mean one place. */
const mostComparisons = 2_000_000;

/** Prepares a file for any number of searches: one comment can hold thousands of diffs of the same file. */
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

/** The blanks that all lines with a text begin with. */
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
 * All places at which the lines stand in a row, in order: as they are, or with other blanks in place of the margin, the
 * same ones on every line. Null where they are too many to tell.
 */
export function findLines(file: Searchable, wanted: readonly string[], margin: string): Occurrence[] | null {
	const found: Occurrence[] = [];
	const ids = wanted.map(line => file.keys.get(line.trimStart()) ?? -1);
	if (wanted.length === 0 || ids.includes(-1)) return found;
	let comparisons = 0;
	for (const start of search(file.ids, ids)) {
		comparisons += wanted.length;
		if (comparisons > mostComparisons) return null;
		const indent = indentAt(file.lines, start, wanted, margin);
		if (indent !== null) found.push({start, end: start + wanted.length, indent});
	}
	return found;
}

/** What stands for the margin on every line; null where that is not the same on all. */
function indentAt(lines: readonly string[], start: number, wanted: readonly string[], margin: string): string | null {
	let indent: string | null = null;
	for (const [index, line] of wanted.entries()) {
		if (!line.trim()) continue;
		const there = lines[start + index]!;
		const rest = line.slice(margin.length);
		indent ??= there.slice(0, Math.max(0, there.length - rest.length));
		if (indent.trim() || there !== indent + rest) return null;
	}
	return indent ?? margin;
}

/** Every position at which the wanted ids begin, overlapping ones too. */
function* search(ids: Int32Array, wanted: readonly number[]): Generator<number> {
	const pattern = new Pattern(wanted);
	let met = 0;
	for (let index = 0; index < ids.length; index++) {
		met = pattern.next(met, ids[index]!);
		if (met === wanted.length) yield index + 1 - met;
	}
}
