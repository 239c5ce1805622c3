import type {LineEdit, Text} from '../../resolve/text.ts';
import {formatHunks} from '../../resolve/unified-diff.ts';
import {padStart} from '../../text/cells.ts';
import {safe, safeCode} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import type {Highlight} from './highlight.ts';
import {type Line, line, type Span, span, wrapLine} from './line.ts';

export type DiffView = {width: number; symbols: Symbols; highlight: Highlight | null};

type Row = {sign: string; text: string; number: number | null};

/** A diff with line numbers: old numbers for removed lines, new ones for the others. */
export function diffLines(path: string, text: Text, edits: readonly LineEdit[], view: DiffView): Line[] {
	const rows = rowsOf(formatHunks(text, edits));
	if (rows.length === 0) return [line('nothing changes in this file', 'quiet')];
	const gutter = Math.max(...rows.map(({number}) => `${number ?? ''}`.length));
	const coloured = colour(path, rows, view.highlight);
	const indent = ' '.repeat(gutter + 3);
	return rows.flatMap((row, index): Line[] => {
		if (row.sign === '@')
			return index === 0 ? [] : [line(`${' '.repeat(gutter)} ${view.symbols.dot.repeat(3)}`, 'quiet')];
		if (row.sign === '\\') return [line(`${indent}${safe(row.text)}`, 'quiet')];
		const tone = row.sign === '+' ? 'added' : row.sign === '-' ? 'removed' : 'quiet';
		const number = span(`${padStart(`${row.number ?? ''}`, gutter)} `, 'quiet');
		const goesOn = `${' '.repeat(gutter + 1)}${view.symbols.wrapped} `;
		return wrapLine([number, span(`${row.sign} `, tone), ...coloured[index]!], view.width, goesOn);
	});
}

function rowsOf(hunks: string): Row[] {
	let [old, now] = [0, 0];
	return hunks
		.split('\n')
		.slice(0, -1)
		.map((raw): Row => {
			const [sign, text] = [raw[0]!, raw.slice(1)];
			if (sign === '@') {
				const [, from, to] = /^@@ -(\d+)\S* \+(\d+)/.exec(raw) ?? [];
				[old, now] = [Number(from), Number(to)];
				return {sign, text, number: null};
			}
			if (sign === '\\') return {sign, text, number: null};
			if (sign === '-') return {sign, text, number: old++};
			if (sign === ' ') old++;
			return {sign, text, number: now++};
		});
}

/** Highlights kept and added lines together, for syntax that spans lines; removed lines get no syntax colors. */
function colour(path: string, rows: readonly Row[], highlight: Highlight | null): Span[][] {
	const isNew = ({sign}: Row) => sign === '+' || sign === ' ';
	const fresh = rows.filter(isNew).map(({text}) => safeCode(text));
	const coloured = highlight?.(path, fresh) ?? fresh.map(text => [span(text)]);
	let next = 0;
	return rows.map(row =>
		isNew(row) ? coloured[next++]! : [span(safeCode(row.text), row.sign === '-' ? 'removed' : 'quiet')],
	);
}
