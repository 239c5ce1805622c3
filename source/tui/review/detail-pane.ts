import {indent, placeOf, titledRule} from '../app/frame.ts';
import type {Room} from '../app/layout.ts';
import {cutLine, type Line} from '../text/line.ts';
import {detailLines} from './detail.ts';
import type {ReviewState} from './state.ts';

/** As much of the finding under the cursor as fits. */
export function detailPane(state: ReviewState, {width, height}: Room): Line[] {
	const {scroll, symbols} = state;
	return detailLines(state, width - 1)
		.slice(scroll, scroll + height)
		.map(shown => cutLine(indent(shown), width, symbols.cut));
}

export function detailRule(state: ReviewState, {width, height}: Room): Line {
	const {scroll, focus, symbols} = state;
	const place = placeOf(detailLines(state, width - 1), scroll, height);
	return titledRule('detail', place, focus === 'detail', width, symbols);
}
