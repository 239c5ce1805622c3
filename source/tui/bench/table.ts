import {cut, pad, padStart} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {type Line, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {byWorth, type ColumnId, columns} from './columns.ts';
import {lookOf} from './looks.ts';
import type {Row} from './rows.ts';
import type {BenchState} from './state.ts';

/** For the cursor and the sign before the name. */
const before = 4;
const gapAt = (width: number) => (width >= 100 ? 2 : 1);

/** Cells that the name of a provider has at least. */
const leastName = (width: number) => (width >= 100 ? 26 : width >= 80 ? 19 : 14);

/** The columns that fit, in their order, and how many cells are left for the name. */
function fitting(width: number): {shown: ColumnId[]; name: number} {
	const [least, gap] = [leastName(width), gapAt(width)];
	let left = width - before - least - 1;
	const taken = new Set<ColumnId>();
	for (const id of byWorth) {
		const cells = columns[id].width + gap;
		if (cells > left) continue;
		left -= cells;
		taken.add(id);
	}
	const shown = (Object.keys(columns) as ColumnId[]).filter(id => taken.has(id));
	return {shown, name: least + left};
}

/** The titles of the columns; that by which the rows are sorted stands out. */
export function tableHead({sort}: Pick<BenchState, 'sort'>, width: number): Line {
	const {shown, name} = fitting(width);
	const gap = ' '.repeat(gapAt(width));
	const title = (text: string, isSorted: boolean) => span(text, isSorted ? 'accent' : 'strong');
	return [
		title(' '.repeat(before) + pad('provider', name, ''), sort === 'name'),
		...shown.map(id => title(gap + cellOf(id, columns[id].title), sort === id)),
	];
}

const cellOf = (id: ColumnId, text: string) => {
	const {align, width} = columns[id];
	return align === 'left' ? pad(text, width, '') : padStart(cut(text, width, ''), width);
};

export function tableLine(row: Row, isSelected: boolean, symbols: Symbols, width: number): Line {
	const head = span(isSelected ? '> ' : '  ', 'accent');
	const {shown, name} = fitting(width);
	const gap = ' '.repeat(gapAt(width));
	if (row.kind === 'provider') {
		const {symbol, tone} = lookOf(row.provider);
		const cells = shown.map((id): Span => {
			const {text, tone} = columns[id].cell(row.provider, symbols);
			return span(gap + cellOf(id, text), tone);
		});
		return [head, span(`${symbols[symbol]} `, tone), span(pad(safe(row.name), name, symbols.cut)), ...cells];
	}
	const room = Math.max(0, width - before - name - gap.length - 1);
	const words = row.kind === 'left-out' ? `left out: ${row.left.reason}` : checkedWords(row);
	const isOut = row.kind === 'left-out';
	return [
		head,
		span(`${isOut ? symbols.declined : symbols.idle} `, isOut ? 'warning' : 'plain'),
		span(pad(safe(row.name), name, symbols.cut)),
		span(gap),
		span(cut(safe(words), room, symbols.cut), isOut ? 'warning' : 'plain'),
	];
}

/** The last check while they are made; then what is to be known before the first request. */
function checkedWords({checks, isReady}: Extract<Row, {kind: 'expected'}>): string {
	if (!isReady) return `checking: ${checks.at(-1)?.detail ?? ''}`;
	const warning = checks.find(({status}) => status === 'warning');
	return warning ? `ready; ${warning.name}: ${warning.detail}` : 'ready';
}
