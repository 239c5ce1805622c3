import {isThreadReply} from '../../review/conversations.ts';
import {type Finding, type Severity, severityRank} from '../../review/finding.ts';
import {reviewerName} from '../../review/reviewer.ts';
import {outcomes, type Verdict} from '../../run/outcome.ts';
import {widthOf} from '../../text/cells.ts';
import {count} from '../../text/count.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {wordOf} from './outcome-look.ts';

export const groupings = ['file', 'severity', 'reviewer', 'outcome'] as const;
export type Grouping = (typeof groupings)[number];

/** A finding with its verdict, which is null before the plan, and the other findings of its thread. */
export type Entry = {finding: Finding; verdict: Verdict | null; path: string | null; others: readonly Finding[]};

export type Row =
	| {kind: 'group'; title: string; count: number}
	| {
			kind: 'finding';
			id: string;
			entry: Entry;
			place: string;
			reviewer: string;
			severity: string;
			title: string;
			/** The state of its thread and the number of replies. */
			notes: readonly string[];
	  };

export type FindingRow = Extract<Row, {kind: 'finding'}>;

export type List = {
	rows: readonly Row[];
	/** All findings with a row of their own by id, whether the list shows them or not. */
	all: ReadonlyMap<string, FindingRow>;
	shown: number;
	/** Findings that pass the filter, but ask for nothing and are not shown. */
	hidden: number;
	/** Cells of the columns. */
	widths: {place: number; reviewer: number; severity: number};
};

export const noList: List = {
	rows: [],
	all: new Map(),
	shown: 0,
	hidden: 0,
	widths: {place: 0, reviewer: 0, severity: 0},
};

/** Instead of a path. */
export const beside = 'not on a file';

/** The rows of the list: groups in the order of the grouping, findings in the order of their file. */
export function listRows(shown: readonly FindingRow[], grouping: Grouping): Pick<List, 'rows' | 'widths'> {
	const keys = new Map<string, Key>();
	const groups = Map.groupBy(shown, row => {
		const key = rowKey(row, grouping);
		const known = keys.get(key.title) ?? key;
		keys.set(key.title, known);
		return known;
	});
	const rows = [...groups]
		.sort(([a], [b]) => a.order - b.order || compare(a.title, b.title))
		.flatMap(([{title}, members]): Row[] => [
			{kind: 'group', title, count: members.length},
			...members.sort(inPlace).map(row => (grouping === 'file' ? row : {...row, place: longPlace(row)})),
		]);
	const widest = (cell: (row: FindingRow) => string, most: number) =>
		Math.min(
			most,
			rows.reduce((width, row) => (row.kind === 'group' ? width : Math.max(width, widthOf(cell(row)))), 0),
		);
	return {
		rows,
		widths: {
			place: widest(({place}) => place, grouping === 'file' ? 11 : 24),
			reviewer: widest(({reviewer}) => reviewer, 11),
			severity: widest(({severity}) => severity, 4),
		},
	};
}

type Key = {title: string; order: number};
function rowKey({entry: {finding, verdict, path}, reviewer}: FindingRow, grouping: Grouping): Key {
	return {
		file: () => ({title: path === null ? beside : safe(path), order: Number(path === null)}),
		severity: () => ({
			title: finding.severity ?? 'not stated',
			order: finding.severity ? -severityRank(finding.severity) : 1,
		}),
		reviewer: () => ({title: reviewer, order: 0}),
		outcome: () => ({title: wordOf(verdict), order: verdict ? outcomes.indexOf(verdict.outcome) : -1}),
	}[grouping]();
}

/** Whether a finding asks for nothing. */
export const isIdle = ({entry: {verdict}}: FindingRow): boolean => verdict?.outcome === 'not-actionable';

export function rowOf(entry: Entry): FindingRow {
	const {finding} = entry;
	return {
		kind: 'finding',
		id: finding.id,
		entry,
		place: linesOf(finding.lines),
		reviewer: reviewerOf(finding),
		severity: finding.severity === null ? '' : shortSeverity[finding.severity],
		title: safeWords(finding.title),
		notes: notesOn(entry),
	};
}

const shortSeverity: Readonly<Record<Severity, string>> = {
	critical: 'crit',
	major: 'maj',
	minor: 'min',
	trivial: 'triv',
};

export const reviewerOf = ({author}: Finding): string => safe(reviewerName(author));

function notesOn({finding, others}: Entry): string[] {
	const replies = new Set(others.filter(isThreadReply).map(({source}) => source.commentId)).size;
	return [...threadStates(finding.thread), ...(replies > 0 ? [count(replies, 'reply', 'replies')] : [])];
}

/** What GitHub shows of a thread besides its comments. */
export const threadStates = (thread: Finding['thread']): string[] => [
	...(thread?.isResolved ? ['resolved'] : []),
	...(thread?.isOutdated ? ['outdated'] : []),
];

export function linesOf(lines: Finding['lines']): string {
	if (!lines) return '-';
	return lines.start === lines.end ? `${lines.end}` : `${lines.start}-${lines.end}`;
}

function longPlace({entry: {path}, place}: FindingRow): string {
	if (path === null) return '-';
	return `${safe(path).slice(path.lastIndexOf('/') + 1)}:${place}`;
}

function inPlace({entry: {finding: a, path: one}}: FindingRow, {entry: {finding: b, path: other}}: FindingRow): number {
	return compare(one ?? '', other ?? '') || (a.lines?.start ?? 0) - (b.lines?.start ?? 0);
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
