import {isWider, take, widthOf} from './cells.ts';
import {shownIn} from './safe.ts';

/** A piece of a line, and what it looks like. */
export type Piece<Tone> = {readonly text: string; readonly tone: Tone};

/**
 * The pieces in lines, cut at blanks where they are too long; a longer word is broken.
 * @param room cells of the first line and, where they have others, of those that follow
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
	for (const {text, tone} of pieces) {
		for (const word of text.split(/(?<= )(?=[^ ])/)) {
			let rest = word;
			if (isWider(rest.trimEnd(), left) && lines.at(-1)!.some(({text}) => text.trim() !== '')) open();
			while (isWider(rest.trimEnd(), left)) {
				const head = take(rest, left) || (left === whole ? String.fromCodePoint(rest.codePointAt(0)!) : '');
				lines.at(-1)!.push({text: head, tone});
				rest = rest.slice(head.length);
				open();
			}
			lines.at(-1)!.push({text: rest, tone});
			left -= widthOf(rest);
		}
	}
	return lines.map(line => trimEnd(joined(line)));
}

/** Foreign text in lines of at most so many cells; in one where these have no end. */
export function wrap(text: string, room: number): string[] {
	const shown = shownIn(room, text);
	if (room === Number.POSITIVE_INFINITY) return [shown];
	return wrapPieces([{text: shown, tone: null}], {first: room}).map(line => line.map(({text}) => text).join(''));
}

/** Cells without which no text can be read. */
const least = 16;

/** How far lines below a head of so many cells are indented: as far as it reaches, unless they had no room then. */
export const indentBelow = (head: number, room: number) => (room - head < least ? 2 : head);

/** Foreign texts beside a head of so many cells, each on a line of its own or on several; empty ones are left out. */
export function hang(head: string, width: number, texts: readonly string[], room: number): string {
	const indent = indentBelow(width, room);
	const lines = texts.filter(text => text !== '').flatMap(text => wrap(text, room - indent));
	const all =
		indent === width ? [head + (lines[0] ?? ''), ...below(lines.slice(1), indent)] : [head, ...below(lines, indent)];
	return all.map(line => `${line.trimEnd()}\n`).join('');
}

const below = (lines: readonly string[], indent: number) => lines.map(line => ' '.repeat(indent) + line);

/** A blank at the end would take a cell that is not there. */
function trimEnd<Tone>(pieces: readonly Piece<Tone>[]): Piece<Tone>[] {
	const last = pieces.at(-1);
	if (!last?.text.endsWith(' ')) return [...pieces];
	const text = last.text.trimEnd();
	return text === '' ? trimEnd(pieces.slice(0, -1)) : [...pieces.slice(0, -1), {text, tone: last.tone}];
}

/** Neighbours that look alike as one. */
function joined<Tone>(pieces: readonly Piece<Tone>[]): Piece<Tone>[] {
	const all: Piece<Tone>[] = [];
	for (const piece of pieces) {
		const last = all.at(-1);
		if (last?.tone === piece.tone) all[all.length - 1] = {text: last.text + piece.text, tone: last.tone};
		else if (piece.text !== '') all.push(piece);
	}
	return all;
}
