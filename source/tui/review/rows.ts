import type {PublishedThread} from '../../delivery/publish/published.ts';
import {type Finding, severityRank} from '../../review/finding.ts';
import {type Listed, linesOf, notOnFile, repliesTo, reviewerOf, wordOf} from '../../run/filter/listed.ts';
import {forGoodTitle} from '../../run/report/finding-table.ts';
import {outcomes} from '../../run/report/outcome.ts';
import {widthOf} from '../../text/cells.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {toldNotes} from './delivery/view.ts';

export const groupings = ['file', 'severity', 'reviewer', 'outcome'] as const;
export type Grouping = (typeof groupings)[number];

export type ListEntry = Listed & {
	/** What this review wrote to its thread; null if nothing was to be written. */
	told: PublishedThread | null;
};

export type GroupRow = {kind: 'group'; title: string; count: number};

export type Row =
	| GroupRow
	| {
			kind: 'finding';
			id: string;
			entry: ListEntry;
			/** Its lines, as `8` or `8-9`; `-` if it has none. */
			place: string;
			reviewer: string;
			title: string;
			titleCells: number;
			replies: number;
	  };

export type FindingRow = Extract<Row, {kind: 'finding'}>;

/** Cells that each column needs, 0 if there is nothing to show in it. */
export type ColumnNeeds = {word: number; severity: number; place: number; reviewer: number; title: number};

export type List = {
	rows: readonly Row[];
	/** All findings with a row of their own by id, the most severe first, whether the list shows them or not. */
	all: ReadonlyMap<string, FindingRow>;
	shown: number;
	/** Findings that pass the filter, but ask for nothing and are not shown. */
	hidden: number;
	/** Cells that the columns need, whatever the filter hides. */
	needs: ColumnNeeds;
};

const noNeeds: ColumnNeeds = {word: 0, severity: 0, place: 0, reviewer: 0, title: 0};

export const noList: List = {rows: [], all: new Map(), shown: 0, hidden: 0, needs: noNeeds};

/** The rows of the list: groups in the order of the grouping, and in each the findings in their order. */
export function listRows(shown: readonly FindingRow[], grouping: Grouping): Row[] {
	const keys = new Map<string, Key>();
	const groups = Map.groupBy(shown, row => {
		const key = rowKey(row, grouping);
		const known = keys.get(key.title) ?? key;
		keys.set(key.title, known);
		return known;
	});
	return [...groups]
		.sort(([a], [b]) => a.order - b.order || compare(a.title, b.title))
		.flatMap(([{title}, members]): Row[] => [{kind: 'group', title, count: members.length}, ...members]);
}

type Key = {title: string; order: number};
function rowKey({entry: {finding, verdict, path}, reviewer}: FindingRow, grouping: Grouping): Key {
	if (verdict?.memory) return {title: forGoodTitle, order: Number.MAX_SAFE_INTEGER};
	return {
		file: () => ({title: path === null ? notOnFile : safe(path), order: Number(path === null)}),
		severity: () => ({
			title: finding.severity ?? 'not stated',
			order: finding.severity ? -severityRank(finding.severity) : 1,
		}),
		reviewer: () => ({title: reviewer, order: 0}),
		outcome: () => ({title: wordOf(verdict), order: verdict ? outcomes.indexOf(verdict.outcome) : -1}),
	}[grouping]();
}

export function rowOf(entry: ListEntry): FindingRow {
	const {finding} = entry;
	const title = safeWords(finding.title);
	return {
		kind: 'finding',
		id: finding.id,
		entry,
		place: linesOf(finding.lines),
		reviewer: reviewerOf(finding),
		title,
		titleCells: widthOf(title),
		replies: repliesTo(entry).length,
	};
}

export const findingsIn = (rows: readonly Row[]): FindingRow[] => rows.filter(row => row.kind === 'finding');

/** What GitHub shows of a thread besides its comments. */
export const threadStates = (thread: Finding['thread']): ('resolved' | 'outdated')[] => [
	...(thread?.isResolved ? (['resolved'] as const) : []),
	...(thread?.isOutdated ? (['outdated'] as const) : []),
];

/** The state of its thread and the number of replies, in words. */
export const threadNotes = ({entry: {finding, told}, replies}: FindingRow): string[] => [
	...threadStates(finding.thread),
	...toldNotes(told).map(({words}) => words),
	...(replies > 0 ? [count(replies, 'reply', 'replies')] : []),
];

/** The most severe first, then in the order of files and lines. */
export function byWeight({entry: a}: FindingRow, {entry: b}: FindingRow): number {
	return (
		severityRank(b.finding.severity) - severityRank(a.finding.severity) ||
		compare(a.path ?? '', b.path ?? '') ||
		(a.finding.lines?.start ?? 0) - (b.finding.lines?.start ?? 0)
	);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Index of a finding; of the first one if it is not in the list, -1 if there is none. */
export function cursorOn({rows}: List, id: string | null): number {
	const found = rows.findIndex(row => row.kind === 'finding' && row.id === id);
	return found === -1 ? rows.findIndex(({kind}) => kind === 'finding') : found;
}

/** The finding `steps` further down (up if negative), or the last one on the way. */
export function moveCursor({rows}: List, cursor: number, steps: number): number {
	const direction = Math.sign(steps);
	let at = cursor;
	for (let left = Math.abs(steps), next = cursor + direction; left > 0; next += direction) {
		const row = rows[next];
		if (!row) break;
		if (row.kind === 'group') continue;
		at = next;
		left--;
	}
	return at;
}
