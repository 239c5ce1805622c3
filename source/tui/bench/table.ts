import {namesOf} from '../../system/by-name.ts';
import {placeCells, type TableLayout} from '../../text/table.ts';
import {fitLine, type Line, type Span, span, textOf} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {type ColumnId, columns, type SortKey} from './columns.ts';
import {providerLook} from './looks.ts';
import type {Row} from './rows.ts';
import type {BenchState} from './state.ts';

/** Cells for the cursor and the sign before the name. */
const before = 4;

/** Minimum cells of a provider's name. */
const leastName = (width: number) => (width >= 120 ? 33 : width >= 100 ? 26 : width >= 80 ? 19 : 14);

const ids = namesOf(columns);

const layoutFor = (width: number): TableLayout & {gap: number} => ({
	room: width - before - 1,
	widths: [leastName(width), ...ids.map(id => columns[id].width)],
	wide: 0,
	align: ['left', ...ids.map(id => columns[id].align)],
	rank: [0, ...ids.map((id, index) => (id === 'bar' ? ids.length : index))],
	gap: width >= 100 ? 2 : 1,
});

/** Whether the rows can be sorted by this: a column that is visible at this width, or no column. */
export function isSortable(sort: SortKey, width: number): boolean {
	const index = ids.indexOf(sort as ColumnId);
	const empty = ['', ...ids.map(() => '')];
	return index < 0 || placeCells([empty], layoutFor(width)).columns.includes(index + 1);
}

/** The column titles, with the sorted one highlighted, and the rows. */
export function resultLines(
	{sort, symbols}: Pick<BenchState, 'sort' | 'symbols'>,
	rows: readonly Row[],
	selected: Row | undefined,
	width: number,
): Line[] {
	const title = (text: string, isSorted: boolean) => span(text, isSorted ? 'accent' : 'strong');
	const titles = [title('provider', sort === 'name'), ...ids.map(id => title(columns[id].title, sort === id))];
	const cells = [titles, ...rows.map(row => rowSpans(row, symbols))];
	const layout = layoutFor(width);
	const placed = placeCells(
		cells.map(row => row.map(({text}) => text)),
		{...layout, mark: symbols.cut},
	);
	return placed.rows.map((texts, at): Line => {
		const shown = texts.flatMap((text, index) => [
			...(index === 0 ? [] : [span(' '.repeat(layout.gap))]),
			span(text, cells[at]![placed.columns[index]!]!.tone),
		]);
		const row = rows[at - 1];
		if (!row) return [span(' '.repeat(before)), ...shown];
		const {symbol, tone} = signOf(row);
		const isSelected = row === selected;
		const line = [span(isSelected ? '> ' : '  ', 'accent'), span(`${symbols[symbol]} `, tone), ...shown];
		return isSelected ? [span(textOf(fitLine(line, width - 1, symbols.cut)), 'selected')] : line;
	});
}

function signOf(row: Row): ReturnType<typeof providerLook> {
	if (row.kind === 'provider') return providerLook(row.provider);
	return row.kind === 'left-out' ? {symbol: 'declined', tone: 'warning'} : {symbol: 'idle', tone: 'plain'};
}

function rowSpans(row: Row, symbols: Symbols): Span[] {
	const name = span(row.name);
	if (row.kind === 'provider') return [name, ...ids.map(id => columns[id].cell(row.provider, symbols))];
	const words = row.kind === 'left-out' ? span(`skipped: ${row.left.reason}`, 'warning') : span(checkedWords(row));
	// From the progress on; these rows have no bar.
	return [name, ...ids.slice(0, ids.indexOf('progress')).map(() => span('')), words];
}

/** The latest check while checking; then the first warning, if any. */
function checkedWords({checks, isReady}: Extract<Row, {kind: 'expected'}>): string {
	if (!isReady) return `checking: ${checks.at(-1)?.detail ?? ''}`;
	const warning = checks.find(({status}) => status === 'warning');
	return warning ? `ready; ${warning.name}: ${warning.detail}` : 'ready';
}
