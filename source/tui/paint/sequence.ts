import {isOneCellEach} from '../../text/cells.ts';
import {barePen, type Pen, penChange} from './pen.ts';

/** A text for the terminal that puts characters in cells, moving and styling no more than needed. */
export class Sequence {
	#text = '';
	#pen = barePen;
	/** Unknown until the first move. */
	#row = -1;
	#column = -1;
	/** Whether the terminal's cursor may be elsewhere, after a character that terminals give different widths. */
	#isAstray = false;

	/** @param row and column (0-based) */
	moveTo(row: number, column: number): this {
		if (this.#isAstray && row === this.#row) this.#text += `\x1b[${column + 1}G`;
		else if (row === this.#row && column === this.#column) return this;
		else if (row === this.#row && column > this.#column) this.#text += forward(column - this.#column);
		else if (row === this.#row + 1 && this.#row >= 0) this.#text += `\r\n${forward(column)}`;
		else this.#text += `\x1b[${row + 1};${column + 1}H`;
		[this.#row, this.#column, this.#isAstray] = [row, column, false];
		return this;
	}

	put(character: string, width: number, pen: Pen): this {
		this.#backOnTrack();
		if (character !== ' ' || pen.isSeenOnBlanks || this.#pen.isSeenOnBlanks) this.#take(pen);
		this.#isAstray = !hasAgreedWidth(character);
		// Where it takes fewer cells than expected, nothing older shows in the others.
		if (this.#isAstray && width > 1) this.#text += `\x1b[${width}X`;
		this.#text += character;
		this.#column += width;
		return this;
	}

	/** Clears the row from here on. */
	clearRow(): this {
		this.#backOnTrack();
		this.#take(barePen);
		this.#text += '\x1b[K';
		return this;
	}

	/** The text so far, after which the terminal writes as usual. */
	end(): string {
		this.#take(barePen);
		return this.#text;
	}

	#backOnTrack(): void {
		if (this.#isAstray) this.moveTo(this.#row, this.#column);
	}

	#take(pen: Pen): void {
		this.#text += penChange(this.#pen, pen);
		this.#pen = pen;
	}
}

function forward(columns: number): string {
	if (columns === 0) return '';
	return columns === 1 ? '\x1b[C' : `\x1b[${columns}C`;
}

/** Terminals disagree about emoji, and about characters made of several. */
const hasAgreedWidth = (character: string) =>
	isOneCellEach(character) || /^\P{Extended_Pictographic}$/u.test(character);
