import {type Line, type Span, textOf} from './line.ts';

/** Offsets in the text of a line. */
type Range = {start: number; end: number};

/** The lines with what the patterns find marked, across line ends too. Lines without a match stay the same. */
export function markMatches(lines: readonly Line[], patterns: readonly RegExp[]): readonly Line[] {
	const found = rangesIn(lines, patterns);
	return found.size === 0 ? lines : lines.map((line, row) => markRanges(line, found.get(row) ?? []));
}

/** Indexes of the lines in which the patterns find something, in order. */
export const linesWithMatch = (lines: readonly Line[], patterns: readonly RegExp[]): number[] =>
	[...rangesIn(lines, patterns).keys()].sort((a, b) => a - b);

/** By index of the line, sorted. Blanks at the edges of lines are no part of a match. */
function rangesIn(lines: readonly Line[], patterns: readonly RegExp[]): Map<number, Range[]> {
	const ranges = new Map<number, Range[]>();
	if (patterns.length === 0) return ranges;
	const texts = lines.map(textOf);
	const starts: number[] = [];
	let length = 0;
	for (const text of texts) {
		starts.push(length);
		length += text.length + 1;
	}
	const all = texts.join('\n');
	for (const pattern of patterns) {
		let row = 0;
		for (const {index, 0: found} of all.matchAll(pattern)) {
			const end = index + found.length;
			while (starts[row + 1]! <= index) row++;
			for (let at = row; at < texts.length && starts[at]! < end; at++) {
				const range = trimmed(texts[at]!, {start: Math.max(0, index - starts[at]!), end: end - starts[at]!});
				if (range.start >= range.end) continue;
				const known = ranges.get(at);
				if (known) known.push(range);
				else ranges.set(at, [range]);
			}
		}
	}
	for (const found of ranges.values()) found.sort((a, b) => a.start - b.start);
	return ranges;
}

/** The part of a match that is on one line. */
function trimmed(text: string, {start, end}: Range): Range {
	const part = text.slice(start, end);
	return {start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length};
}

function markRanges(line: Line, ranges: readonly Range[]): Line {
	if (ranges.length === 0) return line;
	const marked: Span[] = [];
	let at = 0;
	for (const span of line) {
		const end = at + span.text.length;
		let from = at;
		for (const range of ranges) {
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
