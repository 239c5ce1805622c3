import {isOneCellEach, widthOf} from '../../text/cells.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import type {Line} from '../text/line.ts';
import {barePen, type Pen, type PenOf} from './pen.ts';

/** A row of the screen, cell by cell. */
export type Cells = {
	/** The character; empty in the second cell of a wide one. */
	readonly texts: readonly string[];
	readonly pens: readonly Pen[];
};

/** A line in exactly these columns. What has no width is no cell: nothing in a line can drive the terminal. */
export function cellsOf(line: Line, columns: number, penOf: PenOf): Cells {
	const texts = new Array<string>(columns).fill(' ');
	const pens = new Array<Pen>(columns).fill(barePen);
	let at = 0;
	const put = (text: string, width: number, pen: Pen) => {
		const end = at + width;
		if (end <= columns) {
			texts[at] = text;
			// Blanks look the same in every color.
			pens[at] = text === ' ' && !pen.isSeenOnBlanks ? barePen : pen;
			for (let next = at + 1; next < end; next++) [texts[next], pens[next]] = ['', pen];
		}
		at = end;
	};
	for (const span of line) {
		const {text} = span;
		const pen = penOf(span);
		if (isOneCellEach(text)) {
			for (let index = 0; index < text.length && at < columns; index++) put(text.charAt(index), 1, pen);
		} else {
			for (const character of graphemesOf(text)) {
				const width = widthOf(character);
				if (width > 0) put(character, width, pen);
			}
		}
	}
	return {texts, pens};
}

/** Cells that the character in a cell takes. */
export function cellWidth({texts}: Cells, at: number): number {
	let end = at + 1;
	while (texts[end] === '') end++;
	return end - at;
}

/** The first of the blank cells at the end. */
export function blankFrom({texts, pens}: Cells): number {
	let end = texts.length;
	while (end > 0 && texts[end - 1] === ' ' && pens[end - 1] === barePen) end--;
	return end;
}
