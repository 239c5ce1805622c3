import {
	busyWords,
	type InboxRow,
	lastKnownRow,
	nameOfRow,
	openThreads,
	stateWord,
	threadWords,
} from '../../run/inbox/row.ts';
import {cutStart, pad, padEnd, padStart, widestOf, widthOf} from '../../text/cells.ts';
import {age} from '../../text/figures.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {endsLine} from '../app/frame.ts';
import {fitLine, type Line, line, lineWidth, span, textOf} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {checkLooks, workLine} from './words.ts';

/** Cells from which a pull request has one line, with columns that leave room for its title. */
const columnsFrom = 150;

/** Lines above the rows, the titles of the columns, and lines of a pull request, in a list of this width. */
export const linesOfList = (width: number) => (width >= columnsFrom ? {head: 1, row: 1} : {head: 0, row: 2});

type Place = {width: number; symbols: Symbols; now: number};

/** The lines of some rows; all of them have the same columns, which do not depend on what is read later. */
export function rowLines(
	rows: readonly InboxRow[],
	selected: InboxRow | null,
	all: readonly InboxRow[],
	at: Place,
): Line[] {
	const {width, symbols} = at;
	const columns = columnsOf(all, at);
	const make = (row: InboxRow): readonly Line[] =>
		width >= columnsFrom ? [columnLine(columns, ({cell}) => cell(row), at)] : twoLines(row, at);
	return rows.flatMap(row =>
		make(row).map((each, index): Line => {
			const isSelected = row === selected;
			const whole: Line = [span(isSelected && index === 0 ? '> ' : '  ', 'accent'), ...each];
			return isSelected ? [span(textOf(fitLine(whole, width, symbols.cut)), 'selected')] : whole;
		}),
	);
}

const updatedAgo = ({listed}: InboxRow, now: number) => age(now - Date.parse(listed.updatedAt));

/** Name, title and age; below them what is to do, and how the pull request stands. */
function twoLines(row: InboxRow, {width, symbols, now}: Place): Line[] {
	const room = width - 3;
	const shown = lastKnownRow(row);
	const note = stateWord(shown);
	const name = safe(nameOfRow(row));
	const title = [
		span(cutStart(name, Math.max(20, room - 20), symbols.fromLeft), 'strong'),
		span(`  ${safeWords(row.listed.title)}`),
	];
	const time = [...(note === '' ? [] : [span(`  ${note}`, 'accent')]), span(`  ${updatedAgo(row, now)}`)];
	// Why it could not be read needs the line.
	const facts = row.failure ? [] : factSpans(shown, symbols, width >= 60);
	const left = room - 2 - facts.reduce((sum, {text}) => sum + widthOf(text), 0);
	return [
		endsLine(title, time, room, symbols.cut),
		endsLine([span('  '), ...workLine(row, left, symbols)], facts, room, symbols.cut),
	];
}

const lookOfChecks = ({read}: InboxRow) => (read?.checks ? checkLooks[read.checks] : null);

/** Open threads, where no title of a column says so. */
const threadsOf = (row: InboxRow) => (openThreads(row) > 0 ? count(openThreads(row), 'thread') : '');

/** What is beside the work, in columns that are the same in all rows if there is room for them. */
function factSpans(row: InboxRow, symbols: Symbols, isAligned: boolean): Line {
	const look = lookOfChecks(row);
	const sign = look ? symbols[look.symbol] : '';
	const [threads, busy] = [threadsOf(row), busyWords(row)];
	const cells = isAligned
		? [padStart(threads, 10), padStart(busy, 6), padEnd(look ? `${sign} checks` : '', 8)]
		: [threads, busy, sign];
	const tones = ['plain', 'accent', look?.tone] as const;
	return cells.flatMap((text, index) => (text === '' ? [] : [span(`  ${text}`, tones[index])]));
}

const gap = span('  ');

type RowColumn = {title: string; width: number; isRight?: true; cell: (row: InboxRow) => Line};

/** The columns of a wide list, which do not depend on what is read later. */
function columnsOf(rows: readonly InboxRow[], {width, symbols, now}: Place): RowColumn[] {
	const name = Math.min(widestOf(rows.map(row => safe(nameOfRow(row)))), Math.floor(width / 5));
	const nameOf = (row: InboxRow) => line(cutStart(safe(nameOfRow(row)), name, symbols.fromLeft), 'strong');
	const checksOf = (row: InboxRow) => {
		const look = lookOfChecks(row);
		return line(look ? `${symbols[look.symbol]} ${row.read?.checks}` : '', look?.tone);
	};
	const fixed: RowColumn[] = [
		{title: 'findings', width: 44, cell: row => workLine(row, 44, symbols)},
		{isRight: true, title: 'threads', width: 7, cell: row => line(threadWords(lastKnownRow(row)))},
		{isRight: true, title: 'reviewers', width: 9, cell: row => line(busyWords(lastKnownRow(row)), 'accent')},
		{title: 'checks', width: 9, cell: row => checksOf(lastKnownRow(row))},
		{isRight: true, title: 'updated', width: 7, cell: row => line(updatedAgo(row, now))},
	];
	const title = width - fixed.reduce((sum, column) => sum + column.width + 2, name + 5);
	return [
		{title: 'pull request', width: name, cell: nameOf},
		{title: 'title', width: Math.max(10, title), cell: row => titleLine(row, Math.max(10, title), symbols)},
		...fixed,
	];
}

/** The title of a pull request, with its state at the end. */
function titleLine(row: InboxRow, width: number, {cut}: Symbols): Line {
	const note = stateWord(lastKnownRow(row));
	const room = width - (note === '' ? 0 : note.length + 2);
	return [span(pad(safeWords(row.listed.title), room, cut)), ...(note === '' ? [] : [span(`  ${note}`, 'accent')])];
}

const columnLine = (columns: readonly RowColumn[], cellOf: (column: RowColumn) => Line, {symbols}: Place): Line =>
	columns.flatMap((column, index) => {
		const {width, isRight} = column;
		const cell = cellOf(column);
		const blanks = span(' '.repeat(Math.max(0, width - lineWidth(cell))));
		return [...(index === 0 ? [] : [gap]), ...(isRight ? [blanks, ...cell] : fitLine(cell, width, symbols.cut))];
	});

/** The titles of the columns. */
export const headLine = (all: readonly InboxRow[], at: Place): Line =>
	line(`  ${textOf(columnLine(columnsOf(all, at), ({title}) => line(title), at))}`, 'strong');
