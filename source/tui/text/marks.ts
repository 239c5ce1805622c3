import {changeParts, type Line, type Part, textOf} from './line.ts';

/** The lines with what the patterns find marked, across line ends too. Lines without a match stay the same. */
export function markMatches(lines: readonly Line[], patterns: readonly RegExp[]): Line[] {
	const parts = matchesIn(lines, patterns);
	return lines.map((line, row) => changeParts(line, parts[row]!, part => ({...part, isMatch: true})));
}

/** Indexes of the lines in which the patterns find something, in order. */
export function linesWithMatch(lines: readonly Line[], patterns: readonly RegExp[]): number[] {
	const parts = matchesIn(lines, patterns);
	return [...parts.keys()].filter(row => parts[row]!.length > 0);
}

/** Those of each line, sorted. Blanks at the edges of lines are no part of a match. */
function matchesIn(lines: readonly Line[], patterns: readonly RegExp[]): Part[][] {
	const parts: Part[][] = lines.map(() => []);
	if (patterns.length === 0) return parts;
	const pieces = markedPieces(lines);
	const all = pieces.map(({text, end}) => `${text}${end}`).join('');
	for (const pattern of patterns) {
		let row = 0;
		for (const {index, 0: found} of all.matchAll(pattern)) {
			while (pieces[row + 1] && pieces[row + 1]!.from <= index) row++;
			for (let at = row; at < pieces.length && pieces[at]!.from < index + found.length; at++) {
				const {text, from, sign} = pieces[at]!;
				const [start, end] = trimPart(text, [Math.max(0, index - from), index + found.length - from]);
				if (start < end) parts[at]!.push([start + sign, end + sign]);
			}
		}
	}
	for (const own of parts) own.sort(([a], [b]) => a - b);
	return parts;
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
function trimPart(text: string, [from, to]: Part): Part {
	const part = text.slice(from, to);
	return [from + part.length - part.trimStart().length, from + part.trimEnd().length];
}
