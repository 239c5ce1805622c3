import type {FleetEntry} from '../run/fleet/fleet-entry.ts';
import {formatTaken} from '../run/fleet/fleet-lines.ts';
import type {FleetReport} from '../run/fleet/fleet-report.ts';
import {age} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {textTable} from '../text/table.ts';
import type {Layout} from './terminal.ts';

/** How a pull request is called beside others: with its host only if they are on several. */
export const nameInFleet = (
	{host, repository, number}: FleetEntry,
	{pullRequests}: Pick<FleetReport, 'pullRequests'>,
) => `${pullRequests.some(other => other.host !== host) ? `${host}/` : ''}${repository}#${number}`;

/** Where its head is, and what state it is in. */
export const marksOf = ({isDraft, isFork}: Pick<FleetEntry, 'isDraft' | 'isFork'>): string =>
	[isDraft ? 'draft' : '', isFork ? 'fork' : ''].filter(Boolean).join(', ');

/**
 * The pull requests with comments, a row each. A terminal gets a header and ages, a pipe the full values.
 * @param now in milliseconds since the epoch
 */
export function formatFleetList(report: FleetReport, {paint, room}: Layout, now: number): string {
	const isTerminal = room !== Number.POSITIVE_INFINITY;
	const rows = report.pullRequests
		.filter(({state}) => state !== 'quiet')
		.map(entry => [
			nameInFleet(entry, report),
			entry.title,
			entry.author ?? '',
			isTerminal ? `${entry.threads}` : count(entry.threads, 'thread'),
			marksOf(entry),
			isTerminal ? age(now - Date.parse(entry.updatedAt)) : entry.updatedAt,
		]);
	if (rows.length === 0) return '';
	const head = isTerminal ? [['pull request', 'title', 'author', 'threads', '', 'updated']] : [];
	const lines = textTable([...head, ...rows], {
		align: ['left', 'left', 'left', 'right', 'left', 'right'],
		rank: [0, 0, 2, 1, 4, 3],
		room,
		paint: (text, row, column) => (row < head.length || column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}

/** What became of the pull requests with comments, a row each. */
export function formatFleetResults(report: FleetReport, {paint, room}: Layout): string {
	const rows = report.pullRequests
		.filter(({state}) => state !== 'quiet')
		.map(entry => [nameInFleet(entry, report), formatTaken(entry), entry.title]);
	if (rows.length === 0) return '';
	const lines = textTable(rows, {
		room,
		rank: [0, 0, 1],
		paint: (text, _, column) => (column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}
