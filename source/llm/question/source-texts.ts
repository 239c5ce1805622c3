import {shorten} from '../../text/shorten.ts';
import type {FilePart, ShownSubject} from './show.ts';

const longestWords = 8000;
/** Last lines of the diff hunk to show; the comment is on its end. */
const hunkLines = 12;
const longestHunk = 4000;
/** Lines around an excerpt to search for multi-line secrets that reach into it. */
const maskMargin = 120;
const longestKeyLine = 200;

/**
 * The visible text of a comment: its severity and category, its title unless the text
 * contains it, and the text.
 */
export function remarkText({remark, words}: ShownSubject): string {
	const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
	const isTold = letters(words).includes(letters(remark.title.replace(/…$/, '')));
	const rated = [remark.severity, remark.category].filter(Boolean).join(', ');
	return withoutUnseenParts([rated && `(${rated})`, isTold ? '' : remark.title, words].filter(Boolean).join('\n\n'));
}

/** Removes controls, bidi marks, tags and the like. Joiners, which emoji and some scripts need, stay. */
const withoutUnseenParts = (text: string) =>
	text.replace(/(?![\t\n\u200C\u200D])(?:\p{Cc}|\p{Cf}|[\u{E0100}-\u{E01EF}])/gu, '');

/** Cuts a masked text to the maximum length. Mask first, because a part of a secret would not be found. */
export const startOfRemark = (text: string): string => shorten(text, longestWords, '\n(cut here)');

/** The rows of a diff hunk, without its header, whose numbers change from push to push. */
export const rowsOfHunk = (hunk: string | null): string =>
	(hunk ?? '')
		.split(/\r?\n/)
		.filter(row => !row.startsWith('@@'))
		.join('\n');

/** The last rows of a masked hunk; empty if they are too long. */
export function lastHunkRows(rows: string): string {
	const end = rows.split('\n').slice(-hunkLines).join('\n');
	return end.length <= longestHunk ? end : '';
}

/** The part to show, extended by lines that can belong to the same private key. `from` is 0-based. */
export function maskRegion({file, window}: FilePart): {from: number; lines: readonly string[]} {
	const isKeyLine = (line: string | undefined) => line !== undefined && line.length <= longestKeyLine;
	let {from, to} = window;
	while (window.from - from < maskMargin && isKeyLine(file[from - 1])) from--;
	while (to - window.to < maskMargin && isKeyLine(file[to])) to++;
	return {from, lines: file.slice(from, to)};
}
