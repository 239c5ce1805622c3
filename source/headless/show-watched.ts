import type {ExitCode} from '../exit-code.ts';
import type {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {formatWatchEnd} from '../run/watch/watch-lines.ts';
import type {WatchReport} from '../run/watch/watch-report.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {writeJson} from './json.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, roomOf, type Terminal} from './terminal.ts';
import type {ShownRound} from './watch-progress.ts';

/** Prints the result: the last round in full, and in one line how the watch ended. Returns the exit code. */
export async function showWatched(
	options: AccountOptions & {json: boolean},
	{report, failure, last}: {report: WatchReport; failure: Failure | null; last: ShownRound | null},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {stdout, stderr} = terminal;
	if (options.json) writeJson(report, stdout);
	else {
		const round = report.rounds.at(-1);
		if (round) stdout.write(`${formatReport(round, layoutOf(terminal), {mayAsk: false, mayUndo: true})}\n`);
		// The failure is reported as that of any command.
		if (failure) throw failure;
		for (const row of wrap(shownIn(roomOf(stdout), formatWatchEnd(report)), roomOf(stdout))) stdout.write(`${row}\n`);
	}
	if (!last) return report.exitCode;
	const round = {...last, report: {...last.report, exitCode: report.exitCode}};
	return reportAccounts(options, round, options.json ? stderr : stdout, context);
}
