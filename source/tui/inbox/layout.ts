import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import {linesOfList} from './row-lines.ts';
import {shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

/** Rows that the detail of most pull requests fits in. */
const detailRows = 9;

/** The list gets the whole width, and the rows that it needs: without half of one, and not those that the detail needs. */
const arrangement: Arrangement<InboxScreenState> = {
	sideFrom: Number.POSITIVE_INFINITY,
	leftOf: columns => columns,
	topOf: (rows, state) => {
		const {columns} = state.size;
		const {head, row} = linesOfList(columns);
		const room = Math.max(Math.floor((rows * 2) / 3), rows - detailRows);
		const most = Math.floor((room - head) / row);
		const {length} = shownRows(state);
		// Why there are none is shown instead.
		return length === 0 ? room : head + row * Math.max(1, Math.min(length, most));
	},
};

export const inboxLayout = (state: InboxScreenState): PaneLayout => paneLayout(state, arrangement);
