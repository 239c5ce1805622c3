import type {FilePart, ShownSubject} from './show.ts';

const longestWords = 8000;
/** Lines of the diff hunk, from its end, where the remark stands. */
const hunkLines = 12;
const longestHunk = 4000;
/** Lines around an excerpt that are looked at for secrets of several lines that reach into it. */
const maskMargin = 120;
const longestKeyLine = 200;

/**
 * All that a remark says: how it rates what it found, its title where the words do not hold it, and the words; of
 * them what people can see.
 */
export function remarkText({remark, words}: ShownSubject): string {
	const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
	const isTold = letters(words).includes(letters(remark.title.replace(/…$/, '')));
	const rated = [remark.severity, remark.category].filter(Boolean).join(', ');
	return withoutUnseenParts([rated && `(${rated})`, isTold ? '' : remark.title, words].filter(Boolean).join('\n\n'));
}

/** Controls, marks of direction, tags and the like. What joins emoji, and letters of some scripts, stays. */
const withoutUnseenParts = (text: string) =>
	text.replace(/(?![\t\n\u200C\u200D])(?:\p{Cc}|\p{Cf}|[\u{E0100}-\u{E01EF}])/gu, '');

/** As much of a remark as is shown. It is cut without its secrets: a part of one is not found. */
export function startOfRemark(text: string): string {
	if (text.length <= longestWords) return text;
	return `${text.slice(0, longestWords).replace(/[\uD800-\uDBFF]$/, '')}\n(cut here)`;
}

/** The rows of a diff hunk, without its header, whose numbers change from push to push. */
export const rowsOfHunk = (hunk: string | null): string =>
	(hunk ?? '')
		.split(/\r?\n/)
		.filter(row => !row.startsWith('@@'))
		.join('\n');

/** The last rows of a hunk without its secrets; nothing where they are too long. */
export function endOfHunk(rows: string): string {
	const end = rows.split('\n').slice(-hunkLines).join('\n');
	return end.length <= longestHunk ? end : '';
}

/** What is shown of a file, with the lines around it that a private key may stand in. `from` is 0-based. */
export function maskRegion({file, window}: FilePart): {from: number; lines: readonly string[]} {
	const isKeyLine = (line: string | undefined) => line !== undefined && line.length <= longestKeyLine;
	let {from, to} = window;
	while (window.from - from < maskMargin && isKeyLine(file[from - 1])) from--;
	while (to - window.to < maskMargin && isKeyLine(file[to])) to++;
	return {from, lines: file.slice(from, to)};
}
