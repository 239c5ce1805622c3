import type {LineRange} from '../../review/finding.ts';
import {count} from '../../text/sentences.ts';
import {type DiffView, oneColumn} from './diff-lines.ts';
import {codeRows, type PlainRow, usualContext} from './diff-rows.ts';
import type {Line} from './line.ts';

/** A part of a text. Numbers of lines are 1-based and inclusive. */
export type CodeExcerpt = {
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
