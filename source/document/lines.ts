import {cut, widestOf, widthOf} from '../text/cells.ts';
import {shownIn} from '../text/safe.ts';
import {placeCells} from '../text/table.ts';
import {indentBelow, type Piece, wrap, wrapPieces} from '../text/wrap.ts';
import {
	type Block,
	blank,
	columnsFor,
	type Document,
	indented,
	type LabeledRow,
	type Reader,
	type Rows,
	type Table,
	type TableRow,
	type Tone,
	type ToneLine,
	wordsOf,
} from './document.ts';

/**
 * The face of screens: lines in their tones.
 * @param room width of a line in cells; infinite for a pipe or a file, which gets everything
 */
export const linesOf = (document: Document, room: number): ToneLine[] =>
	document.flatMap(block => linesOfBlock(block, room));

function linesOfBlock(block: Block, room: number): ToneLine[] {
	switch (block.kind) {
		case 'heading':
			return wrap(block.text, room).map(text => [{text, tone: 'strong'}]);
		case 'paragraph': {
			const {text, command, tone = 'plain', indent = 0} = block;
			const whole = command === undefined ? text : `${text} ${command}`;
			const by = indentBelow(indent, room);
			return indented(
				wrap(whole, room - by).map(text => [{text, tone}]),
				by,
			);
		}
		case 'rows':
			return labeledLines(block, room);
		case 'table':
			return tableLines(block, room);
		case 'diff':
			return block.text.split('\n').map(text => [diffLine(text, room)]);
		case 'gap':
			return [[]];
	}
}

/** A line of a diff is cut where it does not fit. */
function diffLine(text: string, room: number): Piece<Tone> {
	const tone = text.startsWith('-') ? 'bad' : text.startsWith('+') ? 'good' : 'quiet';
	return {text: cut(shownIn(room, text.replaceAll('\t', '    ')), room), tone};
}

function labeledLines({rows, widths, indent = 0}: Rows, room: number): ToneLine[] {
	const labels = rows.map(row => row.labels.map(label => shownIn(room, wordsOf(label).text)));
	const columns = widths ?? (labels[0] ?? []).map((_, column) => widestOf(labels.map(row => row[column] ?? '')));
	return rows.flatMap((row, index) => indented(labeledRow(row, labels[index] ?? [], columns, room - indent), indent));
}

/** Between two columns. */
const gap = 2;

/** Texts beside the labels, or below them if too little room is left. */
function labeledRow(row: LabeledRow, labels: readonly string[], widths: readonly number[], room: number): ToneLine[] {
	let left = room;
	const head = labels.flatMap((label, column) => {
		const text = cut(label, left);
		const after = Math.max(0, (widths[column] ?? 0) - widthOf(text)) + gap;
		left -= widthOf(text) + after;
		return [{text, tone: wordsOf(row.labels[column] ?? '').tone ?? 'plain'}, blank(after)];
	});
	const width = head.reduce((sum, {text}) => sum + widthOf(text), 0);
	const indent = indentBelow(width, room);
	const texts = row.texts.filter(Boolean).flatMap(text => wrap(text, room - indent));
	const lines = texts.map((text): ToneLine => [{text, tone: 'plain'}]);
	if (indent !== width || lines.length === 0) return [head.slice(0, -1), ...indented(lines, indent)];
	return [[...head, ...(lines[0] ?? [])], ...indented(lines.slice(1), indent)];
}

