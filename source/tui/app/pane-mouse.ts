import type {MouseInput} from '../mouse.ts';
import type {Pane, PaneLayout, PanesState} from './panes.ts';
import {only} from './state.ts';
import type {Step} from './store.ts';
import {linesPerTurn} from './update.ts';

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

/** What the mouse can do in an app with panes. Steps are rows of the list, or lines of the detail. */
export type Pointed<State> = {
	layout: (state: State) => PaneLayout;
	/** Selects what is at a line of the list, if it can be selected. */
	select: (state: State, line: number) => State;
	move: (state: State, steps: number) => State;
	scroll: (state: State, steps: number) => State;
};

/**
 * A click selects a row and focuses a pane; the wheel scrolls the pane under the pointer, whichever is focused. Null while a
 * dialog is open.
 */
export const pointAtPanes =
	<State extends PanesState & {dialog: unknown}>({layout, select, move, scroll}: Pointed<State>) =>
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
		return only(pane === 'list' ? move(state, direction) : scroll(state, direction * linesPerTurn));
	};
