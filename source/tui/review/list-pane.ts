import type {Severity} from '../../review/finding.ts';
import {wordOf} from '../../run/filter/listed.ts';
import {asksForNothing, isByModel} from '../../run/filter/subject.ts';
import {cutStart, pad, padEnd, padStart} from '../../text/cells.ts';
import {count} from '../../text/sentences.ts';
import {keyTo} from '../app/keymap.ts';
import {scrollTo} from '../app/layout.ts';
import type {Room} from '../app/panes.ts';
import {fitLine, type Line, line, span, type Tone, textOf} from '../text/line.ts';
import {markMatches} from '../text/marks.ts';
import type {Symbols} from '../theme.ts';
import {lookOf} from '../widgets/looks.ts';
import {toldNotes} from './delivery/view.ts';
import {filterPatterns} from './filter-prompt.ts';
import {columnsOf, placeShown} from './list-columns.ts';
import {rowsInRange} from './range.ts';
import {type FindingRow, findingsIn, type GroupRow, type Row, threadNotes, threadStates} from './rows.ts';
import {decisionsOn} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The visible findings, each line in exactly `width` cells. */
export function findingLines(state: ReviewState, {width, height}: Room): Line[] {
	const {cursor, listTop, symbols} = state;
	const patterns = filterPatterns(state);
	const range = new Set(rowsInRange(state));
	const rows = visibleRows(state, height).map((row, index) =>
		row.kind === 'group'
			? groupLine(row, width, symbols)
			: rowLine(row, listTop + index === cursor || range.has(row), width, state),
	);
	return (rows.length > 0 ? rows : [line(` ${whyEmpty(state)}`)]).flatMap((each, index) => {
		const fitting = fitLine(each, width, symbols.cut);
		const isSelected = listTop + index === cursor;
		return markMatches([isSelected ? [span(textOf(fitting), 'selected')] : fitting], patterns);
	});
}

/** The place of the cursor, the grouping, and how many findings are hidden. */
export function findingsNote(state: ReviewState): string {
	const {list, cursor, grouping} = state;
	const {rows, shown, hidden} = list;
	const at = findingsIn(rows.slice(0, cursor + 1)).length;
	const inRange = rowsInRange(state).length;
	if (inRange > 0) return `${inRange} of ${shown} selected`;
	const rest = hidden > 0 ? `, ${hidden} hidden (${keyTo(state, 'toggle-idle')})` : '';
	return `${at}/${shown} by ${grouping}${rest}`;
}

function whyEmpty(state: ReviewState): string {
	const {stage, filter, list} = state;
	if (stage === 'failed') return `nothing was read; press ${keyTo(state, 'reload')} to retry`;
	if (stage === 'loading') return 'reading...';
	if (list.hidden > 0) {
		return `${count(list.hidden, 'hidden finding')}; press ${keyTo(state, 'toggle-idle')} to show`;
	}
	return filter === '' ? 'no findings' : 'no finding matches the filter';
}

function groupLine({title, count: many}: GroupRow, width: number, {fromLeft}: Symbols): Line {
	const number = `${many}`;
	const room = width - number.length - 3;
	const end = cutStart(title, room, fromLeft);
	const folder = end === title ? -1 : end.indexOf('/');
	const shown = folder === -1 ? end : `${fromLeft}${end.slice(folder)}`;
	return [span(` ${padEnd(shown, room)}`, 'strong'), span(` ${number} `, 'quiet')];
}

export const severityLooks: Readonly<Record<Severity, {letter: string; tone: Tone}>> = {
	critical: {letter: 'C', tone: 'bad'},
	major: {letter: 'M', tone: 'warning'},
	minor: {letter: 'm', tone: 'plain'},
	trivial: {letter: 't', tone: 'quiet'},
};

const noSeverity = {letter: ' ', tone: 'plain'} as const;

function rowLine(row: FindingRow, isSelected: boolean, width: number, state: ReviewState): Line {
	const {symbols, list, grouping, index} = state;
	const {verdict, finding} = row.entry;
	const {symbol, tone} = lookOf(verdict, isByModel(index.judged.get(row.id)?.rulings ?? []));
	const columns = columnsOf(list.needs, width);
	const isForGood = verdict?.memory !== undefined;
	const plain = isForGood || asksForNothing(row.entry) ? 'quiet' : 'plain';
	const column = (cells: number, text: string, look: Tone = plain) => (cells > 0 ? [span(`${text}  `, look)] : []);
	const {letter, tone: weight} = finding.severity ? severityLooks[finding.severity] : noSeverity;
	const place = cutStart(placeShown(row, grouping), columns.place, symbols.fromLeft);
	const notes = notesIn(row, columns.title, symbols);
	const room = columns.title - notes.length;
	return [
		span(`${isSelected ? '>' : ' '}${decisionsOn(row.id, state).length > 0 ? symbols.mine : ' '}`, 'accent'),
		span(`${symbols[symbol]} `, tone),
		...column(columns.word, padEnd(wordOf(verdict), columns.word), tone),
		...column(columns.severity, letter, weight),
		...column(columns.place, grouping === 'file' ? padStart(place, columns.place) : padEnd(place, columns.place)),
		...column(columns.reviewer, pad(row.reviewer, columns.reviewer, symbols.cut)),
		span(pad(row.title, room, symbols.cut), plain),
		span(notes, 'quiet'),
	];
}

/** Cells that a title should have before notes are words. */
const titleBeforeNotes = 48;

/** The notes on a thread after a title: in words if the title leaves room for them, else as letters and a number. */
function notesIn(row: FindingRow, room: number, symbols: Symbols): string {
	const signs = toldNotes(row.entry.told)
		.map(({sign}) => symbols[sign])
		.join('');
	const words = `${signs === '' ? '' : `${signs} `}${threadNotes(row).join(', ')}`;
	if (words === '') return '';
	if (room - words.length - 2 >= Math.min(row.titleCells, titleBeforeNotes)) return `  ${words}`;
	const letters = threadStates(row.entry.finding.thread).map(state => state.charAt(0));
	return ` ${letters.join('')}${signs}${row.replies > 0 ? `(${row.replies})` : ''}`;
}

/** The first visible row. A finding there is covered by the heading of its group, so the cursor is never on it. */
export function listTopOf({list: {rows}, cursor, listTop}: ReviewState, height: number): number {
	const top = scrollTo(cursor, listTop, height, rows.length);
	if (!hasHeading(height) || top === 0) return top;
	if (top === cursor) return top - 1;
	// The heading of a group would be above the next one, without a row.
	return rows[top]?.kind === 'finding' && rows[top + 1]?.kind === 'group' ? top + 1 : top;
}

/** The visible rows. The heading of the first one's group stays at the top while its rows scroll. */
function visibleRows({list: {rows}, listTop}: ReviewState, height: number): Row[] {
	const visible = rows.slice(listTop, listTop + height);
	if (!hasHeading(height)) return visible;
	let at = listTop;
	while (rows[at]?.kind === 'finding') at--;
	return rows.slice(at, at + 1).concat(visible.slice(1));
}

/** In one line, the cursor needs the room. */
const hasHeading = (height: number) => height > 1;
