import {isElision} from './elision.ts';
import type {SnippetHunk} from './finding.ts';

/** A line of a diff: its mark, and its text after the first column. */
type Row = {mark: '-' | '+' | ' '; text: string};

/**
 * The hunks below one header of a diff; a row with an elision ends a hunk and starts the next one.
 *
 * @param line first line (1-based) of the old side by the header
 */
export function readSnippet(rows: readonly string[], line: number | null): SnippetHunk[] {
	const hunks: SnippetHunk[] = [];
	let stated = line;
	let piece: Row[] = [];
	const close = () => {
		const hunk = toHunk(piece, stated);
		if (isDistinctive(piece)) hunks.push(hunk);
		stated = null;
		piece = [];
	};
	for (const row of unquoteMentions(readRows(rows))) {
		if (row.mark === ' ' && isElision(row.text)) close();
		else piece.push(row);
	}
	close();
	return hunks;
}

/** Whether a hunk changes anything; otherwise it is only context. */
export const isChange = (hunk: SnippetHunk) =>
	hunk.old.length !== hunk.new.length || hunk.old.some((line, index) => line !== hunk.new[index]);

/** Whether rows help to find a place: they change something, or contain a letter or digit. */
const isDistinctive = (rows: readonly Row[]) => rows.some(({mark, text}) => mark !== ' ' || /[\p{L}\p{N}]/u.test(text));

function toHunk(rows: readonly Row[], line: number | null): SnippetHunk {
	const textOf = (without: Row['mark']) => rows.filter(({mark}) => mark !== without).map(({text}) => text);
	return {old: textOf('+'), new: textOf('-'), line};
}

function readRows(lines: readonly string[]): Row[] {
	const context = lines.filter(line => !/^[-+]/.test(line));
	const keepsColumn = lacksColumn(context);
	const marked = lines.filter(line => /^[-+] *\S/.test(line));
	// "+   x" for "    x": the mark replaced the first space of the indentation, because the snippet has no column for marks.
	const fill = keepsColumn && marked.length > 0 && marked.every(line => /^[-+] (?: {2})*\S/.test(line)) ? ' ' : '';
	return lines.map((line): Row => {
		if (line.startsWith('-') || line.startsWith('+')) {
			return {
				mark: line.startsWith('-') ? '-' : '+',
				text: line.trim().length > 1 ? fill + line.slice(1) : line.slice(1),
			};
		}
		return {mark: ' ', text: line.startsWith(' ') && !keepsColumn ? line.slice(1) : line};
	});
}

/**
 * Whether unchanged lines lack the column that diffs have for the mark: one starts with text, and all others are indented
 * by an even number of spaces. A line that starts with a tab always lacks it.
 */
function lacksColumn(context: readonly string[]): boolean {
	const areEven = context.every(line => line.trim() === '' || /^(?: {2})*(?! )/.test(line));
	return areEven && context.some(line => /^\S/.test(line) && !isElision(line));
}

/** Some reviewers put backticks around `@decorator` so that GitHub mentions nobody. */
const quotedMentions = /`(@[\w./-]+)`/g;
const leadingMention = /^(\s*)`(@[\w./-]+)`/;

/** No line of code starts like this in languages with decorators. */
export const quotesMention = (line: string) => leadingMention.test(line);

/**
 * Removes backticks around mentions if quoted lines of the file have them at their start, where code cannot have them. In
 * new lines alone, they may be intended.
 */
function unquoteMentions(rows: Row[]): Row[] {
	const ofFile = rows.flatMap(({mark, text}) => (mark === '+' ? [] : [text]));
	if (!ofFile.some(quotesMention)) return rows;
	const known = new Set(ofFile.flatMap(text => text.match(quotedMentions) ?? []));
	const unquote = (quoted: string, mention: string) => (known.has(quoted) ? mention : quoted);
	return rows.map(({mark, text}) => ({
		mark,
		text: text.replace(leadingMention, '$1$2').replace(quotedMentions, unquote),
	}));
}
