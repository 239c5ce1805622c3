import stringWidth from 'string-width';
import {eachGrapheme, graphemesOf} from './graphemes.ts';
import {isOneCellEach} from './one-cell.ts';

/** Width of a text in terminal cells: two for a wide character, none for a combining mark. */
export const widthOf = (text: string) => (isOneCellEach(text) ? text.length : stringWidth(text));

/** The width of the widest text; 0 for none. */
export const widestOf = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

/** Characters to look at per cell: bounds the time for texts with many combining marks. */
const looked = 16;

/** Whether the text is wider than this. No character is wider than two cells, so most texts need not be looked at. */
export const isWider = (text: string, room: number) =>
	text.length * 2 > room && (text.length > room * looked || widthOf(text) > room);

/** The longest prefix of the text that fits. */
export function take(text: string, room: number): string {
	if (room <= 0) return '';
	// What follows the last character may belong to it.
	if (isOneCellEach(text.slice(0, room + 1))) return text.slice(0, room);
	const seen = text.slice(0, room * looked);
	let used = 0;
	let taken = '';
	for (const segment of eachGrapheme(seen)) {
		used += widthOf(segment);
		if (used > room) break;
		taken += segment;
	}
	return taken;
}

/** The text, cut and marked if it does not fit. */
export function cut(text: string, room: number, mark = '…'): string {
	if (!isWider(text, room)) return text;
	return room < 2 ? take(text, room) : `${take(text, room - 1)}${mark}`;
}

/** The end of the text, marked if its beginning does not fit: of a path, the name of the file. */
export function cutStart(text: string, room: number, mark = '…'): string {
	if (!isWider(text, room)) return text;
	const segments = [...graphemesOf(text.slice(-Math.max(1, room) * looked))];
	let left = room - widthOf(mark);
	let from = segments.length;
	while (from > 0 && widthOf(segments[from - 1] ?? '') <= left) left -= widthOf(segments[--from] ?? '');
	return room < 1 ? '' : `${mark}${segments.slice(from).join('')}`;
}

/** The text in exactly this width. */
export const pad = (text: string, room: number, mark?: string) => padEnd(cut(text, room, mark), room);

/** The text, padded on the right; a longer one is not cut. */
export const padEnd = (text: string, room: number) => text + blanks(room - widthOf(text));

/** The text, padded on the left; a longer one is not cut. */
export const padStart = (text: string, room: number) => blanks(room - widthOf(text)) + text;

const blanks = (count: number) => ' '.repeat(Math.max(0, count));
