import type {MouseInput} from '../mouse.ts';
import type {Line} from '../text/line.ts';
import type {AnyDialog} from './dialog.ts';
import {clamp, scrollTo, tooSmall} from './layout.ts';
import {type Arrangement, type Pane, type PaneLayout, type PanesState, paneCommands, paneLayout} from './panes.ts';
import {type AppState, only, type Step} from './state.ts';
import {linesPerTurn} from './update.ts';

/** State of a list with the detail of its selected row; `scroll`: the first visible line of the detail. */
export type ListState<Dialog extends AnyDialog = AnyDialog> = AppState<Dialog> & PanesState & {scroll: number};

/** What moves through a list and its detail. Steps are rows of the list, or lines of the detail. */
export type ListMoves<State> = {
	layout: (state: State) => PaneLayout;
	/** Selects the row so many below. */
	move: (state: State, steps: number) => State;
	/** Selects what is at a line of the list, if it can be selected. */
	select: (state: State, line: number) => State;
};

export const scrollDetail = <State extends ListState>(state: State, steps: number): State => ({
	...state,
	scroll: Math.max(0, state.scroll + steps),
});

/** Moves in the list, or scrolls the detail, whichever is focused. */
const moveInFocus =
	<State extends ListState>({move}: Pick<ListMoves<State>, 'move'>, steps: (state: State) => number) =>
	(state: State): Step<State, never> =>
		only((state.focus === 'detail' ? scrollDetail : move)(state, steps(state)));

/** Commands of every list. */
export const listCommands = <State extends ListState>(list: Pick<ListMoves<State>, 'move'>) => ({
	...paneCommands,
	down: moveInFocus(list, () => 1),
	up: moveInFocus(list, () => -1),
	top: moveInFocus(list, () => Number.MIN_SAFE_INTEGER),
	bottom: moveInFocus(list, () => Number.MAX_SAFE_INTEGER),
});

/** Those of a list with more rows than a page, which moves by half of one. */
export const longListCommands = <State extends ListState>(
	list: Pick<ListMoves<State>, 'move'> & {visible: (state: State) => number},
) => {
	const half = (state: State) => Math.max(1, Math.floor(list.visible(state) / 2));
	return {
		...listCommands(list),
		'scroll-down': (state: State) => only(scrollDetail(state, 1)),
		'scroll-up': (state: State) => only(scrollDetail(state, -1)),
		'page-down': moveInFocus(list, half),
		'page-up': moveInFocus(list, state => -half(state)),
	};
};

/** The first row of the panes, below the title of the window. */
const firstRow = 1;

/** The pane at a cell and its line there; -1 is the title. Null beside the panes. */
function paneAt(layout: PaneLayout, {column, row}: Pick<MouseInput, 'column' | 'row'>) {
	const {list, detail} = layout;
	const at = (pane: Pane, line: number) => (line >= -1 && line < layout[pane].height ? {pane, line} : null);
	const line = row - firstRow - 1;
	if (layout.kind === 'single') return at(layout.shown, line);
	if (layout.kind === 'stacked') return at('list', line) ?? at('detail', line - list.height - 1);
	if (column < list.width) return at('list', line);
	return column > list.width && column <= list.width + detail.width ? at('detail', line) : null;
}

/**
 * A click selects a row and focuses a pane; the wheel scrolls the pane under the pointer, whichever is focused. Null while a
 * dialog is open.
 */
export const pointAtList =
	<State extends ListState>({layout, select, move}: ListMoves<State>) =>
	(state: State, mouse: MouseInput): Step<State, never> | null => {
		if (state.dialog !== null) return null;
		const met = paneAt(layout(state), mouse);
		if (met === null) return only(state);
		const {pane, line} = met;
		if (mouse.kind === 'click') {
			const focused = {...state, focus: pane};
			return only(pane === 'list' ? select(focused, line) : focused);
		}
		const direction = mouse.kind === 'wheel-down' ? 1 : -1;
		return only(pane === 'list' ? move(state, direction) : scrollDetail(state, direction * linesPerTurn));
	};

