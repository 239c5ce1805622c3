import {pointAtPanes} from '../app/pane-mouse.ts';
import {inboxLayout} from './layout.ts';
import {headRows, linesPerRow} from './row-lines.ts';
import {shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';
import {movePull} from './steps.ts';

/** The mouse on the list, whose rows can have two lines, and on the detail. */
export const pointAtInbox = pointAtPanes<InboxScreenState>({
	layout: inboxLayout,
	select: (state, line) => {
		const {width} = inboxLayout(state).list;
		const at = Math.floor((line - headRows(width)) / linesPerRow(width));
		const row = at >= 0 ? shownRows(state)[state.top + at] : undefined;
		return row ? {...state, selected: row.listed.id} : state;
	},
	move: movePull,
	scroll: (state, steps) => ({...state, scroll: Math.max(0, state.scroll + steps)}),
});
