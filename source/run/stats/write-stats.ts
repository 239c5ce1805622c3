import {basename} from 'node:path';
import {formatMarkdown} from '../../document/markdown.ts';
import {type ReportPlaces, writeOutput} from '../report/output.ts';
import {statsChart} from './chart.ts';
import {statsDocument} from './stats-document.ts';
import type {StatsReport} from './stats-report.ts';

/** All figures in Markdown. @param chart name of the picture file next to it */
export const statsPage = (report: StatsReport, chart: string): string =>
	`${formatMarkdown(statsDocument(report, null))}![What became of findings](${encodeURI(chart)})\n`;

/** Writes the report and its picture. @throws {Failure} `output-not-writable` */
export async function writeStats(report: StatsReport, {report: page, chart}: ReportPlaces): Promise<void> {
	await writeOutput(chart, statsChart(report));
	await writeOutput(page, statsPage(report, basename(chart)));
}
