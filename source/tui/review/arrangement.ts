import type {Reason} from '../app/keymap.ts';
import {type Arrangement, paneLayout} from '../app/panes.ts';
import {widthFor} from './list-columns.ts';
import type {ReviewState} from './state.ts';

/** In a stacked window the list gets a bit less than half; beside the detail, what its columns need. */
export const arrangement: Arrangement<ReviewState> = {
	sideFrom: 100,
	topOf: (rows, {listGrowth}) => Math.floor(rows * 0.4) + listGrowth,
	leftOf: (columns, {list, listGrowth}) =>
		widthFor(list.needs, Math.floor(columns * 0.47)) + listGrowth * columnsPerStep,
};

const columnsPerStep = 4;

/** The same with a list that is visibly larger, or smaller; null if that is not possible. */
export function withListResized(state: ReviewState, direction: 1 | -1): ReviewState | null {
	const {list} = paneLayout(state, arrangement);
	for (let steps = 1; steps <= mostSteps; steps++) {
		const next = {...state, listGrowth: state.listGrowth + steps * direction};
		const {width, height} = paneLayout(next, arrangement).list;
		if (width !== list.width || height !== list.height) return next;
	}
	return null;
}

/** A growth from another window can be beyond the bounds of this one. */
const mostSteps = 100;

export const canResize =
	(direction: 1 | -1): Reason<ReviewState> =>
	state => {
		if (paneLayout(state, arrangement).kind === 'single') return 'only one pane is visible';
		return withListResized(state, direction) ? null : `the ${direction > 0 ? 'detail' : 'list'} cannot be smaller`;
	};
