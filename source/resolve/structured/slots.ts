import type {KeyPath, Slot, Tree} from './tree.ts';

/** A value with its key, before it is known how much of the text around it belongs to it. */
export type KeyedEntry = {keys: KeyPath; start: number; end: number; tree: Tree};

/** The start of a comment that runs to the end of its line. */
export type LineComment = '#' | '//';

export function rootSlot(source: string, tree: Tree): Slot {
	return {keys: [], start: 0, end: source.length, valueEnd: source.length, comma: null, tree};
}

/** The slots of entries between brackets; `from` is after the opening one, `to` at the closing one. */
export function separatedSlots(
	source: string,
	entries: readonly KeyedEntry[],
	from: number,
	to: number,
	comment: LineComment,
): Slot[] {
	let start = from;
	return entries.map(({keys, end: valueEnd, tree}, index) => {
		const next = skip(source, valueEnd, entries[index + 1]?.start ?? to, comment);
		const comma = source[next] === ',' ? next : null;
		const end = lineRest(source, comma === null ? valueEnd : comma + 1, to, comment);
		const slot = {keys, start, end, valueEnd, comma, tree};
		start = end;
		return slot;
	});
}

/**
 * The slots of entries on separate lines; `from` is the offset after the collection's own key, `first` that of the first
 * entry: on the same line or below it, perhaps with comments above.
 */
export function rowSlots(source: string, entries: readonly KeyedEntry[], from: number, first: number): Slot[] {
	let start = Math.min(lineAfter(source, from), first);
	return entries.map(({keys, end: valueEnd, tree}) => {
		// A block scalar ends with its last line.
		const end = valueEnd > start && source[valueEnd - 1] === '\n' ? valueEnd : lineAfter(source, valueEnd);
		const slot = {keys, start, end, valueEnd: end, comma: null, tree};
		start = end;
		return slot;
	});
}

function lineAfter(source: string, offset: number): number {
	const feed = source.indexOf('\n', offset);
	return feed === -1 ? source.length : feed + 1;
}

/** The first offset that is neither white space nor comment. */
function skip(source: string, from: number, to: number, comment: LineComment): number {
	let at = from;
	while (at < to) {
		const after = skipComment(source, at, comment) ?? (/\s/.test(source.charAt(at)) ? at + 1 : at);
		if (after === at) break;
		at = after;
	}
	return Math.min(at, to);
}

/** The end of the comment that follows an entry on its last line; `from` if anything else follows. */
function lineRest(source: string, from: number, to: number, comment: LineComment): number {
	let at = from;
	while (at < to && source[at] !== '\n' && !source.startsWith('\r\n', at)) {
		const after = skipComment(source, at, comment) ?? (/[ \t]/.test(source.charAt(at)) ? at + 1 : at);
		if (after === at || after > to) return from;
		at = after;
	}
	return at < to ? at : from;
}

/** The offset after the comment that starts here, without its line end; null if none starts. */
function skipComment(source: string, at: number, comment: LineComment): number | null {
	if (source.startsWith(comment, at)) {
		const feed = source.indexOf('\n', at);
		const end = feed === -1 ? source.length : feed;
		return source[end - 1] === '\r' ? end - 1 : end;
	}
	if (comment !== '//' || !source.startsWith('/*', at)) return null;
	const close = source.indexOf('*/', at + 2);
	return close === -1 ? source.length : close + 2;
}
