export type Size = {columns: number; rows: number};

/** In text mode nothing is drawn, so nothing has to fit into a window. */
export const unbounded: Size = {columns: 1000, rows: 1000};

const smallest: Size = {columns: 40, rows: 12};

/** The message of a window that is too small; null if it is large enough. */
export const tooSmall = ({columns, rows}: Size): string | null =>
	columns < smallest.columns || rows < smallest.rows
		? `terminal too small (${smallest.columns}x${smallest.rows} needed)`
		: null;

/** The first row to draw so that the one at `cursor` is visible, scrolling no further than needed. */
export function scrollTo(cursor: number, top: number, height: number, total: number): number {
	const least = Math.max(0, cursor - height + 1);
	return clamp(clamp(top, least, cursor), 0, Math.max(0, total - height));
}

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
