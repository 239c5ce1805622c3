import {formatListed, formatMissing} from '../run/fleet/fleet-lines.ts';
import type {FleetReport} from '../run/fleet/fleet-report.ts';
import {byteLength, linkedCell, longestPage, markdownTable, plainCell, plainMarkdown} from '../text/markdown.ts';
import {marksOf, nameInFleet} from './fleet-text.ts';

/** The page of Markdown, for the summary of a job: of rows that do not fit, only the number. */
export function formatFleetPage(report: FleetReport): string {
	const head = [
		`### ${plainMarkdown(`pr-resolve fleet ${report.scope.join(' ')}`)}`,
		plainMarkdown(formatListed(report)),
		...formatMissing(report).map(plainMarkdown),
	].join('\n\n');
	const rows = report.pullRequests
		.filter(({state}) => state !== 'quiet')
		.map(entry => [
			linkedCell(nameInFleet(entry, report), entry.url),
			plainCell(entry.title),
			plainCell(entry.author ?? ''),
			`${entry.threads}`,
			marksOf(entry),
		]);
	const table = markdownTable(['pull request', 'title', 'author', 'threads', ''], rows, longestPage - byteLength(head));
	return `${[head, table].filter(Boolean).join('\n\n')}\n\n`;
}
