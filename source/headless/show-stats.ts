import {readerLines} from '../document/reader-lines.ts';
import type {ExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {reportPlaces} from '../run/report/output.ts';
import type {StatsRead} from '../run/stats/counted.ts';
import {peopleName} from '../run/stats/groups.ts';
import {rowDocument, statsDocument} from '../run/stats/stats-document.ts';
import {reportStats, type StatsReport} from '../run/stats/stats-report.ts';
import {writeStats} from '../run/stats/write-stats.ts';
import {nearMiss} from '../settings/near-miss.ts';
import {quoteForShell} from '../system/shell.ts';
import {writeJson} from './json.ts';
import {type Terminal, writeDocument} from './terminal.ts';

export type ShowStats = {
	json: boolean;
	/** Path of the Markdown report, as typed; null for none. */
	output: string | null;
	/** The row whose findings are listed; null for all figures. */
	show: string | null;
	people: boolean;
	/** Print a sentence for each row, for a screen reader. */
	isInSentences: boolean;
};

/**
 * Shows a report card without the app, and writes it where asked. Returns the exit code.
 * @param argv the command as typed, without the name of the program
 * @throws {Failure}
 */
export async function showStats(
	read: StatsRead,
	{json, output, show, people, isInSentences}: ShowStats,
	terminal: Pick<Terminal, 'color' | 'stdout' | 'stderr'>,
	{cwd, argv}: Pick<Context, 'cwd'> & {argv: readonly string[]},
): Promise<ExitCode> {
	const report = reportStats(read, {people});
	if (show !== null) checkRow(show, report);
	if (output !== null) await writeStats(report, reportPlaces(output, cwd));
	const document = show === null ? statsDocument(report, showCommand(report, argv)) : rowDocument(report, show);
	if (json) writeJson(show === null ? report : onlyRow(report, show), terminal.stdout);
	else if (isInSentences) terminal.stdout.write(`${readerLines(document).join('\n')}\n`);
	else writeDocument(document, terminal);
	if (output !== null) terminal.stderr.write(`Report: ${output}\n`);
	return report.exitCode;
}

/** @throws {Failure} usage `unknown-row` */
function checkRow(name: string, {rows, findings}: StatsReport): void {
	const names = rows.map(row => row.name);
	if (!names.includes(name)) {
		const near = nearMiss(name, names);
		const message = `There is no row "${name}".`;
		const remedy = near === null ? 'See the rows without --show.' : `Did you mean ${near}?`;
		throw new Failure('usage', 'unknown-row', message, remedy);
	}
	if (findings.some(({rows}) => rows.includes(name))) return;
	const message = `The findings of the row "${name}" are not shown.`;
	throw new Failure('usage', 'unknown-row', message, 'Pass --people to list what people wrote.');
}

const onlyRow = (report: StatsReport, name: string): StatsReport => ({
	...report,
	rows: report.rows.filter(row => row.name === name),
	findings: report.findings.filter(({rows}) => rows.includes(name)),
});

/** The same command, with the first row whose findings can be shown; null without one. */
function showCommand({rows}: StatsReport, [command = 'stats', ...others]: readonly string[]): string | null {
	const first = rows.find(({kind}) => kind !== peopleName);
	if (!first) return null;
	return ['pr-resolve', command, '--show', first.name, ...others].map(quoteForShell).join(' ');
}
