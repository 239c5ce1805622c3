import type {ExitCode} from '../exit-code.ts';
import {advise, again, Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import type {StatsRead} from '../run/stats/counted.ts';
import {forgetCounts} from '../run/stats/kept-counts.ts';
import {type CountPull, readStats, type StatsRequest} from '../run/stats/read-stats.ts';
import {statsSchema} from '../run/stats/stats-report.ts';
import {count} from '../text/sentences.ts';
import {makeReadingProgress} from './fleet-progress.ts';
import {writeJson} from './json.ts';
import {type Terminal, writeLine} from './terminal.ts';

/** Reads all that a report card is made of, with progress. @throws {Failure} */
export async function readStatsWithProgress(
	request: StatsRequest,
	countPull: CountPull,
	terminal: Terminal,
	context: Context,
): Promise<StatsRead> {
	const progress = makeReadingProgress(terminal, context);
	try {
		return await readStats(request, countPull, progress, context);
	} catch (error) {
		const {aborted: isAborted, reason} = context.signal;
		if (isAborted && reason instanceof Failure)
			throw reason.with({remedy: advise`What was counted is kept. To go on, ${again}.`});
		throw error;
	} finally {
		progress.clear();
	}
}

/** Deletes what was counted before, and says what it was. Returns the exit code. @throws {Failure} `not-writable` */
export async function forgetStats(isJson: boolean, terminal: Terminal, context: Context): Promise<ExitCode> {
	const forgotten = await forgetCounts(context);
	if (isJson) {
		writeJson({schema: statsSchema, forgotten, exitCode: 0}, terminal.stdout);
		return 0;
	}
	const what = forgotten && `${count(forgotten.pulls, 'pull request')} (${size(forgotten.bytes)})`;
	writeLine(forgotten ? `Deleted what was counted of ${what}: ${forgotten.folder}` : 'Nothing was kept.', terminal);
	return 0;
}

const size = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
