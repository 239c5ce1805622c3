import {cut, padEnd, padStart, widestOf} from './cells.ts';
import {escapeControls} from './escape-controls.ts';
import {safe} from './safe.ts';

export type Align = 'left' | 'right';

export type TableLayout = {
	/** Of each column; left where nothing is said. */
	align?: readonly Align[];
	/** Cells that a row may take: those of a terminal; without end for a file or a pipe, which get full values. */
	room?: number;
	/** The looks of a cell that has its place, which must not change its width. */
	paint?: (text: string, row: number, column: number) => string;
};

type Rows = readonly (readonly string[])[];

const gap = 2;

/**
 * Rows of foreign text as lines, with columns below each other and two blanks between them. Where a row has less room
 * than it needs, the widest columns are cut. A left-aligned cell at the end of a row is as long as it likes: nothing
 * stands behind it.
 */
export function table(rows: Rows, {align = [], room = Number.POSITIVE_INFINITY, paint}: TableLayout = {}): string[] {
	const isEndless = room === Number.POSITIVE_INFINITY;
	const cells = rows.map(row => row.map(isEndless ? escapeControls : safe));
	const isOpen = (row: readonly string[], column: number) => column === row.length - 1 && align[column] !== 'right';
	const widths = fitted(columnWidths(cells, isOpen), room);
	return cells.map((row, index) => {
		const placed: string[] = [];
		let left = room;
		for (const [column, text] of row.entries()) {
			if (left <= 0) break;
			const width = isOpen(row, column) ? left : Math.min(left, widths[column]!);
			const fitting = isEndless ? text : cut(text, width);
			const shown = isOpen(row, column) ? fitting : padders[align[column] ?? 'left'](fitting, width);
			placed.push(paint ? paint(shown, index, column) : shown);
			left -= width + gap;
		}
		return placed.join(' '.repeat(gap)).trimEnd();
	});
}

const padders = {left: padEnd, right: padStart} as const satisfies Record<Align, typeof padEnd>;

/** Cells that each column takes by what stands in it; of an open cell only as its column is the last of all. */
function columnWidths(rows: Rows, isOpen: (row: readonly string[], column: number) => boolean): number[] {
	const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
	return Array.from({length: columns}, (_, column) => {
		const closed = rows.filter(row => column === columns - 1 || !isOpen(row, column));
		return widestOf(closed.map(row => row[column] ?? ''));
	});
}

/** The widths with the widest of them made smaller, all to the same, until a row fits. */
function fitted(widths: readonly number[], room: number): number[] {
	let left = Math.max(0, room - gap * (widths.length - 1));
	const narrowFirst = widths.map((width, column) => ({width, column})).sort((a, b) => a.width - b.width);
	const fitting = [...widths];
	for (const [index, {width, column}] of narrowFirst.entries()) {
		const share = Math.floor(left / (widths.length - index));
		fitting[column] = Math.min(width, share);
		left -= fitting[column];
	}
	return fitting;
}
