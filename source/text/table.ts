import {cut, padEnd, padStart, widestOf} from './cells.ts';
import {shownIn} from './safe.ts';

export type Align = 'left' | 'right';

/** Sizes are in terminal cells. */
export type TableLayout = {
	/** Per column; left by default. */
	align?: readonly Align[];
	/** Maximum width of a row; infinite by default, for a file or a pipe, which get full values. */
	room?: number;
	/** Per column: if the row is too wide, columns with the highest rank are dropped first, and those with 0 never. */
	rank?: readonly number[];
	/** Per column; by default the width of the widest cell. */
	widths?: readonly number[];
	/** Index of the column that takes the remaining width. */
	wide?: number;
	/** Between two columns; 2 by default. */
	gap?: number;
	/** Shown where a cell was cut. */
	mark?: string;
};

type Rows = readonly (readonly string[])[];

/** The columns that are shown, by index, their widths, and the cells of each row, padded to these widths. */
export type Placed = {columns: readonly number[]; widths: readonly number[]; rows: readonly (readonly string[])[]};

const usualGap = 2;

/**
 * Lays out rows of foreign text in aligned columns. If a row is too wide, columns are dropped by rank, and the widest of the
 * others are cut. The last cell of a row is not padded, so that of a shorter row can extend below the next columns.
 */
export function placeCells(rows: Rows, layout: TableLayout): Placed {
	const {align = [], room = Number.POSITIVE_INFINITY, gap = usualGap, mark} = layout;
	const cells = rows.map(row => row.map(text => shownIn(room, text)));
	const count = cells.reduce((most, row) => Math.max(most, row.length), 0);
	const isOpen = (row: readonly string[], column: number) =>
		column === row.length - 1 && (row.length < count || align[column] !== 'right');
	// A cell that may extend counts for its column only in the last column.
	const wanted = Array.from(
		{length: count},
		(_, column) =>
			layout.widths?.[column] ??
			widestOf(cells.filter(row => column === count - 1 || !isOpen(row, column)).map(row => row[column] ?? '')),
	);
	const columns = ranked(wanted, {...layout, room, gap});
	const widths = fittedColumns(wanted, columns, {...layout, room, gap});
	const placed = cells.map(row => {
		const line: string[] = [];
		let left = room;
		for (const column of columns) {
			if (left <= 0 || column >= row.length) break;
			const width = isOpen(row, column) ? left : Math.min(left, widths.get(column)!);
			const fitting = room === Number.POSITIVE_INFINITY ? row[column]! : cut(row[column]!, width, mark);
			line.push(isOpen(row, column) ? fitting : padders[align[column] ?? 'left'](fitting, width));
			left -= width + gap;
		}
		return line;
	});
	return {columns, widths: columns.map(column => widths.get(column)!), rows: placed};
}

const padders = {left: padEnd, right: padStart} as const satisfies Record<Align, typeof padEnd>;

type Fitting = TableLayout & {room: number; gap: number};

/** The columns that are shown; those of one rank are dropped together. */
function ranked(widths: readonly number[], {rank = [], room, gap}: Fitting): number[] {
	let columns = [...widths.keys()];
	for (;;) {
		const needed = columns.reduce((sum, column) => sum + widths[column]! + gap, -gap);
		const highest = Math.max(0, ...columns.map(column => rank[column] ?? 0));
		if (needed <= room || highest === 0) return columns;
		columns = columns.filter(column => (rank[column] ?? 0) < highest);
	}
}

/** Narrows the widest of these columns, all to the same width, until a row fits. */
function fittedColumns(
	widths: readonly number[],
	columns: readonly number[],
	{room, gap, wide}: Fitting,
): Map<number, number> {
	let left = Math.max(0, room - gap * (columns.length - 1));
	const narrowFirst = columns.toSorted((a, b) => widths[a]! - widths[b]!);
	const fitting = new Map(
		narrowFirst.map((column, index) => {
			const width = Math.min(widths[column]!, Math.floor(left / (columns.length - index)));
			left -= width;
			return [column, width];
		}),
	);
	if (wide !== undefined) fitting.set(wide, (fitting.get(wide) ?? 0) + left);
	return fitting;
}
