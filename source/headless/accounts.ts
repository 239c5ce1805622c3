import {formatText} from '../document/text.ts';
import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {modelDocument} from '../run/report/asking-words.ts';
import {saveMetrics} from '../run/report/metrics-file.ts';
import type {EndedRun} from '../run/report/report.ts';
import {layoutOf, type Output} from './terminal.ts';

/** Where the accounts of the model requests go at the end of a run. */
export type AccountOptions = {
	showMetrics: boolean;
	/** Where to write them; null for nowhere. */
	metricsFile: string | null;
};

/**
 * Prints and writes the accounts of a run. An error in writing them is logged and does not affect the files of the run.
 * Returns the exit code: the run's, or that of a failure if the accounts are lost.
 */
export async function reportAccounts(
	{showMetrics, metricsFile}: AccountOptions,
	{report, state}: EndedRun,
	out: Output,
	{cwd, log}: Pick<Context, 'cwd' | 'log'>,
): Promise<ExitCode> {
	if (showMetrics) out.write(formatText(modelDocument(report.llm), layoutOf({color: false, stdout: out})));
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
