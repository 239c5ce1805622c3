import {clamp} from '../app/layout.ts';
import {cursorIn, shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

/** Selects the pull request so many rows below. */
export function movePull(state: InboxScreenState, step: number): InboxScreenState {
	const rows = shownRows(state);
	const row = rows[clamp(cursorIn(rows, state) + step, 0, rows.length - 1)];
	return row ? {...state, selected: row.listed.id} : state;
}
