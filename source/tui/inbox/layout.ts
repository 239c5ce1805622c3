import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import {headRows, linesPerRow} from './row-lines.ts';
import {shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

/** A table needs the whole width. It gets the rows it needs, up to two thirds of the window, without half of one. */
const arrangement: Arrangement<InboxScreenState> = {
	sideFrom: Number.POSITIVE_INFINITY,
	leftOf: columns => columns,
	topOf: (rows, state) => {
		const {columns} = state.size;
		const [head, lines] = [headRows(columns), linesPerRow(columns)];
		const most = Math.floor((Math.floor((rows * 2) / 3) - head) / lines);
		return head + lines * Math.max(1, Math.min(shownRows(state).length, most));
	},
};

export const inboxLayout = (state: InboxScreenState): PaneLayout => paneLayout(state, arrangement);

/** Pull requests that the list shows at once. */
export function visibleCount(state: InboxScreenState): number {
	const {width, height} = inboxLayout(state).list;
	return Math.max(1, Math.floor((height - headRows(width)) / linesPerRow(width)));
}
