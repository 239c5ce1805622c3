import {escapeControls} from './escape-controls.ts';

// Terminals disagree on the width of these: characters without a width, joiners, emoji modifiers and keycaps. Direction
// marks are not included: they are escaped.
const unsettled = /(?![\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}|[\u{1f3fb}-\u{1f3ff}\u20e3]/gu;
const pictures = /(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/gu;

/** Most text: the tables of Unicode take time. */
const plainAscii = /^[ -~]*$/;

/** Foreign text that may go to the terminal: it contains no escape sequence, and its width is what we compute. */
export function safe(text: string): string {
	if (plainAscii.test(text)) return text;
	return escapeControls(text.replace(unsettled, ''));
}

/** Foreign text for this width; an infinite one means a file or a pipe, which gets everything. */
export const shownIn = (room: number, text: string) =>
	room === Number.POSITIVE_INFINITY ? escapeControls(text) : safe(text);

/** A comment's words without emoji, unless there is nothing else. */
export function safeWords(text: string): string {
	return withoutPictures(text).trim() || safe(text.replace(/\s+/g, ' ')).trim();
}

/** The same for a part of a line: keeps blanks at its edges, and is empty for emoji alone. */
export function withoutPictures(text: string): string {
	return safe(text.replace(unsettled, '').replace(pictures, '').replace(/\s+/g, ' '));
}

/** A line of code: each tab becomes four blanks. */
export function safeCode(text: string): string {
	if (plainAscii.test(text)) return text;
	return safe(text.replace(/\r$/, '').replaceAll('\t', '    '));
}
