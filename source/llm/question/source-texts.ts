import type {Shown, Subject} from './show.ts';

const longestWords = 8000;
/** Lines of the diff hunk, from its end, where the remark stands. */
const hunkLines = 12;
const longestHunk = 4000;
/** Lines around an excerpt that are looked at for secrets of several lines that reach into it. */
const maskMargin = 120;
const longestKeyLine = 200;

/** The words of a remark under its title, where they do not hold it. */
export function wordsWithTitle({finding, words}: Subject): string {
	const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
	const isTold = letters(words).includes(letters(finding.title.replace(/…$/, '')));
	const text = isTold ? words : `${finding.title}\n\n${words}`;
	if (text.length <= longestWords) return text;
	return `${text.slice(0, longestWords).replace(/[\uD800-\uDBFF]$/, '')}\n(cut here)`;
}

/** The last rows of a diff hunk, without its header, whose numbers change from push to push. */
export function endOfHunk(hunk: string | null): string {
	const rows = (hunk ?? '').split(/\r?\n/).filter(row => !row.startsWith('@@'));
	const end = rows.slice(-hunkLines).join('\n');
	return end.length <= longestHunk ? end : '';
}

/** What is shown of a file, with the lines around it that a private key may stand in. `from` is 0-based. */
export function maskRegion({file, window}: Shown): {from: number; lines: readonly string[]} {
	const isKeyLine = (line: string | undefined) => line !== undefined && line.length <= longestKeyLine;
	let {from, to} = window;
	while (window.from - from < maskMargin && isKeyLine(file[from - 1])) from--;
	while (to - window.to < maskMargin && isKeyLine(file[to])) to++;
	return {from, lines: file.slice(from, to)};
}
