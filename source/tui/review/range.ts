import {only} from '../app/state.ts';
import type {ReviewHandler} from './actions.ts';
import {cursorOn, type FindingRow, findingsIn} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The findings from the one where the user began a range to the cursor; none without a range. */
export function rowsInRange({list, range, cursor}: Pick<ReviewState, 'list' | 'range' | 'cursor'>): FindingRow[] {
	const from = range === null ? -1 : cursorOn(list, range);
	const isStill = list.rows[from]?.kind === 'finding' && list.rows[from].id === range;
	return isStill ? findingsIn(list.rows.slice(Math.min(from, cursor), Math.max(from, cursor) + 1)) : [];
}

/** The findings that a command for several is about: those of the range, otherwise all listed. */
export function rowsForAll(state: ReviewState): FindingRow[] {
	const range = rowsInRange(state);
	return range.length > 0 ? range : findingsIn(state.list.rows);
}

/** Begins a range at the selected finding, or ends the one that there is. */
export const switchRange: ReviewHandler = state =>
	only({...state, range: state.range === null ? (selectedRow(state)?.id ?? null) : null});

/** What one finding leads to or, with a range, all in it: a command, or why it is disabled. */
export const orInRange =
	<Result>(one: (state: ReviewState) => Result, all: (state: ReviewState) => Result) =>
	(state: ReviewState): Result =>
		(rowsInRange(state).length === 0 ? one : all)(state);
