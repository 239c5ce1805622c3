import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import type {StatsScreenState} from './state.ts';

/** Rows that the detail of most items fits in. */
const detailRows = 7;

/** The list gets the whole width, with a line for the titles of its columns. */
const arrangement: Arrangement<StatsScreenState> = {
	sideFrom: Number.POSITIVE_INFINITY,
	leftOf: columns => columns,
	topOf: (rows, {items}) => Math.min(items.length + 1, Math.max(Math.floor((rows * 2) / 3), rows - detailRows)),
};

export const statsLayout = (state: StatsScreenState): PaneLayout => paneLayout(state, arrangement);
