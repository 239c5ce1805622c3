import {omitsCode} from './elision.ts';
import type {SnippetHunk} from './finding.ts';
import type {Fence} from './markdown.ts';
import {holdsOptions} from './options.ts';
import {isChange, quotesMention, readSnippet} from './snippet.ts';

export const isDiff = ({info}: Fence) => /^(?:diff|patch)\b/i.test(info);

/** The part of a ` ```diff ` fence for one file. */
export type DiffFence = {
	/** From its headers, `/` separated, as written; null if it has none. */
	path: string | null;
	/** In the order of the fence. One with equal `old` and `new` is context between the others. */
	hunks: SnippetHunk[];
	/** Why it must not be applied as it is; null if it may. */
	flaw: string | null;
};

/**
 * Reads a diff as reviewers write it: with git's headers, with bare `@@`, or without any. Ignores line counts, which are
 * often wrong, and files without a changed line.
 */
export function readDiffFence(fence: Fence): DiffFence[] {
	const lines = fence.lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line));
	return splitFiles(lines)
		.map(({path, sections, ...header}) => {
			const hunks = sections.flatMap(({line, rows}) => readSnippet(rows, line));
			return {path, hunks, flaw: diffFlaw(fence, hunks, header)};
		})
		.filter(({hunks}) => hunks.some(isChange));
}

function diffFlaw(
	fence: Fence,
	hunks: readonly SnippetHunk[],
	{removed, hasBlank}: Omit<FileHeader, 'path'>,
): string | null {
	if (!fence.closed) return 'the diff block is not closed, so its end is unknown';
	if (fence.doubt !== undefined) return fence.doubt;
	if (fence.lines.some(line => line.includes('\0'))) return 'the diff contains a NUL character';
	if (removed) return 'the diff removes the whole file';
	if (hasBlank) return 'a path in the diff begins or ends with a blank';
	const added = hunks.flatMap(hunk => {
		const old = new Set(hunk.old);
		return hunk.new.filter(line => !old.has(line));
	});
	if (added.some(omitsCode)) return 'the diff abbreviates the lines that it adds';
	if (holdsOptions(added)) return 'the diff contains several options';
	if (added.some(quotesMention)) return 'an added line starts with a quoted mention';
	return null;
}

type FileHeader = {
	/** Without blanks around it. */
	path: string | null;
	removed: boolean;
	/** Whether there are blanks around a path: they can be part of the name of another file. */
	hasBlank: boolean;
};

type FileRows = FileHeader & {sections: {line: number | null; rows: string[]}[]};

/** `@@ -12,3 +12,4 @@ name`, `@@`, `@@ ... @@`. */
const hunkHeader = /^@@+(?:\s|$)/;
const gitHeader =
	/^(?:index |(?:new|deleted) file mode |(?:old|new) mode |(?:dis)?similarity index |rename |copy |Binary )/;

function splitFiles(lines: readonly string[]): FileRows[] {
	let part: FileRows = {path: null, removed: false, hasBlank: false, sections: []};
	const parts = [part];
	const open = (header: FileHeader) => {
		part = {...header, sections: []};
		parts.push(part);
	};
	let inHeader = false;
	for (let index = 0; index < lines.length; index++) {
		const line = lines[index] ?? '';
		const pair = readFilePair(line, lines[index + 1]);
		if (pair) {
			index++;
			if (inHeader) Object.assign(part, pair);
			else open(pair);
			inHeader = true;
		} else if (line.startsWith('diff --git ')) {
			const header = line.trimEnd();
			const path = withoutPrefix(header.slice(header.lastIndexOf(' ') + 1));
			open({path, removed: false, hasBlank: header !== line});
			inHeader = true;
		} else if (hunkHeader.test(line)) {
			part.sections.push({line: statedLine(line), rows: []});
			inHeader = false;
		} else if (!(inHeader && gitHeader.test(line)) && !line.startsWith('\\ ')) {
			if (part.sections.length === 0) part.sections.push({line: null, rows: []});
			part.sections.at(-1)?.rows.push(line);
			inHeader = false;
		}
	}
	return parts;
}

/** First line of the old side; null if the header has none. */
function statedLine(header: string): number | null {
	const line = Number(/^@@+ -(\d{1,9})(?:,\d+)? /.exec(header)?.[1] ?? 0);
	return line > 0 ? line : null;
}

/** `--- a/path` and `+++ b/path`. A deleted line `-- comment` is no header: it has no path, or no `+++` after it. */
function readFilePair(first: string, second: string | undefined): FileHeader | null {
	if (!first.startsWith('--- ') || !second?.startsWith('+++ ')) return null;
	const pathIn = (line: string) => line.slice(4).replace(/\t.*$/s, '');
	const [old, now] = [pathIn(first), pathIn(second)];
	const [before, after] = [old.trim(), now.trim()];
	if (!isPath(before) || !isPath(after)) return null;
	const removed = after === '/dev/null';
	const hasBlank = old !== before || now !== after;
	return {path: withoutPrefix(removed ? before : after), removed, hasBlank};
}

const isPath = (text: string) => !/\s/.test(text) && /[./]/.test(text);

const withoutPrefix = (path: string) => path.replace(/^"|"$/g, '').replace(/^[ab]\//, '');
