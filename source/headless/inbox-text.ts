import {lastUpdatedFirst} from '../run/inbox/inbox-report.ts';
import type {InboxState} from '../run/inbox/inbox-state.ts';
import {type InboxRow, phaseOf, type RowPhase} from '../run/inbox/row.ts';
import {
	busyWords,
	nameOfRow,
	stateWord,
	threadWords,
	troublesOf,
	workCounts,
	workWords,
} from '../run/inbox/row-words.ts';
import {widestOf} from '../text/cells.ts';
import {age} from '../text/figures.ts';
import {shownIn} from '../text/safe.ts';
import {textTable} from '../text/table.ts';
import {wrap, wrapPieces} from '../text/wrap.ts';
import type {Layout} from './terminal.ts';

const columnHeads = ['pull request', 'title', 'findings', 'threads', 'checks', 'reviewers', 'updated'];
const titleColumn = columnHeads.indexOf('title');

/** A table is wide enough if it has this room for titles. */
const leastTitleWidth = 24;

/**
 * A row for each pull request. A terminal gets a header and ages, and no column without a value; a narrow one the same in
 * lines. A pipe gets the full values.
 * @param now in milliseconds since the epoch
 */
export function formatInbox({rows}: InboxState, {paint, room}: Layout, now: number): string {
	if (rows.length === 0) return '';
	const shown = lastUpdatedFirst(rows);
	if (room === Number.POSITIVE_INFINITY) return `${textTable(shown.map(fullCells)).join('\n')}\n`;
	const cells = shown.map(row => shortCells(row, now));
	const used = columnHeads.flatMap((_, column) => (cells.some(row => row[column] !== '') ? [column] : []));
	const table = [columnHeads, ...cells].map(row => used.map(column => row[column]!));
	const widths = used.map((_, column) => widestOf(table.map(row => shownIn(room, row[column]!))));
	const others = widths.reduce((sum, width) => sum + width + 2, -2) - widths[titleColumn]!;
	const title = Math.min(widths[titleColumn]!, room - others);
	if (title < Math.min(widths[titleColumn]!, leastTitleWidth)) {
		return shown.map(row => rowInLines(row, {paint, room}, now)).join('');
	}
	widths[titleColumn] = title;
	const lines = textTable(table, {
		...{room, widths},
		paint: (text, row, column) => (row === 0 || column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}

/** Name, title and all else, indented below the name. */
function rowInLines(row: InboxRow, {paint, room}: Layout, now: number): string {
	const [name = '', title = '', findings = '', threads, checks, reviewers, updated] = shortCells(row, now);
	const facts = [
		findings,
		threads && `threads: ${threads}`,
		checks && `checks ${checks}`,
		reviewers && `reviewers: ${reviewers}`,
		`updated ${updated} ago`,
	];
	const next = room - 2;
	const head = [
		{text: shownIn(room, name), tone: 'bold'},
		{text: shownIn(room, `  ${title}`), tone: null},
	] as const;
	const lines = [
		...wrapPieces(head, {first: room, next}).map(line =>
			line.map(({text, tone}) => (tone ? paint(tone, text) : text)).join(''),
		),
		...wrap(facts.filter(Boolean).join(', '), next),
	];
	return lines.map((line, index) => (index === 0 ? `${line}\n` : `  ${line}\n`)).join('');
}

function shortCells(row: InboxRow, now: number): string[] {
	const {listed, read} = row;
	const note = stateWord(row);
	const title = note === '' ? listed.title : `${note}: ${listed.title}`;
	const updated = age(now - Date.parse(listed.updatedAt));
	return [nameOfRow(row), title, findingWords(row), threadWords(row), read?.checks ?? '', busyWords(row), updated];
}

function fullCells(row: InboxRow): string[] {
	const {listed, read} = row;
	const busy = read?.reviewers.filter(({state}) => state !== 'done') ?? [];
	return [
		nameOfRow(row),
		stateWord(row) || 'open',
		listed.title,
		listed.author ?? '',
		findingWords(row),
		read ? `${read.threads.open} of ${read.threads.all} threads open` : '',
		read ? `checks ${read.checks ?? 'none'}` : '',
		busy.map(({login, state}) => `${login} ${state}`).join(', '),
		listed.updatedAt,
	];
}

function findingWords(row: InboxRow): string {
	const {summary} = row;
	if (!summary) return phaseWords[phaseOf(row)];
	const counts = workCounts(summary).map(({outcome, number}) => workWords(outcome, number));
	return counts.join(', ') || 'nothing to do';
}

/** What is shown instead of findings that are not known. */
const phaseWords = {
	failed: 'failed',
	found: 'not read',
	read: 'not analyzed',
	analyzed: '',
} as const satisfies Record<RowPhase, string>;

/** What could not be read, in sentences. */
export const formatInboxTroubles = ({rows, incomplete}: InboxState): string[] => [
	...troublesOf(rows).map(({names, text}) => `${names}: ${text}`),
	...incomplete.map(String),
];
