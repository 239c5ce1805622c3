import type {CellAlignment, Table} from '../../review/tables.ts';
import {widestOf} from '../../text/cells.ts';
import type {Symbols} from '../theme.ts';
import {type Line, lineWidth, type Span, span, type Tone, textOf, wrapLine} from './line.ts';
import {type ProseView, proseLines} from './prose-lines.ts';

type Cell = readonly Line[];

/** A column with cells of longer words may be this narrow. */
const narrowest = 8;

/** A table in columns, its cells wrapped; where there is too little room, or none that is fixed, cell by cell. */
export function tableLines(table: Table, width: number, view: ProseView): Line[] {
	const cells = (row: readonly string[], base: Tone) => row.map(cell => proseLines(cell, base, view));
	const head = cells(table.head, 'strong');
	const rows = table.rows.map(row => cells(row, 'plain'));
	const widths = Number.isFinite(width) ? columnWidths([head, ...rows], width) : null;
	if (widths === null) return rowsAsList(head, rows, width);
	const shown = [head, ...rows].map(row => rowLines(row, widths, table.alignments, view.symbols));
	const {rule, cross} = view.symbols;
	const delimiter: Line = [span(widths.map(room => rule.repeat(room)).join(rule + cross + rule), 'quiet')];
	const isWrapped = shown.slice(1).some(lines => lines.length > 1);
	return shown.flatMap((lines, index) => (index > 0 && (index === 1 || isWrapped) ? [delimiter, ...lines] : lines));
}

const gap = 3;

/** Null if they do not fit. */
function columnWidths(rows: readonly (readonly Cell[])[], width: number): number[] | null {
	const columns = rows[0]!.length;
	const room = width - gap * (columns - 1);
	const wanted = Array.from({length: columns}, (_, column) =>
		rows.reduce((most, row) => Math.max(most, widestLine(row[column]!)), 1),
	);
	const total = sumOfWidths(wanted);
	if (total <= room) return wanted;
	const least = wanted.map((most, column) => Math.min(most, Math.max(narrowest, widestWord(rows, column))));
	const spare = room - sumOfWidths(least);
	if (spare < 0) return null;
	const lacking = total - sumOfWidths(least);
	return least.map((few, column) => few + Math.floor((spare * (wanted[column]! - few)) / lacking));
}

const sumOfWidths = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const widestLine = (cell: Cell) => cell.reduce((most, each) => Math.max(most, lineWidth(each)), 0);

/** Longer words are broken. */
const brokenFrom = 20;

function widestWord(rows: readonly (readonly Cell[])[], column: number): number {
	const widest = rows.reduce(
		(most, row) => row[column]!.reduce((most, each) => Math.max(most, widestOf(textOf(each).split(' '))), most),
		0,
	);
	return Math.min(widest, brokenFrom);
}

function rowLines(
	row: readonly Cell[],
	widths: readonly number[],
	alignments: readonly CellAlignment[],
	{wall}: Symbols,
) {
	const wrapped = row.map((cell, column) => cell.flatMap(each => wrapLine(each, widths[column]!)));
	const height = wrapped.reduce((most, {length}) => Math.max(most, length), 1);
	return Array.from({length: height}, (_, index): Line => {
		const spans = wrapped.flatMap((lines, column): Span[] => [
			...(column === 0 ? [] : [span(` ${wall} `, 'quiet')]),
			...aligned(lines[index] ?? [], widths[column]!, alignments[column] ?? 'left'),
		]);
		if (spans.at(-1)?.text.trim() === '') spans.pop();
		const last = spans.at(-1)!;
		return last.text === last.text.trimEnd() ? spans : [...spans.slice(0, -1), {...last, text: last.text.trimEnd()}];
	});
}

function aligned(cell: Line, width: number, alignment: CellAlignment): Span[] {
	const left = Math.max(0, width - lineWidth(cell));
	const before = alignment === 'right' ? left : alignment === 'center' ? Math.floor(left / 2) : 0;
	return [blank(before), ...cell, blank(left - before)].filter(({text}) => text !== '');
}

const blank = (count: number) => span(' '.repeat(count));

/** Each cell below the head of its column. */
function rowsAsList(head: readonly Cell[], rows: readonly (readonly Cell[])[], width: number): Line[] {
	if (rows.length === 0) return head.flatMap(cell => cell.flatMap(each => wrapLine(each, width)));
	return rows.flatMap((row, index) => [
		...(index > 0 ? [[]] : []),
		...row.flatMap((cell, column) => {
			const name = head[column]!.flatMap(each => [...each, span(' ')]).slice(0, -1);
			const [first = [], ...rest] = cell;
			const start: Line = name.length === 0 ? first : [...name, span(': ', 'strong'), ...first];
			return [start, ...rest].flatMap(each => wrapLine(each, width, '  '));
		}),
	]);
}
