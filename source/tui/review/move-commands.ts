import {type Left, leftOf} from '../../run/report/outcome.ts';
import {unbounded} from '../app/layout.ts';
import {listCommands, nextAround, scrollDetail} from '../app/list.ts';
import {notify, only} from '../app/state.ts';
import type {ReviewHandler} from './actions.ts';
import {layoutOf, list, withListResized} from './arrangement.ts';
import {shownDetail} from './detail.ts';
import {inGroup} from './key-group.ts';
import {hasPatterns} from './reasons.ts';
import {moveCursor, type Row} from './rows.ts';
import {matchedLines, nextMatch, toFound, topFor} from './search.ts';
import {selectedRow, selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

export const moveKeys = inGroup('move', {
	down: {keys: ['j', 'down'], help: 'move down'},
	up: {keys: ['k', 'up'], help: 'move up'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up'},
	'half-down': {keys: ['ctrl+d'], help: 'scroll detail half a page down'},
	'half-up': {keys: ['ctrl+u'], help: 'scroll detail half a page up'},
	'page-down': {keys: ['pagedown'], help: 'scroll detail a page down'},
	'page-up': {keys: ['pageup'], help: 'scroll detail a page up'},
	'list-page-down': {keys: ['ctrl+f'], help: 'move a page down in list'},
	'list-page-up': {keys: ['ctrl+b'], help: 'move a page up in list'},
	top: {keys: ['g', '<', 'home'], help: 'go to top'},
	bottom: {keys: ['G', '>', 'end'], help: 'go to bottom'},
	'next-open': {
		keys: ['n'],
		help: 'next open finding',
		hint: state => (hasNextOpen(state) ? 'next open' : null),
	},
	'previous-open': {keys: ['N'], help: 'previous open finding'},
	'next-match': {
		keys: [';'],
		help: 'next match of filter or search',
		hint: 'next match',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'previous-match': {
		keys: [','],
		help: 'previous match of filter or search',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane'},
	'first-pane': {keys: ['1'], help: 'focus findings'},
	'second-pane': {keys: ['2', 'enter'], help: 'focus detail'},
});

/** In the detail whichever pane is focused, unless only the list is visible. */
const scrollDetailBy =
	(steps: (page: number) => number): ReviewHandler =>
	state => {
		const layout = layoutOf(state);
		const isListAlone = layout.kind === 'single' && layout.shown === 'list';
		return only((isListAlone ? list.move : scrollDetail)(state, steps(layout.detail.height)));
	};

const turnList =
	(direction: 1 | -1): ReviewHandler =>
	state =>
		only(list.move(state, direction * Math.max(1, layoutOf(state).list.height - 1)));

const toOpen =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		const next = nextOpen(state, direction);
		if (!next) return only(notify(state, 'no open finding in the list'));
		if (next.at === state.cursor && !isUnread(state)) return only(notify(state, 'no other open finding in the list'));
		const moved = {...state, cursor: next.at};
		return only(next.note === null ? moved : notify(moved, next.note));
	};

/** To the next match that the detail does not show yet; a filter has more of them in the next finding. */
const toMatch =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		if (state.search !== '') return only(toFound(state, direction));
		const {cursor, scroll} = state;
		const line = nextMatch(matchedLines(state), scroll, shownDetail(state).height, direction);
		if (line !== undefined) return only({...state, scroll: topFor(line)});
		const next = moveCursor(state.list, cursor, direction);
		if (next !== cursor) return only({...state, cursor: next});
		const other = moveCursor(state.list, cursor, direction === 1 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
		return only(notify({...state, cursor: other}, wrapped));
	};

const toSide =
	(step: number): ReviewHandler =>
	state => {
		const many = selectionOf(state)?.sides.length ?? 1;
		return only({...state, side: (state.side + step + many) % many});
	};

export const moveCommands = {
	...listCommands(list),
	'scroll-down': scrollDetailBy(() => 1),
	'scroll-up': scrollDetailBy(() => -1),
	'half-down': scrollDetailBy(page => Math.ceil(page / 2)),
	'half-up': scrollDetailBy(page => -Math.ceil(page / 2)),
	'page-down': scrollDetailBy(page => page),
	'page-up': scrollDetailBy(page => -page),
	'list-page-down': turnList(1),
	'list-page-up': turnList(-1),
	'grow-list': state => only(withListResized(state, 1) ?? state),
	'shrink-list': state => only(withListResized(state, -1) ?? state),
	'next-open': toOpen(1),
	'previous-open': toOpen(-1),
	// Whichever pane is focused.
	'next-finding': state => only(list.move(state, 1)),
	'previous-finding': state => only(list.move(state, -1)),
	'next-match': toMatch(1),
	'previous-match': toMatch(-1),
	'next-side': toSide(1),
	'previous-side': toSide(-1),
} satisfies Record<string, ReviewHandler>;

/** A row of the list, and what there is to say about the way to it; null for nothing. */
type NextOpen = {at: number; note: string | null};

const leftAt = (row: Row | undefined): Left | null =>
	row?.kind === 'finding' && row.entry.verdict ? leftOf(row.entry.verdict) : null;

const wrapped = 'wrapped around the list';

/**
 * The next open finding: in the order of the list those to decide, then those in words, then those to decide again. Null if
 * there is none; the selected one if there is no other.
 */
function nextOpen(state: ReviewState, direction: 1 | -1): NextOpen | null {
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
function hasNextOpen(state: ReviewState): boolean {
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
