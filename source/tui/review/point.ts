import {pointAtPanes} from '../app/pane-mouse.ts';
import {paneLayout} from '../app/panes.ts';
import {arrangement} from './arrangement.ts';
import {moveCursor} from './rows.ts';
import type {ReviewState} from './state.ts';

/** The mouse on findings and their detail. */
export const point = pointAtPanes<ReviewState>({
	layout: state => paneLayout(state, arrangement),
	select: (state, line) => {
		const cursor = state.listTop + line;
		return line >= 0 && state.list.rows[cursor]?.kind === 'finding' ? {...state, cursor} : state;
	},
	move: (state, steps) => ({...state, cursor: moveCursor(state.list, state.cursor, steps)}),
	scroll: (state, steps) => ({...state, scroll: Math.max(0, state.scroll + steps)}),
});
