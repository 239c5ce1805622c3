import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {makeFleetReport} from '../run/fleet/fleet-report.ts';
import {nothingKept, openFleetProgress} from '../run/fleet/progress-file.ts';
import type {FleetTaking} from '../run/fleet/take-fleet.ts';
import {undoFleet} from '../run/fleet/undo/undo-fleet.ts';
import {count} from '../text/sentences.ts';
import {writeResults} from './fleet-apply.ts';
import {makeApplyProgress} from './fleet-progress.ts';
import {endFleet, type FleetRun, readFleet} from './fleet-run.ts';
import type {Terminal} from './terminal.ts';
import {confirmStart} from './watch-consent.ts';

export type FleetUndoRun = FleetRun & {
	/** When what is undone began, in milliseconds since the epoch. @param now the moment from which `7d` counts */
	sinceAt: (now: number) => number;
	isPreview: boolean;
	isResumed: boolean;
	/** What makes a later fleet the same one; null if it keeps nothing. */
	identity: object | null;
	/** Whether to ask before the first run. */
	isAsked: boolean;
};

/** Undoes what runs of a fleet pushed. Returns the exit code. @throws {Failure} of the listing; as `openFleetProgress` */
export async function runFleetUndo(run: FleetUndoRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const {sinceAt, isPreview, isResumed, identity, isAsked, output} = run;
	const progress = identity === null ? nothingKept(context) : await openFleetProgress(identity, isResumed, context);
	let isWhole = false;
	try {
		const undoSince = sinceAt(progress.begun);
		const updatedSince = Math.max(run.filters.updatedSince ?? undoSince, undoSince);
		const listing = {...run, filters: {...run.filters, updatedSince}};
		const {found, list} = await readFleet(listing, terminal, context);
		const {pulls} = list;
		const take = (how: {isPreview: boolean}): Promise<FleetTaking> => {
			const {emit, clear} = makeApplyProgress(pulls.length, output === 'text', terminal, context.log);
			const kept = how.isPreview ? nothingKept(context) : progress;
			return undoFleet(pulls, {since: undoSince, progress: kept, emit, ...how}, context).finally(clear);
		};
		if (isAsked && pulls.length > 0) {
			const survey = await take({isPreview: true});
			if (!(await confirmUndo(survey, undoSince, terminal, context.signal))) {
				terminal.stderr.write('Nothing was written.\n');
				return exitCodes.needsPerson;
			}
		}
		const taken = {...(await take({isPreview})), action: isPreview ? ('preview' as const) : ('undo' as const)};
		const report = makeFleetReport(listing, found, list, {...taken, undoSince, llm: null});
		if (output === 'text') writeResults(report, terminal);
		const exitCode = await endFleet(run, report, terminal, context);
		isWhole = taken.ends.length === 0;
		return exitCode;
	} finally {
		await progress.close(isWhole);
	}
}

/** Names how much is to be undone, and asks once. */
function confirmUndo({entries}: FleetTaking, since: number, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
	const undone = entries.filter(entry => entry.undone.length > 0);
	const sum = (of: (entry: FleetTaking['entries'][number]) => number) => undone.reduce((all, one) => all + of(one), 0);
	const runs = count(
		sum(entry => entry.undone.length),
		'run',
	);
	const commits = count(
		sum(entry => entry.commits.length),
		'commit',
	);
	const replies = count(
		sum(entry => entry.replies),
		'reply',
		'replies',
	);
	const where = count(undone.length, 'open pull request');
	const lines = [
		`This undoes what your runs pushed since ${new Date(since).toISOString()}: ${runs} with ${commits} on ${where}.`,
		`Without asking again it reverts each run by a commit, corrects ${replies}, and unresolves their threads.`,
	];
	return confirmStart(lines, terminal, signal);
}
