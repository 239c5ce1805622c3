import {escapeControls} from './escape-controls.ts';

// Terminals disagree on the width of these: characters without a width, joiners, emoji modifiers and keycaps. Direction
// marks are not included: they are escaped.
const unsettled = /(?![\u202a-\u202e\u2066-\u2069])\p{Default_Ignorable_Code_Point}|[\u{1f3fb}-\u{1f3ff}\u20e3]/gu;
const pictures = /(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]/gu;

/** Joiners that shape letters of other scripts, and selectors behind what they select. */
const atWork =
	/(?<=[^\0-\x7f\p{Default_Ignorable_Code_Point}])(?:[\u200c\u200d](?=[^\0-\x7f\p{Default_Ignorable_Code_Point}])|[\ufe00-\ufe0f])|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

const straySelector = /[\ufe00-\ufe0f]/gu;

/** Most text: the tables of Unicode take time. */
const plainAscii = /^[ -~]*$/;

/**
 * Foreign text that may go to the terminal: it contains no escape sequence, and its width is what we compute. What no
 * terminal would show is escaped, except where it shapes other characters.
 */
export function safe(text: string): string {
	if (plainAscii.test(text)) return text;
	const selected = text
		.replace(atWork, '')
		.replace(straySelector, selector => `\\u${selector.charCodeAt(0).toString(16)}`);
	return escapeControls(selected).replace(unsettled, '');
}

/** Foreign text for this width; an infinite one means a file or a pipe, which gets everything. */
export const shownIn = (room: number, text: string) =>
	room === Number.POSITIVE_INFINITY ? escapeControls(text) : safe(text);

/** A title without emoji, unless there is nothing else. */
export function safeWords(text: string): string {
	const shown = safe(text.replace(/\s+/g, ' '));
	return shown.replace(pictures, '').replace(/ +/g, ' ').trim() || shown.trim();
}

/**
 * The prose of a comment without emoji: keeps blanks at its edges, and is empty for emoji alone. Characters without width
 * are left out, because bots use them between `@` and a name.
 */
export function withoutPictures(text: string): string {
	return safe(text.replace(unsettled, '').replace(pictures, '').replace(/\s+/g, ' '));
}

/** A line of code: each tab becomes four blanks. */
export function safeCode(text: string): string {
	if (plainAscii.test(text)) return text;
	return safe(text.replace(/\r$/, '').replaceAll('\t', '    '));
}
