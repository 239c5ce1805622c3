import type {FoldLine} from '../text/folds.ts';
import {shownDetail} from './detail.ts';
import type {ReviewState} from './state.ts';

/** The first closed fold from the top of the window on, else the first of all. */
export function foldToOpen(state: ReviewState): FoldLine | null {
	const closed = shownDetail(state).folds.filter(({isOpen}) => !isOpen);
	return closed.find(({at}) => at >= state.scroll) ?? closed[0] ?? null;
}

/** The last open fold that begins above the end of the window, else the first of all. */
export function foldToClose(state: ReviewState): FoldLine | null {
	const {folds, height} = shownDetail(state);
	const open = folds.filter(({isOpen}) => isOpen);
	return open.findLast(({at}) => at < state.scroll + height) ?? open[0] ?? null;
}
