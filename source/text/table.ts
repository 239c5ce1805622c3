import {cut, padEnd, padStart, widestOf} from './cells.ts';
import {shownIn} from './safe.ts';

export type Align = 'left' | 'right';

export type TableLayout = {
	/** Of each column; left where nothing is said. */
	align?: readonly Align[];
	/** Cells that a row may take: those of a terminal; without end for a file or a pipe, which get full values. */
	room?: number;
	/** Of each column: where not all have room, those with the highest number are left out, and none with 0. */
	rank?: readonly number[];
	/** The looks of a cell that has its place, which must not change its width. */
	paint?: (text: string, row: number, column: number) => string;
};

type Rows = readonly (readonly string[])[];

const gap = 2;

/**
 * Rows of foreign text as lines, with columns below each other and two blanks between them. Where a row has less room
 * than it needs, columns are left out by their rank, and the widest of the others are cut. Nothing stands behind the last
 * cell of a row, so that of a shorter row goes on below the next columns.
 */
export function table(rows: Rows, layout: TableLayout = {}): string[] {
	const {align = [], room = Number.POSITIVE_INFINITY, rank = [], paint = text => text} = layout;
	const cells = rows.map(row => row.map(text => shownIn(room, text)));
	const count = cells.reduce((most, row) => Math.max(most, row.length), 0);
	const isOpen = (row: readonly string[], column: number) =>
		column === row.length - 1 && (row.length < count || align[column] !== 'right');
	// Of an open cell, a column takes the width only as the last of all.
	const wanted = Array.from({length: count}, (_, column) =>
		widestOf(cells.filter(row => column === count - 1 || !isOpen(row, column)).map(row => row[column] ?? '')),
	);
	const columns = ranked(wanted, rank, room);
	const widths = fitted(wanted, columns, room);
	return cells.map((row, index) => {
		const placed: string[] = [];
		let left = room;
		for (const column of columns) {
			if (left <= 0 || column >= row.length) break;
			const width = isOpen(row, column) ? left : Math.min(left, widths.get(column)!);
			const fitting = room === Number.POSITIVE_INFINITY ? row[column]! : cut(row[column]!, width);
			const aligned = isOpen(row, column) ? fitting : padders[align[column] ?? 'left'](fitting, width);
			placed.push(paint(aligned, index, column));
			left -= width + gap;
		}
		return placed.join(' '.repeat(gap)).trimEnd();
	});
}

const padders = {left: padEnd, right: padStart} as const satisfies Record<Align, typeof padEnd>;

/** The columns that are shown. */
function ranked(widths: readonly number[], rank: readonly number[], room: number): number[] {
	const columns = [...widths.keys()];
	for (;;) {
		const needed = columns.reduce((sum, column) => sum + widths[column]! + gap, -gap);
		const [least] = columns.toSorted((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0));
		if (needed <= room || least === undefined || (rank[least] ?? 0) === 0) return columns;
		columns.splice(columns.indexOf(least), 1);
	}
}

/** The widths of these columns with the widest of them made smaller, all to the same, until a row fits. */
function fitted(widths: readonly number[], columns: readonly number[], room: number): Map<number, number> {
	let left = Math.max(0, room - gap * (columns.length - 1));
	const narrowFirst = columns.toSorted((a, b) => widths[a]! - widths[b]!);
	return new Map(
		narrowFirst.map((column, index) => {
			const width = Math.min(widths[column]!, Math.floor(left / (columns.length - index)));
			left -= width;
			return [column, width];
		}),
	);
}
