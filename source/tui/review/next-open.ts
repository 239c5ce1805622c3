import {type Left, leftOf} from '../../run/report/outcome.ts';
import {unbounded} from '../app/layout.ts';
import {nextAround} from '../app/next-around.ts';
import type {Row} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** A row of the list, and what there is to say about the way to it; null for nothing. */
type NextOpen = {at: number; note: string | null};

const leftAt = (row: Row | undefined): Left | null =>
	row?.kind === 'finding' && row.entry.verdict ? leftOf(row.entry.verdict) : null;

const wrapped = 'wrapped around the list';

/**
 * The next open finding: in the order of the list those to decide, then those in words, then those to decide again. Null if
 * there is none; the selected one if there is no other.
 */
export function nextOpen(state: ReviewState, direction: 1 | -1): NextOpen | null {
	const {rows} = state.list;
	const {length} = rows;
	const first = isUnread(state);
	const here = first ? null : leftAt(rows[state.cursor]);
	const from = first ? state.cursor - direction : state.cursor;
	const among = (wanted: Left, cursor = from) =>
		nextAround(cursor, length, direction, at => leftAt(rows[at]) === wanted);
	if (here === null || (here === 'in words' && hasUnseenToDecide(state))) {
		const next = among('to decide') ?? among('in words');
		return next && {at: next.at, note: next.isRound ? wrapped : null};
	}
	const same = among(here);
	if (!same) return null;
	if (!same.isRound && same.at !== state.cursor) return {at: same.at, note: null};
	const others = here === 'to decide' ? 'in words' : 'to decide';
	const other = among(others, direction === 1 ? -1 : length);
	if (!other) return {at: same.at, note: same.isRound ? wrapped : null};
	const isRound = (here === 'in words') === (direction === 1);
	return {at: other.at, note: isRound ? wrapped : `the next ones are ${others}`};
}

/** Whether there is another one to go to. */
export function hasNextOpen(state: ReviewState): boolean {
	const next = nextOpen(state, 1);
	return next !== null && (next.at !== state.cursor || isUnread(state));
}

/** Whether the selected finding is open and may be the next one: text mode has no screen that shows it. */
export const isUnread = (state: ReviewState): boolean => {
	const row = selectedRow(state);
	return state.size === unbounded && row !== null && leftAt(row) !== null && !state.seen.has(row.id);
};

const hasUnseenToDecide = ({list, seen}: ReviewState) =>
	list.rows.some(row => row.kind === 'finding' && leftAt(row) === 'to decide' && !seen.has(row.id));
