import {type Line, type Span, textOf} from './line.ts';

/** The line with what the patterns find marked; the same line if they find nothing. */
export function markMatches(line: Line, patterns: readonly RegExp[]): Line {
	const found = rangesIn(textOf(line), patterns);
	if (found.length === 0) return line;
	const marked: Span[] = [];
	let at = 0;
	for (const span of line) {
		const end = at + span.text.length;
		let from = at;
		for (const range of found) {
			const [start, stop] = [Math.max(range.start, from), Math.min(range.end, end)];
			if (start >= stop) continue;
			if (start > from) marked.push({...span, text: span.text.slice(from - at, start - at)});
			marked.push({...span, text: span.text.slice(start - at, stop - at), isMatch: true});
			from = stop;
		}
		if (from < end) marked.push({...span, text: span.text.slice(from - at)});
		at = end;
	}
	return marked;
}

export const hasMatch = (line: Line, patterns: readonly RegExp[]): boolean =>
	patterns.length > 0 && rangesIn(textOf(line), patterns).length > 0;

/** Offsets in the text, sorted; they may overlap. */
function rangesIn(text: string, patterns: readonly RegExp[]): {start: number; end: number}[] {
	return patterns
		.flatMap(pattern => [...text.matchAll(pattern)])
		.map(({index, 0: found}) => ({start: index, end: index + found.length}))
		.sort((a, b) => a.start - b.start);
}
