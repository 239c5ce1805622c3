import {newestFirst} from '../run/inbox/inbox-report.ts';
import type {InboxState} from '../run/inbox/inbox-state.ts';
import type {InboxRow} from '../run/inbox/row.ts';
import {busyWords, stateWord, threadWords, workCounts, workWords} from '../run/inbox/row-words.ts';
import {widestOf} from '../text/cells.ts';
import {age} from '../text/figures.ts';
import {shownIn} from '../text/safe.ts';
import {sentences} from '../text/sentences.ts';
import {textTable} from '../text/table.ts';
import type {Layout} from './terminal.ts';

const titleColumn = 1;

/** The columns of a terminal; in a narrow one, those with the highest rank are dropped first. */
const columns = [
	{head: 'pull request', rank: 0},
	{head: 'title', rank: 1},
	{head: 'findings', rank: 0},
	{head: 'threads', rank: 3},
	{head: 'checks', rank: 2},
	{head: 'reviewers', rank: 4},
	{head: 'updated', rank: 5},
];

/** A title that is cut keeps this width. */
const leastTitle = 16;

/**
 * A row for each pull request. A terminal gets a header and ages, and no column without a value; a pipe the full values.
 * @param now in milliseconds since the epoch
 */
export function formatInbox({rows}: InboxState, {paint, room}: Layout, now: number): string {
	if (rows.length === 0) return '';
	const shown = newestFirst(rows);
	if (room === Number.POSITIVE_INFINITY) return `${textTable(shown.map(fullCells)).join('\n')}\n`;
	const cells = shown.map(row => shortCells(row, now));
	const used = columns.flatMap((column, index) => (cells.some(row => row[index] !== '') ? {...column, index} : []));
	const table = [columns.map(({head}) => head), ...cells].map(row => used.map(({index}) => row[index]!));
	const widths = used.map((_, column) => widestOf(table.map(row => shownIn(room, row[column]!))));
	const others = widths.reduce((sum, width) => sum + width + 2, -2) - widths[titleColumn]!;
	widths[titleColumn] = Math.min(widths[titleColumn]!, Math.max(leastTitle, room - others));
	const lines = textTable(table, {
		...{room, widths, rank: used.map(({rank}) => rank)},
		paint: (text, row, column) => (row === 0 || column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}

const nameOfRow = ({listed: {owner, name, number}}: InboxRow) => `${owner}/${name}#${number}`;

function shortCells(row: InboxRow, now: number): string[] {
	const {listed, read} = row;
	const note = stateWord(row);
	const title = note === '' ? listed.title : `${note}: ${listed.title}`;
	const updated = age(now - Date.parse(listed.updatedAt));
	return [nameOfRow(row), title, findingsOf(row), threadWords(row), read?.checks ?? '', busyWords(row), updated];
}

function fullCells(row: InboxRow): string[] {
	const {listed, read} = row;
	const busy = read?.reviewers.filter(({state}) => state !== 'done') ?? [];
	return [
		nameOfRow(row),
		stateWord(row) || 'open',
		listed.title,
		listed.author ?? '',
		findingsOf(row),
		read ? `${read.threads.open} of ${read.threads.all} threads open` : '',
		read ? `checks ${read.checks ?? 'none'}` : '',
		busy.map(({login, state}) => `${login} ${state}`).join(', '),
		listed.updatedAt,
	];
}

function findingsOf({summary, failure}: InboxRow): string {
	if (failure || !summary) return 'failed';
	const counts = workCounts(summary).map(({outcome, number}) => workWords(outcome, number));
	return counts.join(', ') || 'nothing to do';
}

/** What could not be read, in sentences. */
export const formatInboxTroubles = ({rows, incomplete}: InboxState): string[] => [
	...rows.flatMap(row => {
		const {failure, read} = row;
		const troubles = [...(failure ? [sentences(failure.message, failure.remedy)] : []), ...(read?.incomplete ?? [])];
		return troubles.map(text => `${nameOfRow(row)}: ${text}`);
	}),
	...incomplete,
];
