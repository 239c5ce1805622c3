import type {Pane, Room, Size} from '../app/layout.ts';

/** The table above the detail, or one of them at a time. */
export type BenchLayout =
	| {kind: 'stacked'; list: Room; detail: Room}
	| {kind: 'single'; shown: Pane; list: Room; detail: Room};

/** The title, the rule of a pane, the status and the hints. */
const frameRows = 4;

/**
 * @param lines that the table would like to have, its head among them
 * @param taken rows at the bottom that a question needs
 */
export function benchLayout(
	{columns, rows}: Size,
	lines: number,
	focus: Pane,
	isZoomed: boolean,
	taken: number,
): BenchLayout {
	const height = Math.max(1, rows - frameRows - taken);
	if (columns < 60 || isZoomed) {
		const room = {width: columns, height};
		return {kind: 'single', shown: focus, list: room, detail: room};
	}
	const shared = height - 1;
	const top = Math.max(1, Math.min(lines, Math.max(3, Math.floor(shared / 2))));
	return {
		kind: 'stacked',
		list: {width: columns, height: top},
		detail: {width: columns, height: Math.max(0, shared - top)},
	};
}
