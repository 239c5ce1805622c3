import type {LineEdit, Text} from '../../resolve/text.ts';
import type {LineRange} from '../../review/finding.ts';
import {count} from '../../text/sentences.ts';
import type {CodeView} from './code-window.ts';
import {codeRows, type DiffRow, type DiffRowsView, diffRows, type PlainRow, usualContext} from './diff-rows.ts';
import {type Line, span, wrapLine} from './line.ts';
import {hunkHeading, numberedCode, widestNumber} from './numbered-code.ts';
import {hasTwoColumns, splitLines, type TwoColumns} from './split-diff.ts';

/** How a diff is drawn, in lines of at most `width` cells. */
export type DiffView = DiffRowsView & CodeView & TwoColumns;

/**
 * A diff with line numbers: the old lines beside the new ones where both have room, otherwise one below the other. Then
 * removed lines have their old numbers, and the others their new ones.
 */
export function diffLines(path: string, text: Text, edits: readonly LineEdit[], view: DiffView): Line[] {
	const rows = diffRows(path, text, edits, view);
	if (rows.length === 0) return wrapLine([span('no changes in this file', 'quiet')], view.width);
	return hasTwoColumns(view) ? splitLines(rows, view) : oneColumn(rows, view);
}

/**
 * Rows one below the other, each with its new number, or its old one.
 * @param isBrief shows only one line of code around those that change or are meant, however long it is
 */
export function oneColumn(rows: readonly DiffRow[], view: DiffView, {isBrief} = {isBrief: false}): Line[] {
	const shown = rows.map(row => row.now ?? row.old);
	const one = {...view, digits: widestNumber(shown)};
	const brief = {...one, sideways: view.sideways ?? 0};
	return rows.flatMap((row, index) => {
		if (row.sign === '@') return hunkHeading(row, index === 0, one);
		return numberedCode(row, shown[index] ?? null, isBrief && row.sign === ' ' ? brief : one);
	});
}

/** A part of a text. Numbers of lines are 1-based and inclusive. */
type CodeExcerpt = {
	lines: readonly string[];
	/** Number of the first of `lines`. */
	firstLine: number;
	/** The lines that are meant; `end` is `start - 1` if they are gone; null: the text as a whole. */
	marked: LineRange | null;
};

/** The lines that are meant, with marks, and lines around them; of many, the first and the last ones. */
export function excerptLines(path: string, {lines, firstLine, marked}: CodeExcerpt, view: DiffView): Line[] {
	const {context = usualContext} = view;
	const last = firstLine + lines.length - 1;
	const {start, end} = marked ?? {start: firstLine, end: firstLine - 1};
	const top = Math.max(firstLine, start - context);
	const bottom = Math.min(last, end + (marked ? Math.ceil(context / 3) : context + 1));
	const rowsOf = (from: number, to: number): PlainRow[] =>
		lines.slice(from - firstLine, to - firstLine + 1).map((text, index) => {
			const now = from + index;
			return {sign: start <= now && now <= end ? '>' : ' ', text, old: null, now};
		});
	const gone: PlainRow[] = marked && end < start ? [{sign: '>', text: '', old: null, now: null}] : [];
	const [head, tail] = [start + context + 2, end - context];
	const gap: PlainRow = {sign: '@', text: count(tail - head - 1, 'line'), old: null, now: null};
	const rows =
		tail - head > 1
			? [...rowsOf(top, head), gap, ...rowsOf(tail, bottom)]
			: [...rowsOf(top, start - 1), ...gone, ...rowsOf(start, bottom)];
	return plainCode(path, rows, view);
}

/** Rows of a text one below the other; of those around the lines that are meant, only one line each. */
export const plainCode = (path: string, rows: readonly PlainRow[], view: DiffView): Line[] =>
	oneColumn(codeRows(path, rows, view), view, {isBrief: true});
