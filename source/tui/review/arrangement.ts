import type {Reason} from '../app/keymap.ts';
import {tooSmall, unbounded} from '../app/layout.ts';
import type {ListMoves} from '../app/list.ts';
import {type Arrangement, type PaneLayout, paneLayout} from '../app/panes.ts';
import {widthFor} from './list-columns.ts';
import {moveCursor} from './rows.ts';
import {findingOfSide, selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Above the detail, the list gets what its rows need, up to a bit less than half; beside it, what its columns need. */
const arrangement: Arrangement<ReviewState> = {
	topOf: (rows, state) => {
		const share = Math.floor(rows * 0.4) + state.listGrowth;
		return isStill(state) ? share : Math.min(share, state.list.rows.length);
	},
	side: {
		from: 100,
		leftOf: (columns, {list, listGrowth}) =>
			widthFor(list.needs, Math.floor(columns * 0.47)) + listGrowth * columnsPerStep,
	},
};

const columnsPerStep = 4;

export const layoutOf = (state: ReviewState): PaneLayout => paneLayout(state, arrangement);

/** Whether the list keeps its size, because its rows change with each letter or have not arrived. */
const isStill = ({dialog, list}: ReviewState) =>
	list.rows.length === 0 || (dialog?.kind === 'field' && dialog.purpose === 'filter');

/** The same with a list that is visibly larger, or smaller; null if that is not possible. */
export function withListResized(state: ReviewState, direction: 1 | -1): ReviewState | null {
	const {list} = layoutOf(state);
	for (let steps = 1; steps <= mostSteps; steps++) {
		const next = {...state, listGrowth: state.listGrowth + steps * direction};
		const {width, height} = layoutOf(next).list;
		if (width !== list.width || height !== list.height) return next;
	}
	return null;
}

/** A growth from another window can be beyond the bounds of this one. */
const mostSteps = 100;

export const canResize =
	(direction: 1 | -1): Reason<ReviewState> =>
	state => {
		const {kind, list} = layoutOf(state);
		if (kind === 'single') return 'only one pane is visible';
		if (withListResized(state, direction)) return null;
		if (direction < 0) return 'the list cannot be smaller';
		return kind === 'stacked' && list.height >= state.list.rows.length
			? 'all rows of the list are visible'
			: 'the detail cannot be smaller';
	};

/** The findings with their detail. */
export const list: ListMoves<ReviewState> = {
	layout: layoutOf,
	move: (state, steps) => ({...state, cursor: moveCursor(state.list, state.cursor, steps)}),
	select: (state, line) => {
		const cursor = state.listTop + line;
		return line >= 0 && state.list.rows[cursor]?.kind === 'finding' ? {...state, cursor} : state;
	},
};

/** The findings whose detail was on the screen or was read aloud, now with this one. */
export function withSeen(state: ReviewState, finding: string): ReviewState {
	return state.seen.has(finding) ? state : {...state, seen: new Set(state.seen).add(finding)};
}

/** Adds the selected finding, and that of the selected side, if the detail with what is planned is on the screen. */
export function lookAtDetail(state: ReviewState): ReviewState {
	const selection = selectionOf(state);
	if (!selection || !isDetailShown(state)) return state;
	return withSeen(withSeen(state, selection.finding.id), findingOfSide(selection).id);
}

function isDetailShown(state: ReviewState): boolean {
	const {size, dialog, planned} = state;
	if (planned === null || size === unbounded || tooSmall(size) !== null || dialog?.kind === 'page') return false;
	// A filter that is typed passes by many.
	if (dialog?.kind === 'field' && dialog.purpose === 'filter') return false;
	const layout = layoutOf(state);
	return layout.kind === 'single' ? layout.shown === 'detail' : layout.detail.height > 0;
}
