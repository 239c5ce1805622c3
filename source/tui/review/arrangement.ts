import type {Arrangement} from '../app/panes.ts';
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
