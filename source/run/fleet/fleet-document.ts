import {type Column, type Document, paragraph, type Reader, type Table} from '../../document/document.ts';
import {exitCodes} from '../../exit-code.ts';
import {age} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {askingLines} from '../report/asking-words.ts';
import type {FleetEntry} from './fleet-entry.ts';
import {
	formatFleetEnds,
	formatFleetTotals,
	formatListed,
	formatMissing,
	formatNext,
	formatTaken,
} from './fleet-lines.ts';
import type {FleetReport} from './fleet-report.ts';

/** The page, for the summary of a job. */
export function fleetPage(report: FleetReport): Document {
	const {scope, action, llm, pullRequests} = report;
	const texts = [
		formatListed(report),
		...(action === 'list' ? [] : [formatFleetTotals(report)]),
		...askingLines(llm?.asking ?? null),
		...formatFleetEnds(report),
		...formatMissing(report),
	];
	return [
		{kind: 'heading', text: `pr-resolve fleet ${scope.join(' ')}`},
		...texts.map(text => paragraph(text)),
		fleetTable({...report, pullRequests: worstFirst(pullRequests)}, null),
	];
}

/** What became of the pull requests that were taken, and what can follow. */
export const fleetResults = (report: FleetReport): Document => [
	fleetTable(report, null),
	...[formatFleetTotals(report), ...askingLines(report.llm?.asking ?? null), ...formatNext(report)].map(text =>
		paragraph(text),
	),
];

const seen: readonly Reader[] = ['screen', 'pipe'];

/**
 * The pull requests with comments, a row each: what is known of them or, once they were taken, what became of them.
 * @param now in milliseconds since the epoch; null: no column has ages
 */
export function fleetTable(report: FleetReport, now: number | null): Table {
	const isList = report.action === 'list';
	const columns: Column[] = isList
		? [
				{title: 'pull request'},
				{title: 'title'},
				{title: 'author', rank: 2},
				{title: 'threads', align: 'right', rank: 1},
				{title: '', rank: 4},
				{title: 'updated', align: 'right', rank: 3, for: seen},
			]
		: [{title: 'pull request'}, {title: 'result'}, {title: 'title', rank: 1}, {title: 'author', for: ['page']}];
	const entries = report.pullRequests.filter(({state}) => state !== 'quiet');
	const rows = entries.map(entry => {
		const {title, url, threads, updatedAt} = entry;
		const name = {text: nameInFleet(entry, report), tone: 'strong', href: url} as const;
		const author = entry.author ?? '';
		if (!isList) return {cells: [name, formatTaken(entry), title, author]};
		const many = {text: `${threads}`, full: count(threads, 'thread')};
		const updated = {text: now === null ? '' : age(now - Date.parse(updatedAt)), full: updatedAt};
		return {cells: [name, title, author, many, marksOf(entry), updated]};
	});
	return {kind: 'table', columns, rows, titledFor: isList ? ['screen', 'page'] : ['page']};
}

/** How a pull request is called beside others: with its host only if they are on several. */
const nameInFleet = ({host, repository, number}: FleetEntry, {pullRequests}: Pick<FleetReport, 'pullRequests'>) =>
	`${pullRequests.some(other => other.host !== host) ? `${host}/` : ''}${repository}#${number}`;

/** Where its head is, and what state it is in. */
const marksOf = ({isDraft, isFork}: FleetEntry): string =>
	[isDraft ? 'draft' : '', isFork ? 'fork' : ''].filter(Boolean).join(', ');

/** What is cut off at the end are those that need nobody. */
const worstFirst = (entries: readonly FleetEntry[]) => entries.toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = ({state, exitCode}: FleetEntry) =>
	state === 'failed' ? 0 : exitCode === null ? 1 : exitCode === exitCodes.done ? 3 : 2;
