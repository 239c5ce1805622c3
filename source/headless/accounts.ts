import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {saveMetrics} from '../run/metrics-file.ts';
import type {Report} from '../run/report.ts';
import type {RunState} from '../run/state.ts';
import {formatMetrics} from './model-text.ts';
import {type Output, roomOf} from './terminal.ts';

/** What a person wants to know of the model requests at the end of a run. */
export type AccountsWanted = {
	/** Print the accounts. */
	showMetrics: boolean;
	/** Where to write them; null for nowhere. */
	metricsFile: string | null;
};

/**
 * Prints and writes the accounts of a run. Where they cannot be written, that is logged and what was done to the files
 * stands. Returns the exit code: the run's, or that of a failure where the accounts are lost.
 */
export async function tellAccounts(
	{showMetrics, metricsFile}: AccountsWanted,
	{report, state}: {report: Report; state: RunState},
	out: Output,
	{cwd, log}: Pick<Context, 'cwd' | 'log'>,
): Promise<ExitCode> {
	if (showMetrics) out.write(`\n${formatMetrics(report.llm, roomOf(out))}`);
	if (metricsFile === null) return report.exitCode;
	try {
		await saveMetrics(metricsFile, state, report, cwd);
		return report.exitCode;
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		log('ERROR', `${error.message} ${error.remedy}`);
		return worstExitCode([report.exitCode, exitCodes.failed]);
	}
}
