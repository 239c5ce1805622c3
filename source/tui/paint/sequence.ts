import {barePen, type Pen, penChange} from './pen.ts';

/** A text for the terminal that puts characters in cells, moving and styling no more than needed. */
export class Sequence {
	#text = '';
	#pen = barePen;
	/** Unknown until the first move. */
	#row = -1;
	#column = -1;

	/** @param row and column (0-based) */
	moveTo(row: number, column: number): this {
		if (row === this.#row && column === this.#column) return this;
		if (row === this.#row && column > this.#column) this.#text += forward(column - this.#column);
		else if (row === this.#row + 1 && this.#row >= 0) this.#text += `\r\n${forward(column)}`;
		else this.#text += `\x1b[${row + 1};${column + 1}H`;
		[this.#row, this.#column] = [row, column];
		return this;
	}

	put(character: string, width: number, pen: Pen): this {
		if (character !== ' ' || pen.isSeenOnBlanks || this.#pen.isSeenOnBlanks) this.#take(pen);
		this.#text += character;
		this.#column += width;
		return this;
	}

	/** Clears the row from here on. */
	clearRow(): this {
		this.#take(barePen);
		this.#text += '\x1b[K';
		return this;
	}

	/** The text so far, after which the terminal writes as usual. */
	end(): string {
		this.#take(barePen);
		return this.#text;
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
