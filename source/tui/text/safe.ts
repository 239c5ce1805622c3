import {escapeControls} from '../../run/escape-controls.ts';

// Terminals do not agree on how wide these are: joined and coloured pictures, marks without a width.
const invisible = /\u00ad|\ufeff|[\u200b-\u200f]|[\u2060-\u2064]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;
const pictures = /(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u20e3]/gu;

/** Foreign text that may go to the terminal: nothing in it is a command, and every cell is where we count it. */
export function safe(text: string): string {
	return escapeControls(text.replace(invisible, ''));
}

/** Words of a comment: also without the pictures that reviewers decorate them with. */
export function safeWords(text: string): string {
	return safe(text.replace(invisible, '').replace(pictures, '').replace(/\s+/g, ' ').trim());
}

/** A line of code: tabs stand for four blanks. */
export function safeCode(text: string): string {
	return safe(text.replace(/\r$/, '').replaceAll('\t', '    '));
}
