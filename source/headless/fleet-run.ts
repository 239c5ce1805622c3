import {appendFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {FoundPull} from '../code-host/lists.ts';
import {formatMarkdown} from '../document/markdown.ts';
import {formatText} from '../document/text.ts';
import {type ExitCode, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {type FoundPulls, findPulls} from '../run/fleet/find-pulls.ts';
import {fleetPage, fleetResults, fleetTable} from '../run/fleet/fleet-document.ts';
import {formatFleetEnds, formatListed, formatMissing} from '../run/fleet/fleet-lines.ts';
import {chooseFleet, type FleetRequest} from '../run/fleet/fleet-list.ts';
import {type FleetReport, makeFleetReport} from '../run/fleet/fleet-report.ts';
import {makeMatrix} from '../run/fleet/matrix.ts';
import {messageOf, systemCode} from '../system/errors.ts';
import {checkWritable} from '../system/writable.ts';
import {sentences} from '../text/sentences.ts';
import {makeListingProgress} from './fleet-progress.ts';
import {writeJson} from './json.ts';
import {layoutOf, type Terminal, writeLine} from './terminal.ts';

export type FleetRun = FleetRequest & {
	/**
	 * Print the jobs of a workflow instead of the table; the JSON report has them too. `share`: of the limits on writes, for
	 * each job; null: an equal one.
	 */
	matrix: {share: string | null} | null;
	/** What goes to stdout. */
	output: 'text' | 'json';
	/** The file that the page of Markdown is appended to; null for none. */
	summaryFile: string | null;
};

/** Lists a fleet, or prints its matrix. Returns the exit code. @throws {Failure} */
export async function listFleet(run: FleetRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const {found, list} = await readFleet(run, terminal, context);
	const matrix = run.matrix && makeMatrix(list.pulls, run.matrix.share, ofAllShards(run, found));
	return endFleet(run, {...makeFleetReport(run, found, list), ...(matrix && {matrix})}, terminal, context);
}

const ofAllShards = ({filters}: FleetRequest, {found}: FoundPulls): FoundPull[] =>
	chooseFleet(found, {filters: {...filters, maxPrs: null}, shard: null}).pulls;

/** Finds the pull requests of a fleet, with progress. @throws {Failure}; usage `summary-not-writable` */
export async function readFleet(run: FleetRun, terminal: Terminal, context: Context) {
	if (run.summaryFile !== null) await checkSummaryFile(run.summaryFile, context.cwd);
	const progress = makeListingProgress(terminal, context.log);
	const found = await findPulls({scopes: run.scopes, ended: null, ...progress}, context).finally(progress.clear);
	return {found, list: chooseFleet(found.found, run)};
}

/** Shows what became of a fleet. Returns the exit code. */
export async function endFleet(
	{output, summaryFile}: Pick<FleetRun, 'output' | 'summaryFile'>,
	report: FleetReport,
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const unsaved = summaryFile === null ? null : await saveSummary(summaryFile, report, context.cwd);
	const exitCode = worstExitCode([report.exitCode, ...(unsaved ? [unsaved.exitCode] : [])]);
	if (output === 'json') writeJson({...report, exitCode}, terminal.stdout);
	else {
		terminal.stdout.write(resultOf(report, terminal, context));
		const lines = [...formatMissing(report), formatListed(report), ...formatFleetEnds(report)];
		for (const line of lines) writeLine(line, terminal);
	}
	if (unsaved) writeLine(sentences(unsaved.message, unsaved.remedy), terminal);
	return exitCode;
}

function resultOf(report: FleetReport, terminal: Terminal, {now}: Context): string {
	if (report.matrix) return `${JSON.stringify(report.matrix)}\n`;
	const document = report.action === 'list' ? [fleetTable(report, now())] : fleetResults(report);
	return formatText(document, layoutOf(terminal));
}

/** Before the first request: a fleet can take hours. @throws {Failure} usage `summary-not-writable` */
async function checkSummaryFile(file: string, cwd: string): Promise<void> {
	await checkWritable(resolve(cwd, file)).catch((error: unknown) => {
		throw unwritableSummary('usage', file, error);
	});
}

/** Null if it was saved: what a fleet has done is reported all the same. */
async function saveSummary(file: string, report: FleetReport, cwd: string): Promise<Failure | null> {
	try {
		await appendFile(resolve(cwd, file), formatMarkdown(fleetPage(report)));
		return null;
	} catch (error) {
		return unwritableSummary('failed', file, error);
	}
}

function unwritableSummary(kind: 'usage' | 'failed', file: string, cause: unknown): Failure {
	const message = `Cannot write the summary to ${file} (${systemCode(cause) ?? messageOf(cause)}).`;
	return new Failure(kind, 'summary-not-writable', message, 'Pass another path to --summary.', {cause});
}
