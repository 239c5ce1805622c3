import {pointAtPanes} from '../app/pane-mouse.ts';
import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import {moveProvider} from './commands.ts';
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

/** The mouse on the table, whose first line has the titles of the columns, and on the detail. */
export const pointAtBench = pointAtPanes<BenchState>({
	layout: benchLayout,
	select: (state, line) => {
		const row = line > 0 ? rowsOf(state)[state.top + line - 1] : undefined;
		return row ? {...state, selected: row.name} : state;
	},
	move: moveProvider,
	scroll: (state, steps) => ({...state, scroll: Math.max(0, state.scroll + steps)}),
});
