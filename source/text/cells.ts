import stringWidth from 'string-width';
import {graphemesOf} from './graphemes.ts';

/** What takes a cell for each character: ASCII and the signs of the theme. Tables of all others need not be loaded for it. */
const simple = /^[ -~×·•…─│┬▁-█░▪✓↳]*$/;

/** Cells of a terminal that a text takes: two for a wide character, none for a mark on the one before. */
export const widthOf = (text: string) => (simple.test(text) ? text.length : stringWidth(text));

/** The widest of some texts; 0 of none. */
export const widestOf = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/** Characters of a text that are looked at for each cell, however many marks stand on one: no text takes long. */
const looked = 16;

/** Whether the text takes more than these cells. */
export const isWider = (text: string, room: number) => text.length > room * looked || widthOf(text) > room;

/** As much of the text as fits into these cells. */
export function take(text: string, room: number): string {
	if (room <= 0) return '';
	if (simple.test(text)) return text.slice(0, room);
	let used = 0;
	let taken = '';
	for (const segment of graphemesOf(text.slice(0, room * looked))) {
		used += widthOf(segment);
		if (used > room) break;
		taken += segment;
	}
	return taken;
}

/** The text in these cells; what does not fit is cut and marked. */
export function cut(text: string, room: number, mark = '…'): string {
	if (!isWider(text, room)) return text;
	return room < 2 ? take(text, room) : `${take(text, room - 1)}${mark}`;
}

/** The text in exactly these cells. */
export const pad = (text: string, room: number, mark?: string) => padEnd(cut(text, room, mark), room);

/** The text at the beginning of these cells; one that is too long stays whole. */
export const padEnd = (text: string, room: number) => text + blanks(room - widthOf(text));

/** The text at the end of these cells; one that is too long stays whole. */
export const padStart = (text: string, room: number) => blanks(room - widthOf(text)) + text;

const blanks = (count: number) => ' '.repeat(Math.max(0, count));
