import {isWider, take, widthOf} from './cells.ts';
import {shownIn} from './safe.ts';

/** A styled piece of a line; `href` is the address that it links to. */
export type Piece<Tone> = {readonly text: string; readonly tone: Tone; readonly href?: string};

/**
 * Wraps the pieces at blanks; a word that is longer than a line is broken.
 * @param room width in cells of the first line and, if different, of the following ones
 */
export function wrapPieces<Tone>(
	pieces: readonly Piece<Tone>[],
	{first, next = first}: {first: number; next?: number},
): Piece<Tone>[][] {
	const lines: Piece<Tone>[][] = [[]];
	let [left, whole] = [first, first];
	const open = () => {
		lines.push([]);
		left = whole = Math.max(1, next);
	};
	const isBegun = () => lines.at(-1)!.some(({text}) => text.trim() !== '');
	for (const word of splitWords(pieces)) {
		// A word of several pieces stays whole if it fits on a line: `code`, with its comma.
		const text = word.map(piece => piece.text).join('');
		if (word.length > 1 && isWider(text.trimEnd(), left) && !isWider(text.trimEnd(), next) && isBegun()) open();
		for (const piece of word) {
			let rest = piece.text;
			if (isWider(rest.trimEnd(), left) && isBegun()) open();
			while (isWider(rest.trimEnd(), left)) {
				const head = take(rest, left) || (left === whole ? String.fromCodePoint(rest.codePointAt(0)!) : '');
				lines.at(-1)!.push({...piece, text: head});
				rest = rest.slice(head.length);
				open();
			}
			lines.at(-1)!.push({...piece, text: rest});
			left -= widthOf(rest);
		}
	}
	return lines.map(line => trimEnd(joined(line)));
}

/** The pieces of each word, with the blanks behind it. */
function* splitWords<Tone>(pieces: readonly Piece<Tone>[]): Generator<Piece<Tone>[]> {
	let word: Piece<Tone>[] = [];
	for (const piece of pieces) {
		for (const text of piece.text.split(/(?<= )(?=[^ ])/)) {
			const last = word.at(-1);
			if (last && (last.text.endsWith(' ') || text.startsWith(' '))) {
				yield word;
				word = [];
			}
			word.push({...piece, text});
		}
	}
	if (word.length > 0) yield word;
}

/** Foreign text in lines of at most this width; in one line if it is infinite. */
export function wrap(text: string, room: number): string[] {
	const shown = shownIn(room, text);
	if (room === Number.POSITIVE_INFINITY) return [shown];
	return wrapPieces([{text: shown, tone: null}], {first: room}).map(line => line.map(({text}) => text).join(''));
}

/** Words with the blanks before them. A command counts as one: what is in backticks, or behind "run:" up to the end. */
const messageWords = / *(?:`[^`]*`\S*|(?<=\b(?:run|with): )\S.*|(?<=: )pr-resolve .*|\S+)/gi;

/**
 * A message in lines of at most this width, except that commands and words that are longer stay whole: a line that the
 * terminal breaks is copied as one.
 */
export function wrapMessage(text: string, room: number): string[] {
	const shown = shownIn(room, text);
	if (room === Number.POSITIVE_INFINITY) return [shown];
	const lines: string[] = [];
	for (const [word] of shown.matchAll(messageWords)) {
		const line = lines.at(-1);
		if (line === undefined || isWider(line + word, room)) lines.push(line === undefined ? word : word.trimStart());
		else lines[lines.length - 1] = line + word;
	}
	return lines;
}

/** Minimum width for readable text, in cells. */
const least = 16;

/** Indentation of lines below a head of this width: the width of the head, or 2 if that leaves too little room. */
export const indentBelow = (head: number, room: number) => (room - head < least ? 2 : head);

/** A trailing blank would need a cell that is not there. */
export function trimEnd<Tone>(pieces: readonly Piece<Tone>[]): Piece<Tone>[] {
	const last = pieces.at(-1);
	if (!last?.text.endsWith(' ')) return [...pieces];
	const text = last.text.trimEnd();
	return text === '' ? trimEnd(pieces.slice(0, -1)) : [...pieces.slice(0, -1), {...last, text}];
}

/** Merges adjacent pieces with the same tone and address. */
function joined<Tone>(pieces: readonly Piece<Tone>[]): Piece<Tone>[] {
	const all: Piece<Tone>[] = [];
	for (const piece of pieces) {
		const last = all.at(-1);
		if (last && last.tone === piece.tone && last.href === piece.href)
			all[all.length - 1] = {...last, text: last.text + piece.text};
		else if (piece.text !== '') all.push(piece);
	}
	return all;
}
