import {exitCodes} from '../exit-code.ts';
import type {FleetEntry} from '../run/fleet/fleet-entry.ts';
import {
	formatFleetEnds,
	formatFleetTotals,
	formatListed,
	formatMissing,
	formatTaken,
} from '../run/fleet/fleet-lines.ts';
import type {FleetReport} from '../run/fleet/fleet-report.ts';
import {askingLines} from '../run/report/asking-words.ts';
import {linkedCell, longestPage, markdownTable, plainCell, plainMarkdown} from '../text/markdown.ts';
import {marksOf, nameInFleet} from './fleet-text.ts';

/** The page of Markdown, for the summary of a job: of rows that do not fit, only the number. */
export function formatFleetPage(report: FleetReport): string {
	const head = [
		`### ${plainMarkdown(`pr-resolve fleet ${report.scope.join(' ')}`)}`,
		plainMarkdown(formatListed(report)),
		...(report.action === 'list' ? [] : [plainMarkdown(formatFleetTotals(report))]),
		...[...askingLines(report.llm?.asking ?? null), ...formatFleetEnds(report), ...formatMissing(report)].map(
			plainMarkdown,
		),
	].join('\n\n');
	const isList = report.action === 'list';
	const last = isList ? ['threads', ''] : ['result'];
	const rows = worstFirst(report.pullRequests.filter(({state}) => state !== 'quiet')).map(entry => [
		linkedCell(nameInFleet(entry, report), entry.url),
		plainCell(entry.title),
		plainCell(entry.author ?? ''),
		...(isList ? [`${entry.threads}`, marksOf(entry)] : [plainCell(formatTaken(entry))]),
	]);
	const columns = ['pull request', 'title', 'author', ...last];
	const table = markdownTable(columns, rows, longestPage - Buffer.byteLength(head));
	return `${[head, table].filter(Boolean).join('\n\n')}\n\n`;
}

/** What is cut off at the end are those that need nobody. */
const worstFirst = (entries: readonly FleetEntry[]) => entries.toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = ({state, exitCode}: FleetEntry) =>
	state === 'failed' ? 0 : exitCode === null ? 1 : exitCode === exitCodes.done ? 3 : 2;