/** A list whose rows are kept apart by a text, such as an id. */
export type KeyedListState<Dialog extends AnyDialog = AnyDialog> = ListState<Dialog> & {
	/** Key of the selected row; null until one was selected. */
	selected: string | null;
	/** The first visible row. */
	top: number;
};

export const initialList = {selected: null, top: 0, scroll: 0, focus: 'list', isZoomed: false} as const;

/** Index of the selected row; the first one if it is not there, and -1 without rows. */
export const indexOfSelected = <Row>(rows: readonly Row[], isSelected: (row: Row) => boolean): number =>
	rows.length === 0 ? -1 : Math.max(0, rows.findIndex(isSelected));

/** The list and the detail have the whole width, so they are never side by side. */
export type KeyedList<State, Row> = Omit<Arrangement<State>, 'side'> & {
	rows: (state: State) => readonly Row[];
	keyOf: (row: Row) => string;
	/** Index of the selected row; -1 without rows. */
	cursorIn: (rows: readonly Row[], state: State) => number;
	/** Lines above the rows, and lines of each. @param width of the list in cells */
	linesIn: (width: number) => {head: number; row: number};
	/** Lines of the detail. @param width in cells. @param now milliseconds since the epoch */
	detailLines: (state: State, width: number, now: number) => readonly Line[];
};

/** Such a list, with `settle`, which keeps the cursor and the scroll visible after each step. */
export function keyedList<State extends KeyedListState, Row>(list: KeyedList<State, Row>) {
	const {rows, keyOf, cursorIn, linesIn, detailLines} = list;
	const layout = (state: State) => paneLayout(state, list);
	/** Rows that are visible at once. */
	const visible = (state: State): number => {
		const {width, height} = layout(state).list;
		const {head, row} = linesIn(width);
		return Math.max(1, Math.floor((height - head) / row));
	};
	const selectAt = (state: State, index: number): State => {
		const row = rows(state)[index];
		return row === undefined ? state : {...state, selected: keyOf(row)};
	};
	const selectedKey = (state: State): string | null => {
		const all = rows(state);
		const row = all[cursorIn(all, state)];
		return row === undefined ? null : keyOf(row);
	};
	const moves: ListMoves<State> = {
		layout,
		move: (state, steps) => {
			const all = rows(state);
			return selectAt(state, clamp(cursorIn(all, state) + steps, 0, all.length - 1));
		},
		select: (state, line) => {
			const {head, row} = linesIn(layout(state).list.width);
			return line < head ? state : selectAt(state, state.top + Math.floor((line - head) / row));
		},
	};
	return {
		...moves,
		detailLines,
		visible,
		/** Another row is shown from its first line. */
		settle: (state: State, before: State): State => {
			if (state === before || tooSmall(state.size)) return state;
			const all = rows(state);
			const {width, height} = layout(state).detail;
			const most = detailLines(state, width - 2, 0).length - height;
			const scroll = selectedKey(state) === selectedKey(before) ? state.scroll : 0;
			return {
				...state,
				top: scrollTo(Math.max(0, cursorIn(all, state)), state.top, visible(state), all.length),
				scroll: clamp(scroll, 0, most),
			};
		},
	};
}

/**
 * The next index that is wanted: from a cursor to the end, then from the other end back to the cursor, which comes last. Null
 * if none is.
 */
export function nextAround(
	cursor: number,
	length: number,
	direction: 1 | -1,
	isWanted: (at: number) => boolean,
): {at: number; isRound: boolean} | null {
	for (let steps = 1; steps <= length; steps++) {
		const at = (((cursor + steps * direction) % length) + length) % length;
		if (isWanted(at)) return {at, isRound: direction === 1 ? at < cursor : at > cursor};
	}
	return null;
}
