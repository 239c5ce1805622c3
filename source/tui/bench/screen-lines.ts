import {safe} from '../../text/safe.ts';
import {ends, filled, indent, placeOf, titledRule} from '../app/frame.ts';
import {hintsOf} from '../app/keymap.ts';
import {type Room, smallest} from '../app/layout.ts';
import {pageHints} from '../app/page.ts';
import {pagePane} from '../app/page-pane.ts';
import {type Hint, hintLine} from '../review/bars.ts';
import {cutLine, emptyLine, type Line, line, lineWidth, span, textOf} from '../text/line.ts';
import {gaugeLine} from '../widgets/gauges.ts';
import {sortings} from './columns.ts';
import {detailLines} from './detail.ts';
import {gaugesOf} from './gauges.ts';
import {keymap} from './keymap.ts';
import {type BenchLayout, benchLayout} from './layout.ts';
import {pageLines} from './pages.ts';
import {dialogRows} from './questions.ts';
import {cursorOf, type Row, rowsOf} from './rows.ts';
import type {BenchState, Dialog, Question} from './state.ts';
import {tableHead, tableLine} from './table.ts';
import {titleLine} from './title.ts';

/**
 * The rows of the live screen from its top: a row for each provider, and all about the one with the cursor below. None is
 * wider than the terminal, and there are no more than it has.
 * @param now milliseconds since the epoch
 */
export function benchLines(state: BenchState, now: number): readonly Line[] {
	const {size, dialog, focus, isZoomed, symbols} = state;
	const rows = rowsOf(state);
	const layout = benchLayout(size, rows.length + 1, focus, isZoomed, dialogRows(dialog));
	if (layout.kind === 'too-small') {
		return [
			cutLine(line(`terminal too small (${smallest.columns}x${smallest.rows} needed)`), size.columns, symbols.cut),
		];
	}
	const lines = [
		titleLine(state, now),
		...(dialog?.kind === 'page' ? page(state, dialog) : panes(state, rows, layout)),
		...(dialog?.kind === 'confirm' ? questionLines(state, dialog.question) : []),
		statusLine(state),
		hints(state),
	];
	return lines.map(each => cutLine(each, size.columns, symbols.cut));
}

function panes(state: BenchState, rows: readonly Row[], layout: Exclude<BenchLayout, {kind: 'too-small'}>): Line[] {
	const [table, detail] = [tablePane(state, rows, layout.list), detailPane(state, rows, layout.detail)];
	if (layout.kind === 'stacked') return [...table, ...detail];
	return layout.shown === 'list' ? table : detail;
}

/** Under a rule of its own, as each pane. */
function tablePane(state: BenchState, rows: readonly Row[], {width, height}: Room): Line[] {
	const {sort, isReversed, symbols, focus, top} = state;
	const note = `${sortings[sort].words}${isReversed ? ', the other way round' : ''}`;
	const cursor = cursorOf(rows, state);
	const shown = rows.slice(top, top + height - 1).map((row, index) => {
		const isSelected = top + index === cursor;
		const cells = tableLine(row, isSelected, symbols, width);
		return isSelected ? [span(textOf(cells), 'selected')] : cells;
	});
	const lines = rows.length === 0 ? [line('  the providers are being checked')] : shown;
	return [
		titledRule('providers', note, focus === 'list', width, symbols),
		tableHead(state, width),
		...filled(lines, height - 1),
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

function questionLines({size, symbols}: BenchState, {title, lines}: Question): Line[] {
	return [line(symbols.rule.repeat(size.columns), 'accent'), line(` ${title}`, 'strong'), ...lines, emptyLine];
}

function page(state: BenchState, dialog: Extract<Dialog, {kind: 'page'}>): Line[] {
	const title = dialog.page === 'help' ? 'keys' : 'about this benchmark';
	return pagePane(title, dialog, pageLines(state, dialog, state.size.columns - 2), state);
}

/** What happened at the left, the gauges at the right. */
function statusLine({notice, leftOut, stage, snapshot, size, symbols}: BenchState): Line {
	const left: Line = notice
		? [span(' '), span(safe(notice.text), notice.tone)]
		: leftOut.length > 0 && stage !== 'preparing'
			? line(` ${leftOut.length} left out (i)`, 'warning')
			: [];
	const room = Math.max(0, size.columns - Math.min(lineWidth(left), Math.floor(size.columns / 2)) - 3);
	const gauges = snapshot ? gaugeLine(gaugesOf(snapshot), room, symbols) : [];
	return ends(left, [...gauges, span(' ')], size.columns, symbols.cut);
}

const answers: readonly Hint[] = [
	{key: 'y', word: 'yes'},
	{key: 'n', word: 'no (Enter)'},
];
function hints(state: BenchState): Line {
	const {dialog, isPaused, size} = state;
	if (dialog?.kind === 'confirm') return hintLine(answers, size.columns);
	if (dialog) return hintLine(pageHints(dialog), size.columns);
	const shown = hintsOf(keymap, state).map(hint =>
		isPaused && hint.word === 'pause' ? {...hint, word: 'go on'} : hint,
	);
	return hintLine(shown, size.columns);
}
