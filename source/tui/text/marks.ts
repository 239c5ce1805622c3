import {type Line, type Span, textOf} from './line.ts';

/** Offsets in the text of a line. */
type MarkRange = {start: number; end: number};

/** The lines with what the patterns find marked, across line ends too. Lines without a match stay the same. */
export function markMatches(lines: readonly Line[], patterns: readonly RegExp[]): readonly Line[] {
	const found = rangesIn(lines, patterns);
	return found.size === 0 ? lines : lines.map((line, row) => markRanges(line, found.get(row) ?? []));
}

/** Indexes of the lines in which the patterns find something, in order. */
export const linesWithMatch = (lines: readonly Line[], patterns: readonly RegExp[]): number[] =>
	[...rangesIn(lines, patterns).keys()].sort((a, b) => a - b);

/** By index of the line, sorted. Blanks at the edges of lines are no part of a match. */
function rangesIn(lines: readonly Line[], patterns: readonly RegExp[]): Map<number, MarkRange[]> {
	const ranges: (MarkRange & {at: number})[] = [];
	if (patterns.length === 0) return new Map();
	const pieces = markedPieces(lines);
	const all = pieces.map(({text, end}) => `${text}${end}`).join('');
	for (const pattern of patterns) {
		let row = 0;
		for (const {index, 0: found} of all.matchAll(pattern)) {
			while (pieces[row + 1] && pieces[row + 1]!.from <= index) row++;
			for (let at = row; at < pieces.length && pieces[at]!.from < index + found.length; at++) {
				const {text, from, sign} = pieces[at]!;
				const {start, end} = trimRange(text, {start: Math.max(0, index - from), end: index + found.length - from});
				if (start < end) ranges.push({at, start: start + sign, end: end + sign});
			}
		}
	}
	ranges.sort((a, b) => a.start - b.start);
	return Map.groupBy(ranges, ({at}) => at);
}

/** `from`: where the line begins in the text of all; `sign`: length of the sign of a wrapped line before its text. */
type MarkPiece = {text: string; from: number; sign: number; end: '\n' | ''};

/** Begins a wrapped line of code, which breaks within words; the second one without Unicode. */
const wrapSign = /^[ \u2502]*\u21b3 |^[ |]+\\ /;

function markedPieces(lines: readonly Line[]): MarkPiece[] {
	const texts = lines.map(textOf);
	const signs = texts.map(text => wrapSign.exec(text)?.[0].length ?? 0);
	let from = 0;
	return texts.map((whole, row): MarkPiece => {
		const sign = signs[row]!;
		const piece = {
			text: whole.slice(sign),
			from,
			sign,
			end: (signs[row + 1] ?? 0) > 0 ? ('' as const) : ('\n' as const),
		};
		from += piece.text.length + piece.end.length;
		return piece;
	});
}

/** The part of a match that is on one line. */
function trimRange(text: string, {start, end}: MarkRange): MarkRange {
	const part = text.slice(start, end);
	return {start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length};
}

function markRanges(line: Line, ranges: readonly MarkRange[]): Line {
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
