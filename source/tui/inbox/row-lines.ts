import {type InboxRow, lastKnownRow} from '../../run/inbox/row.ts';
import {busyWords, nameOfRow, stateWord, threadWords} from '../../run/inbox/row-words.ts';
import {cutStart, pad, padEnd, padStart, widestOf, widthOf} from '../../text/cells.ts';
import {age} from '../../text/figures.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {endsLine} from '../app/frame.ts';
import {fitLine, type Line, line, span, textOf} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {checkLooks, workLine} from './words.ts';

/** Cells from which a pull request has one line, with columns that leave room for its title. */
const columnsFrom = 150;

/** Lines of a pull request in a list of this width. */
export const linesPerRow = (width: number): 1 | 2 => (width >= columnsFrom ? 1 : 2);

/** Lines above the rows: the titles of the columns. */
export const headRows = (width: number): 0 | 1 => (width >= columnsFrom ? 1 : 0);

type Place = {width: number; symbols: Symbols; now: number};

/** The lines of some rows; all of them have the same columns, which do not depend on what is read later. */
export function rowLines(
	rows: readonly InboxRow[],
	selected: InboxRow | null,
	all: readonly InboxRow[],
	at: Place,
): Line[] {
	const {width, symbols} = at;
	const make = linesPerRow(width) === 1 ? columnLines(columnsOf(all, width), at) : (row: InboxRow) => twoLines(row, at);
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
	const facts = row.failure ? [] : width >= 60 ? alignedFacts(shown, symbols) : factSpans(shown, symbols);
	const left = room - 2 - facts.reduce((sum, {text}) => sum + widthOf(text), 0);
	return [
		endsLine(title, time, room, symbols.cut),
		endsLine([span('  '), ...workLine(row, left, symbols)], facts, room, symbols.cut),
	];
}

const lookOfChecks = ({read}: InboxRow) => (read?.checks ? checkLooks[read.checks] : null);

/** What is beside the work, in columns that are the same in all rows. */
function alignedFacts(row: InboxRow, symbols: Symbols): Line {
	const look = lookOfChecks(row);
	return [
		span(`  ${padStart(threadWords(row), 8)}`),
		span(`  ${padStart(busyWords(row), 6)}`, 'accent'),
		span(`  ${padEnd(look ? `${symbols[look.symbol]} checks` : '', 8)}`, look?.tone),
	];
}

/** The same where there is no room for columns. */
function factSpans(row: InboxRow, symbols: Symbols): Line {
	const look = lookOfChecks(row);
	return [
		...[threadWords(row)].filter(Boolean).map(text => span(`  ${text}`)),
		...[busyWords(row)].filter(Boolean).map(text => span(`  ${text}`, 'accent')),
		...(look ? [span(`  ${symbols[look.symbol]}`, look.tone)] : []),
	];
}

/** Cells of each column. */
type Widths = {
	name: number;
	title: number;
	work: number;
	threads: number;
	busy: number;
	checks: number;
	updated: number;
};

const gap = 2;

function columnsOf(rows: readonly InboxRow[], width: number): Widths {
	const name = Math.min(widestOf(rows.map(row => safe(nameOfRow(row)))), Math.floor(width / 5));
	const fixed = {work: 44, threads: 7, busy: 9, checks: 9, updated: 7};
	const rest = Object.values(fixed).reduce((sum, cells) => sum + cells + gap, name + gap + 3);
	return {name, title: Math.max(10, width - rest), ...fixed};
}

function columnLines(widths: Widths, {symbols, now}: Place): (row: InboxRow) => Line[] {
	const gaps = span(' '.repeat(gap));
	return row => {
		const shown = lastKnownRow(row);
		const note = stateWord(shown);
		const room = widths.title - (note === '' ? 0 : note.length + 2);
		const look = lookOfChecks(shown);
		return [
			[
				span(padEnd(cutStart(safe(nameOfRow(row)), widths.name, symbols.fromLeft), widths.name), 'strong'),
				gaps,
				span(pad(safeWords(row.listed.title), room, symbols.cut)),
				...(note === '' ? [] : [span(`  ${note}`, 'accent')]),
				gaps,
				...fitLine(workLine(row, widths.work, symbols), widths.work, symbols.cut),
				gaps,
				span(padStart(threadWords(shown), widths.threads)),
				gaps,
				span(padStart(busyWords(shown), widths.busy), 'accent'),
				gaps,
				span(pad(look ? `${symbols[look.symbol]} ${shown.read?.checks}` : '', widths.checks), look?.tone),
				gaps,
				span(padStart(updatedAgo(row, now), widths.updated)),
			],
		];
	};
}

/** The titles of the columns. */
export function headLine(all: readonly InboxRow[], width: number): Line {
	const widths = columnsOf(all, width);
	const cells = [
		pad('pull request', widths.name),
		pad('title', widths.title),
		pad('findings', widths.work),
		padStart('threads', widths.threads),
		padStart('reviewers', widths.busy),
		pad('checks', widths.checks),
		padStart('updated', widths.updated),
	];
	return line(`  ${cells.join(' '.repeat(gap))}`, 'strong');
}
