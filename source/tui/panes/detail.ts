import type {Room} from '../layout.ts';
import {detailLines} from '../review/detail.ts';
import type {ReviewState} from '../review/state.ts';
import {cutLine, type Line, span} from '../text/line.ts';
import {titledRule} from './frame.ts';

/** The line behind a blank. */
export const indent = (shown: Line): Line => (shown.length === 0 ? shown : [span(' '), ...shown]);

/** As much of the finding under the cursor as fits. */
export function detailPane(state: ReviewState, {width, height}: Room): Line[] {
	const {scroll, symbols} = state;
	return detailLines(state, width - 1)
		.slice(scroll, scroll + height)
		.map(shown => cutLine(indent(shown), width, symbols.cut));
}

export function detailRule(state: ReviewState, {width, height}: Room): Line {
	const {scroll, focus, symbols} = state;
	const {length} = detailLines(state, width - 1);
	const place = length > height ? `${scroll + 1}-${Math.min(length, scroll + height)} of ${length}` : '';
	return titledRule('detail', place, focus === 'detail', width, symbols);
}
