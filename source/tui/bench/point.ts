import {pointAtPanes} from '../app/pane-mouse.ts';
import {moveProvider} from './commands.ts';
import {benchLayout} from './layout.ts';
import {rowsOf} from './rows.ts';
import type {BenchState} from './state.ts';

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
