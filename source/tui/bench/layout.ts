import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import {recommendationOf} from './recommendation.ts';
import {rowsOf} from './rows.ts';
import type {BenchState} from './state.ts';

/** The detail gets half of the rows and what the table does not need; both have the full width. */
const arrangement: Arrangement<BenchState> = {
	sideFrom: Number.POSITIVE_INFINITY,
	leftOf: columns => columns,
	// One more for the column titles.
	topOf: (shared, state) => Math.min(rowsOf(state).length + 1, Math.max(3, Math.floor(shared / 2))),
	belowOf: state => {
		const {lines, hasTitle} = recommendationOf(state);
		return lines.length + Number(hasTitle);
	},
};

export const benchLayout = (state: BenchState): PaneLayout => paneLayout(state, arrangement);
