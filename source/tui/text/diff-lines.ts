import type {LineEdit, Text} from '../../resolve/text.ts';
import type {CodeView} from './code-window.ts';
import {type DiffRow, type DiffRowsView, diffRows} from './diff-rows.ts';
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
