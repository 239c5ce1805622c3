/** A word and the longest other word that is a prefix of it. */
type Entry = {word: string; shorter: Entry | null};

/** A range of a text (0-based, end exclusive). */
export type MaskedSpan = {start: number; end: number};

/**
 * Finds words anywhere in a text: the longest one at each place, without overlaps. However many words
 * there are, each place is compared with only a few of them.
 */
export function seeker(words: readonly string[]): (text: string) => MaskedSpan[] {
	const entries = chain([...words].sort(byUnits));
	const longest = words.reduce((length, word) => Math.max(length, word.length), 0);
	const shortest = words.reduce((length, word) => Math.min(length, word.length), Math.min(longest, 16));
	const beginnings = new Set(words.map(word => word.slice(0, shortest)));
	return text => {
		const spans: MaskedSpan[] = [];
		let at = 0;
		while (shortest > 0 && at + shortest <= text.length) {
			const isBegun = beginnings.has(text.slice(at, at + shortest));
			const word = isBegun ? longestAt(text.slice(at, at + longest), entries) : null;
			if (word !== null) spans.push({start: at, end: at + word.length});
			at += word?.length ?? 1;
		}
		return spans;
	};
}

const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function chain(sorted: readonly string[]): Entry[] {
	const entries: Entry[] = [];
	let last: Entry | null = null;
	for (const word of sorted) {
		while (last && !word.startsWith(last.word)) last = last.shorter;
		last = {word, shorter: last};
		entries.push(last);
	}
	return entries;
}

/** In sorted order, a prefix of the text is the last word before it or a prefix of that word. */
function longestAt(text: string, entries: readonly Entry[]): string | null {
	let [from, to] = [0, entries.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if ((entries[middle]?.word ?? '') <= text) from = middle + 1;
		else to = middle;
	}
	let entry = entries[from - 1] ?? null;
	while (entry && !text.startsWith(entry.word)) entry = entry.shorter;
	return entry?.word ?? null;
}
