import {eastAsianWidthType} from 'get-east-asian-width';
import {widthOf} from '../text/cells.ts';
import {graphemesOf} from '../text/graphemes.ts';
import {isOneCellEach} from '../text/one-cell.ts';

/** What Ink writes: a link, another sequence, a line break, or text up to the next of these. */
const parts =
	/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[(?<parameters>[0-?]*)(?<kind>[A-Za-z])|\x1b.?|[\r\n]|[^\x1b\r\n]+/g;

/**
 * A frame in which each character is at its column, whatever width the terminal gives to those before it: after a character
 * on whose width terminals disagree, the cursor moves to the column of the next one.
 */
export function inAgreedWidths(frame: string): string {
	const row = new Row();
	const placed = [...frame.matchAll(parts)].map(({0: part, groups}) => {
		const {parameters, kind} = groups ?? {};
		if (kind === 'G') row.moveTo(Number(parameters || 1) - 1);
		else if (kind === 'E' || kind === 'H' || part === '\r' || part === '\n') row.moveTo(0);
		return part.startsWith('\x1b') || part === '\r' || part === '\n' ? part : row.write(part);
	});
	return placed.join('');
}

/** The row that is written, and where its next character belongs. */
class Row {
	#column = 0;
	/** Whether the cursor may be elsewhere. */
	#isAstray = false;

	moveTo(column: number): void {
		[this.#column, this.#isAstray] = [column, false];
	}

	/** The text with what places its characters. */
	write(text: string): string {
		const characters = isOneCellEach(text) ? [text] : graphemesOf(text);
		return [...characters].map(character => this.#put(character)).join('');
	}

	#put(character: string): string {
		const back = this.#isAstray ? `\x1b[${this.#column + 1}G` : '';
		const width = widthOf(character);
		this.#isAstray = isDisputed(character);
		this.#column += width;
		// Where it takes fewer cells than expected, nothing older shows in the others.
		return `${back}${this.#isAstray && width > 1 ? `\x1b[${width}X` : ''}${character}`;
	}
}

/** Whether terminals disagree about its width: emoji, what is made of several characters, and what is wide in East Asia only. */
function isDisputed(character: string): boolean {
	// Where the symbols of the theme are wide, no frame can be drawn.
	if (isOneCellEach(character)) return false;
	const [point = '', ...more] = character;
	if (more.length > 0 || /\p{Extended_Pictographic}/u.test(point)) return true;
	return eastAsianWidthType(point.codePointAt(0) ?? 0) === 'ambiguous';
}
