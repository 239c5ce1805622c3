import {escapePattern} from '../../text/escape-pattern.ts';

/** A range of a text (0-based, end exclusive). */
export type MaskedSpan = {start: number; end: number};

/** What a pattern with the flags `d` and `g` finds; if it has groups, what the last one holds. */
export const spansOf = (text: string, pattern: RegExp): MaskedSpan[] =>
	Array.from(text.matchAll(pattern), ({indices = []}) => {
		const [start, end] = indices.at(-1) ?? indices[0] ?? [0, 0];
		return {start, end};
	});

/** Finds words anywhere in a text: the longest one at each place, without overlaps. */
export function seeker(words: readonly string[]): (text: string) => MaskedSpan[] {
	if (words.length === 0) return () => [];
	const longestFirst = words.toSorted((a, b) => b.length - a.length);
	const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
	return text => Array.from(text.matchAll(pattern), ({0: word, index}) => ({start: index, end: index + word.length}));
}
