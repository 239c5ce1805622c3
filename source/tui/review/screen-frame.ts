import {statusBar, tooSmallLine} from '../app/bars.ts';
import {filled} from '../app/frame.ts';
import {hintLine} from '../app/hints.ts';
import {pageHeight} from '../app/page.ts';
import {pagePane, paneLayout, textPane} from '../app/panes.ts';
import {questionLines} from '../app/question.ts';
import {withField} from '../app/with-field.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';
import {type Line, line, span} from '../text/line.ts';
import {markMatches} from '../text/marks.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {arrangement} from './arrangement.ts';
import {statusLine, titleBar} from './bars.ts';
import {detailLines} from './detail.ts';
import {detailPatterns} from './detail-patterns.ts';
import {fieldNote} from './field-note.ts';
import {listPane} from './list-pane.ts';
import {isSeeking, reviewHints, seekingLines} from './locating-pull-request.ts';
import {pageLines, pageTitle} from './pages.ts';
import type {ReviewState} from './state.ts';

/** The whole screen, never wider or taller than the terminal. */
export function reviewFrame(state: ReviewState, gauges: Gauges | null): ScreenFrame {
	const small = tooSmallLine(state);
	if (small) return {rows: [small], cursor: null};
	const {dialog} = state;
	return withField(
		[titleBar(state), ...bodyLines(state), ...questionLines(state)],
		dialog?.kind === 'field' ? {...dialog, note: fieldNote(state), isSecret: false} : null,
		[statusBar(statusLine(state), gauges, state), hintLine(reviewHints(state))],
		state,
	);
}

/** A page or the panes. Panes side by side share rows, so that each row is drawn once. */
function bodyLines(state: ReviewState): Line[] {
	const {dialog, size, symbols, scroll, focus} = state;
	if (dialog?.kind === 'page') {
		return pagePane(pageTitle(state, dialog), dialog, pageLines(state, dialog, size.columns - 2), state);
	}
	if (isSeeking(state)) return [line(' '), ...filled(seekingLines(state), pageHeight(size))];
	const layout = paneLayout(state, arrangement);
	const list = listPane(state, layout.list);
	const all = detailLines(state, layout.detail.width - 1);
	const patterns = detailPatterns(state);
	const end = scroll + layout.detail.height;
	const lines =
		patterns.length === 0
			? all
			: [...all.slice(0, scroll), ...markMatches(all.slice(scroll, end), patterns), ...all.slice(end)];
	const isFocused = focus === 'detail';
	const detail = textPane({title: 'detail', lines, top: scroll, isFocused}, layout.detail, symbols);
	if (layout.kind === 'stacked') return [...list, ...detail];
	if (layout.kind === 'single') return layout.shown === 'list' ? list : detail;
	return list.map((left, row) => [...left, span(row === 0 ? symbols.tee : symbols.wall), ...(detail[row] ?? [])]);
}
