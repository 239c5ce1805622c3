import {safe} from '../../text/safe.ts';
import {hintBar, noticeLine, statusBar, tooSmallLine} from '../app/bars.ts';
import {dialogRows, questionLines} from '../app/dialog.ts';
import {filled, indent, placeOf, titledRule} from '../app/frame.ts';
import type {Room} from '../app/layout.ts';
import {pagePane} from '../app/page-pane.ts';
import {cutLine, type Line, line} from '../text/line.ts';
import {sortings} from './columns.ts';
import {detailLines} from './detail.ts';
import {gaugesOf} from './gauges.ts';
import {keymap} from './keymap.ts';
import {benchLayout} from './layout.ts';
import {pageLines} from './pages.ts';
import {cursorOf, type Row, rowsOf} from './rows.ts';
import type {BenchDialog, BenchState} from './state.ts';
import {tableLines} from './table.ts';
import {titleLine} from './title.ts';

/**
 * The rows of the live screen from its top: a row for each provider, and all about the one with the cursor below. None is
 * wider than the terminal, and there are no more than it has.
 * @param now milliseconds since the epoch
 */
export function benchLines(state: BenchState, now: number): readonly Line[] {
	const {size, dialog, snapshot, symbols} = state;
	const small = tooSmallLine(state);
	if (small) return [small];
	const lines = [
		titleLine(state, now),
		...(dialog?.kind === 'page' ? page(state, dialog) : panes(state)),
		...questionLines(state),
		statusBar(statusLine(state), snapshot && gaugesOf(snapshot), state),
		hintBar(keymap, state),
	];
	return lines.map(each => cutLine(each, size.columns, symbols.cut));
}

function panes(state: BenchState): Line[] {
	const {size, focus, isZoomed} = state;
	const rows = rowsOf(state);
	const layout = benchLayout(size, rows.length + 1, focus, isZoomed, dialogRows(state));
	const [table, detail] = [tablePane(state, rows, layout.list), detailPane(state, rows, layout.detail)];
	if (layout.kind === 'stacked') return [...table, ...detail];
	return layout.shown === 'list' ? table : detail;
}

/** Under a rule of its own, as each pane. */
function tablePane(state: BenchState, rows: readonly Row[], {width, height}: Room): Line[] {
	const {sort, isReversed, symbols, focus, top} = state;
	const note = `${sortings[sort].words}${isReversed ? ', the other way round' : ''}`;
	const shown = rows.slice(top, top + height - 1);
	const {head, lines} = tableLines(state, shown, rows[cursorOf(rows, state)], width);
	return [
		titledRule('providers', note, focus === 'list', width, symbols),
		head,
		...filled(rows.length === 0 ? [line('  the providers are being checked')] : lines, height - 1),
	];
}

function detailPane(state: BenchState, rows: readonly Row[], {width, height}: Room): Line[] {
	const {scroll, focus, symbols} = state;
	const lines = detailLines(state, width - 2);
	const name = rows[cursorOf(rows, state)]?.name;
	return [
		titledRule(
			name === undefined ? 'detail' : safe(name),
			placeOf(lines, scroll, height),
			focus === 'detail',
			width,
			symbols,
		),
		...filled(lines.slice(scroll, scroll + height).map(indent), height),
	];
}

function page(state: BenchState, dialog: Extract<BenchDialog, {kind: 'page'}>): Line[] {
	const title = dialog.page === 'help' ? 'keys' : 'about this benchmark';
	return pagePane(title, dialog, pageLines(state, dialog, state.size.columns - 2), state);
}

function statusLine({notice, leftOut, stage}: BenchState): Line {
	if (notice) return noticeLine(notice);
	return leftOut.length > 0 && stage !== 'preparing' ? line(` ${leftOut.length} left out (i)`, 'warning') : [];
}
