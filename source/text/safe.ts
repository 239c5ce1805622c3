import {escapeControls} from './escape-controls.ts';

// Terminals do not agree on how wide these are: what has no width, what joins pictures into one, colours or frames them.
// The marks that turn the direction of text are not among them: they are shown as escapes.
const unsettled = /(?![\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}|[\u{1f3fb}-\u{1f3ff}\u20e3]/gu;
const pictures = /(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/gu;

/** Foreign text that may go to the terminal: nothing in it is a command, and every cell is where we count it. */
export function safe(text: string): string {
	return escapeControls(text.replace(unsettled, ''));
}

/** Foreign text for so many cells; where these have no end, it goes to a file or a pipe, and nothing is left out. */
export const shownIn = (room: number, text: string) =>
	room === Number.POSITIVE_INFINITY ? escapeControls(text) : safe(text);

/** Words of a comment: also without the pictures that reviewers decorate them with, unless there is nothing else. */
export function safeWords(text: string): string {
	return withoutPictures(text).trim() || safe(text.replace(/\s+/g, ' ')).trim();
}

/** The same for a part of a line: blanks at its edges stay, and pictures alone come to nothing. */
export function withoutPictures(text: string): string {
	return safe(text.replace(unsettled, '').replace(pictures, '').replace(/\s+/g, ' '));
}

/** A line of code: tabs stand for four blanks. */
export function safeCode(text: string): string {
	return safe(text.replace(/\r$/, '').replaceAll('\t', '    '));
}
