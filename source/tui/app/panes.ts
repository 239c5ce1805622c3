import type {AnyDialog} from './dialog.ts';
import {clamp} from './layout.ts';
import {dialogRows} from './question.ts';
import {frameRows} from './said-rows.ts';
import {type AppState, only, type Step} from './state.ts';

export type Pane = 'list' | 'detail';

/** Cells of a pane without its border. */
export type Room = {width: number; height: number};

/** State of an app with a list and the detail of its selected row. */
export type PanesState = {
	focus: Pane;
	isZoomed: boolean;
};

/** Panes side by side, stacked, or one at a time. */
export type PaneLayout = {list: Room; detail: Room} & ({kind: 'side' | 'stacked'} | {kind: 'single'; shown: Pane});

export type Arrangement<State = unknown> = {
	/** Rows of the list above the detail, out of those that both share. */
	topOf: (rows: number, state: State) => number;
	/** Where the panes can be side by side: from how many columns, and how many of all the list has. */
	side?: {from: number; leftOf: (columns: number, state: State) => number};
	/** Rows between the panes and the status, out of `rowsToShare`; none by default. */
	belowOf?: (state: State) => number;
};

/** The least room for a pane that shares the window. */
const leastPane = {columns: 30, rows: 2};

/** Rows for the panes and what is below them. */
export const rowsToShare = (state: AppState<AnyDialog>): number =>
	Math.max(1, state.size.rows - frameRows(state) - dialogRows(state));

export function paneLayout<State extends AppState<AnyDialog> & PanesState>(
	state: State,
	{topOf, side, belowOf}: Arrangement<State>,
): PaneLayout {
	const {columns} = state.size;
	const height = Math.max(1, rowsToShare(state) - (belowOf?.(state) ?? 0));
	if (columns < 60 || state.isZoomed) {
		const room = {width: columns, height};
		return {kind: 'single', shown: state.focus, list: room, detail: room};
	}
	if (!side || columns < side.from) {
		const shared = height - 1;
		const top = clamp(topOf(shared, state), Math.min(leastPane.rows, shared), shared - leastPane.rows);
		return {
			kind: 'stacked',
			list: {width: columns, height: top},
			detail: {width: columns, height: Math.max(0, shared - top)},
		};
	}
	const width = clamp(side.leftOf(columns, state), leastPane.columns, columns - leastPane.columns - 1);
	return {kind: 'side', list: {width, height}, detail: {width: columns - width - 1, height}};
}

const focusOn =
	(pane: Pane) =>
	<State extends PanesState>(state: State) =>
		only<State>({...state, focus: pane});

/** Restores a maximized pane, or else returns to the list. @param last what is done if neither is possible */
export const goBack =
	<State extends PanesState>(last: (state: State) => State) =>
	(state: State): Step<State, never> => {
		if (state.isZoomed) return only({...state, isZoomed: false});
		return only(state.focus === 'detail' ? {...state, focus: 'list'} : last(state));
	};

/** Commands of every app with panes. */
export const paneCommands = {
	'next-pane': <State extends PanesState>(state: State) => focusOn(state.focus === 'list' ? 'detail' : 'list')(state),
	'first-pane': focusOn('list'),
	'second-pane': focusOn('detail'),
	zoom: <State extends PanesState>(state: State) => only<State>({...state, isZoomed: !state.isZoomed}),
};