function tableLines(table: Table, room: number): ToneLine[] {
	const {columns, rows, titledFor, indent = 0} = table;
	const reader = room === Number.POSITIVE_INFINITY ? 'pipe' : 'screen';
	const used = columnsFor(table, reader).filter(column => reader === 'pipe' || !isEmpty(column, rows));
	const titles =
		titledFor.includes(reader) && rows.length > 0 ? [used.map(column => columns[column]?.title ?? '')] : [];
	const cells = rows.map(row => textsOf(row, used, reader));
	const firstWidth = widestOf([...titles, ...cells].map(([first = '']) => shownIn(room, first)));
	const belowAt = table.belowAt ?? indentBelow(indent + firstWidth + gap, room);
	// The last cell of a shorter row extends below the columns after it, and goes on below.
	const open = cells.map(texts =>
		texts.length < used.length ? wrap(texts.at(-1) ?? '', Math.max(1, room - belowAt)) : [],
	);
	const all = [...titles, ...cells.map((texts, row) => (open[row]?.[0] ? texts.with(-1, open[row][0]) : texts))];
	const widths = narrowed(table, used, all, room - indent);
	if (widths === null) return rows.flatMap((row, index) => inSentences(row, index, used, room));
	const placed = placeCells(all, {
		align: used.map(column => columns[column]?.align ?? 'left'),
		rank: used.map(column => columns[column]?.rank ?? 0),
		room: room - indent,
		gap,
		...(widths && {widths}),
	});
	const toneOf = (row: TableRow | undefined, place: number): Tone =>
		row ? (wordsOf(row.cells[used[placed.columns[place] ?? 0] ?? 0] ?? '').tone ?? 'plain') : 'strong';
	const lineOf = (texts: readonly string[], row?: TableRow): ToneLine =>
		texts.flatMap((text, place) => [...(place > 0 ? [blank(gap)] : []), {text, tone: toneOf(row, place)}]);
	const [head, body] = [placed.rows.slice(0, titles.length), placed.rows.slice(titles.length)];
	return [
		...indented(
			head.map(texts => lineOf(texts)),
			indent,
		),
		...rows.flatMap((row, index) => {
			const tone = wordsOf(row.cells.at(-1) ?? '').tone ?? 'plain';
			const rest = (open[index] ?? []).slice(1).map((text): ToneLine => [{text, tone}]);
			return [
				...groupLines(row, index, room),
				...indented([lineOf(body[index] ?? [], row)], indent),
				...indented([...rest, ...linesOf(row.below ?? [], room - belowAt)], belowAt),
			];
		}),
	];
}

const textsOf = ({cells}: TableRow, used: readonly number[], reader: Reader): string[] =>
	used
		.filter(column => column < cells.length)
		.map(column => {
			const {text, full = text} = wordsOf(cells[column] ?? '');
			return reader === 'pipe' ? full : text;
		});

const isEmpty = (column: number, rows: readonly TableRow[]) =>
	rows.every(({cells}) => wordsOf(cells[column] ?? '').text === '');

/** Titles of groups have a blank line between them and the rows before. */
function groupLines({group}: TableRow, index: number, room: number): ToneLine[] {
	if (group === undefined) return [];
	const title: Piece<Tone> = {text: cut(shownIn(room, group), room), tone: 'strong'};
	return index === 0 ? [[title]] : [[], [title]];
}

/** The widths of the columns if one of them gives way to all others: null if that leaves too little of it. */
function narrowed(
	{columns}: Table,
	used: readonly number[],
	all: string[][],
	room: number,
): number[] | undefined | null {
	const main = used.findIndex(column => columns[column]?.least !== undefined);
	if (main < 0 || room === Number.POSITIVE_INFINITY) return undefined;
	const widths = used.map((_, place) => widestOf(all.map(row => shownIn(room, row[place] ?? ''))));
	const wanted = widths[main] ?? 0;
	const others = widths.reduce((sum, width) => sum + width + gap, -gap) - wanted;
	const width = Math.min(wanted, room - others);
	return width < Math.min(wanted, columns[used[main] ?? 0]?.least ?? 0) ? null : widths.with(main, width);
}

/** The first two cells, and all others as a sentence below. */
function inSentences(row: TableRow, index: number, used: readonly number[], room: number): ToneLine[] {
	const {cells, below = []} = row;
	const [name, title, ...facts] = used.map(column => wordsOf(cells[column] ?? ''));
	const head = [name, title].flatMap((words, index): Piece<Tone>[] => {
		const {text = '', tone = 'plain'} = words ?? {};
		return [{text: shownIn(room, index === 0 ? text : `  ${text}`), tone}];
	});
	const [first = [], ...rest] = wrapPieces(head, {first: room, next: room - 2});
	const phrases = facts.map(({text, phrase = text}) => phrase).filter(Boolean);
	const all = wrap(phrases.join(', '), room - 2).map((text): ToneLine => [{text, tone: 'plain'}]);
	return [...groupLines(row, index, room), first, ...indented([...rest, ...all, ...linesOf(below, room - 2)], 2)];
}
