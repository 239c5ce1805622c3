import {hintBar, statusBar, tooSmallLine} from '../app/bars.ts';
import {dialogRows, questionLines} from '../app/dialog.ts';
import {filled} from '../app/frame.ts';
import {type Layout, layoutOf} from '../app/layout.ts';
import {pagePane} from '../app/page-pane.ts';
import {emptyLine, fitLine, type Line, span} from '../text/line.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {statusLine, titleBar} from './bars.ts';
import {detailPane, detailRule} from './detail-pane.ts';
import {keymap} from './keymap.ts';
import {listLines, listRule} from './list-pane.ts';
import {pageLines} from './pages.ts';
import type {ReviewDialog, ReviewState} from './state.ts';

/** The rows of the screen from its top; between the two stands a text field, where one is open. */
export type ReviewLines = {above: readonly Line[]; below: readonly Line[]};

/** The whole screen; every row of it is ours, so that nothing can be wider or taller than the terminal. */
export function reviewLines(state: ReviewState, gauges: Gauges | null): ReviewLines {
	const {size, dialog, focus, isZoomed} = state;
	const small = tooSmallLine(state);
	if (small) return {above: [small], below: []};
	const body =
		dialog?.kind === 'page' ? page(state, dialog) : panes(state, layoutOf(size, focus, isZoomed, dialogRows(state)));
	return {
		above: [titleBar(state), ...body, ...questionLines(state)],
		below: [statusBar(statusLine(state), gauges, state), hintBar(keymap, state)],
	};
}

/** Beside each other, the panes share their rows: the terminal is told of a row once. */
function panes(state: ReviewState, layout: Layout): Line[] {
	const {list, detail} = layout;
	if (layout.kind === 'side') {
		const {tee, wall, cut} = state.symbols;
		const [left, right] = [listLines(state, list), detailPane(state, detail)];
		const blank = fitLine(emptyLine, list.width, cut);
		return [
			[...listRule(state, list.width), span(tee), ...detailRule(state, detail)],
			...Array.from({length: list.height}, (_, row) => [
				...(left[row] ?? blank),
				span(wall),
				...(right[row] ?? emptyLine),
			]),
		];
	}
	const above = [listRule(state, list.width), ...filled(listLines(state, list), list.height)];
	const below = [detailRule(state, detail), ...filled(detailPane(state, detail), detail.height)];
	if (layout.kind === 'stacked') return [...above, ...below];
	return layout.shown === 'list' ? above : below;
}

function page(state: ReviewState, dialog: Extract<ReviewDialog, {kind: 'page'}>): Line[] {
	const title = dialog.page === 'help' ? 'keys' : 'about this run';
	return pagePane(title, dialog, pageLines(state, dialog, state.size.columns - 2), state);
}
