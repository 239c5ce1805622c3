export type Size = {columns: number; rows: number};

export type Pane = 'list' | 'detail';

/** What a pane may draw: cells without its border. */
export type Room = {width: number; height: number};

const smallest: Size = {columns: 40, rows: 12};

/** What a window says in which nothing could be read; null where it is large enough. */
export const tooSmall = ({columns, rows}: Size): string | null =>
	columns < smallest.columns || rows < smallest.rows
		? `terminal too small (${smallest.columns}x${smallest.rows} needed)`
		: null;

/** How the panes stand: beside each other from 100 columns on, one above the other from 60 on, else one at a time. */
export type Layout =
	| {kind: 'side'; list: Room; detail: Room}
	| {kind: 'stacked'; list: Room; detail: Room}
	| {kind: 'single'; shown: Pane; list: Room; detail: Room};

/** Lines above and below the panes: the title with its rule, the status and the hints. */
const frameRows = 4;

/** @param taken rows at the bottom that a dialog needs */
export function layoutOf({columns, rows}: Size, focus: Pane, isZoomed: boolean, taken = 0): Layout {
	const height = Math.max(1, rows - frameRows - taken);
	if (columns < 60 || isZoomed) {
		const room = {width: columns, height};
		return {kind: 'single', shown: focus, list: room, detail: room};
	}
	if (columns < 100) {
		const top = Math.max(1, Math.floor((height - 1) * 0.4));
		return {
			kind: 'stacked',
			list: {width: columns, height: top},
			detail: {width: columns, height: Math.max(1, height - 1 - top)},
		};
	}
	const width = Math.min(96, Math.floor(columns * 0.47));
	return {kind: 'side', list: {width, height}, detail: {width: columns - width - 1, height}};
}

/** The first row to draw so that the one at `cursor` is seen, moving no further than needed. */
export function scrollTo(cursor: number, top: number, height: number, total: number): number {
	const least = Math.max(0, cursor - height + 1);
	return clamp(clamp(top, least, cursor), 0, Math.max(0, total - height));
}

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
