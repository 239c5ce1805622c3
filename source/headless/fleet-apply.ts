import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {applyFleet, type FleetJob} from '../run/fleet/apply-fleet.ts';
import {formatFleetTotals, formatNext} from '../run/fleet/fleet-lines.ts';
import {type FleetReport, makeFleetReport} from '../run/fleet/fleet-report.ts';
import {nothingKept, openFleetProgress} from '../run/fleet/progress-file.ts';
import {askingLines} from '../run/report/asking-words.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {RoundRequest} from '../run/round/round-site.ts';
import {wrap} from '../text/wrap.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {confirmFleet} from './fleet-consent.ts';
import {makeApplyProgress} from './fleet-progress.ts';
import {endFleet, type FleetRun, readFleet} from './fleet-run.ts';
import {formatFleetResults} from './fleet-text.ts';
import {layoutOf, type Terminal} from './terminal.ts';

export type FleetApplyRun = FleetRun &
	AccountOptions &
	Pick<FleetJob, 'roundAt' | 'isResumed'> & {
		/** The run without a settings file of the project. */
		round: RoundRequest;
		/** What makes a later fleet the same one; null if it keeps nothing. */
		identity: object | null;
		/** Whether to ask before the first run. */
		isAsked: boolean;
	};

/** Applies a fleet. Returns the exit code. @throws {Failure} of the listing; as `openFleetProgress` */
export async function runFleet(run: FleetApplyRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const {round, roundAt, isResumed, identity, isAsked, output} = run;
	if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
	const {found, list} = await readFleet(run, terminal, context);
	if (isAsked && list.pulls.length > 0 && !(await confirmFleet(list.pulls, run, terminal, context.signal))) {
		terminal.stderr.write('Nothing was written.\n');
		return exitCodes.needsPerson;
	}
	const progress = identity === null ? nothingKept(context) : await openFleetProgress(identity, isResumed, context);
	let isWhole = false;
	try {
		const shown = makeApplyProgress(list.pulls.length, output === 'text', terminal, context.log);
		const job = {roundAt, isResumed, progress, model: round.request.model, emit: shown.emit};
		const {entries, ends, account} = await applyFleet(list.pulls, job, context).finally(shown.clear);
		const action = round.action === 'preview' ? 'preview' : 'apply';
		const report = makeFleetReport(run, found, list, {
			action,
			undoSince: null,
			entries,
			llm: account.llm,
			ends,
		});
		if (output === 'text') writeResults(report, terminal);
		const exitCode = await endFleet(run, report, terminal, context);
		isWhole = ends.length === 0;
		if (!account.run) return exitCode;
		const out = output === 'json' ? terminal.stderr : terminal.stdout;
		return await reportAccounts(
			run,
			{state: account.run.state, report: {...account.run.report, exitCode}},
			out,
			context,
		);
	} finally {
		await progress.close(isWhole);
	}
}

/** The table and the totals of a fleet whose pull requests were taken. */
export function writeResults(report: FleetReport, terminal: Terminal): void {
	const layout = layoutOf(terminal);
	terminal.stdout.write(formatFleetResults(report, layout));
	for (const line of [formatFleetTotals(report), ...askingLines(report.llm?.asking ?? null), ...formatNext(report)]) {
		for (const row of wrap(line, layout.room)) terminal.stdout.write(`${row}\n`);
	}
}
