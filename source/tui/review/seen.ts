import {tooSmall, unbounded} from '../app/layout.ts';
import {paneLayout} from '../app/panes.ts';
import {arrangement} from './arrangement.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The findings whose detail was on the screen or was read aloud, now with this one. */
export function withSeen(state: ReviewState, finding: string): ReviewState {
	return state.seen.has(finding) ? state : {...state, seen: new Set(state.seen).add(finding)};
}

/** Adds the selected finding if its detail, with what is planned, is on the screen. */
export function lookAtDetail(state: ReviewState): ReviewState {
	const row = selectedRow(state);
	return row && isDetailShown(state) ? withSeen(state, row.id) : state;
}

function isDetailShown(state: ReviewState): boolean {
	const {size, dialog, planned} = state;
	if (planned === null || size === unbounded || tooSmall(size) !== null || dialog?.kind === 'page') return false;
	// A filter that is typed passes by many.
	if (dialog?.kind === 'field' && dialog.purpose === 'filter') return false;
	const layout = paneLayout(state, arrangement);
	return layout.kind === 'single' ? layout.shown === 'detail' : layout.detail.height > 0;
}
