import {outcomes} from '../../run/report/outcome.ts';
import {widestOf, widthOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {clamp} from '../app/layout.ts';
import {type ColumnNeeds, type FindingRow, type Grouping, threadNotes} from './rows.ts';

/** The most that is useful. */
const widestPlace = 32;
const widestReviewer = 20;

/** Cells that a list of these findings needs. What its groups have in common is no column. */
export function needsOf(rows: readonly FindingRow[], grouping: Grouping): ColumnNeeds {
	const widest = (most: number, cells: (row: FindingRow) => number) =>
		Math.min(
			most,
			rows.reduce((known, row) => Math.max(known, cells(row)), 0),
		);
	return {
		word: grouping === 'outcome' ? 0 : widestOf(outcomes),
		severity: Number(grouping !== 'severity' && rows.some(({entry}) => entry.finding.severity !== null)),
		place: widest(widestPlace, row => widthOf(placeShown(row, grouping))),
		reviewer: grouping === 'reviewer' ? 0 : widest(widestReviewer, ({reviewer}) => widthOf(reviewer)),
		title: widest(Number.POSITIVE_INFINITY, row => row.titleCells + notesCells(row)),
	};
}

/** Cells of the notes on a thread with the gap before them. */
function notesCells(row: FindingRow): number {
	const notes = threadNotes(row).join(', ');
	return notes === '' ? 0 : notes.length + 2;
}

/** Where a finding is, as short as its group permits: its lines, or its file and first line. */
export function placeShown({entry: {path, finding}, place}: FindingRow, grouping: Grouping): string {
	const {lines} = finding;
	if (grouping === 'file') return lines ? `:${place}` : '';
	return path === null ? '-' : `${safe(path.slice(path.lastIndexOf('/') + 1))}${lines ? `:${lines.start}` : ''}`;
}

/** Cells that a title should have before the reviewer is shown, and before the outcome is shown as a word, too. */
const titleFirst = {reviewer: 20, word: 30};

/** The cells of each column in a list of this width, 0 for one that is not shown; the title gets the rest. */
export function columnsOf(needs: ColumnNeeds, width: number): ColumnNeeds {
	const {severity} = needs;
	const place = Math.min(needs.place, Math.max(16, Math.floor(width / 4)));
	let title = width - signCells - withGap(severity) - withGap(place);
	const ifRoom = (cells: number, least: number) => {
		if (title - withGap(cells) < Math.min(least, needs.title)) return 0;
		title -= withGap(cells);
		return cells;
	};
	const reviewer = ifRoom(Math.min(needs.reviewer, width < 80 ? 11 : widestReviewer), titleFirst.reviewer);
	const word = ifRoom(needs.word, titleFirst.word);
	const spare = clamp(title - needs.title, 0, needs.place - place);
	return {severity, place: place + spare, reviewer, word, title: Math.max(0, title - spare)};
}

/** The cursor, the decision and the outcome. */
const signCells = 4;

const withGap = (cells: number) => (cells > 0 ? cells + 2 : 0);

/** The width in which everything is visible, if that is not more than `most`. */
export const widthFor = (needs: ColumnNeeds, most: number): number =>
	clamp(most - columnsOf(needs, most).title + needs.title, leastWidth, most);

/** For the rule above the list. */
const leastWidth = 50;
