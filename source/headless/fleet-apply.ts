import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {applyFleet, type FleetJob} from '../run/fleet/apply-fleet.ts';
import {makeFleetReport} from '../run/fleet/fleet-report.ts';
import {nothingKept, openFleetProgress} from '../run/fleet/progress-file.ts';
import type {FleetTaking} from '../run/fleet/take-fleet.ts';
import {undoFleet} from '../run/fleet/undo/undo-fleet.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {RoundRequest} from '../run/round/round-site.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {confirmFleet, confirmFleetUndo} from './consent.ts';
import {makeApplyProgress} from './fleet-progress.ts';
import {endFleet, type FleetRun, readFleet} from './fleet-run.ts';
import type {Terminal} from './terminal.ts';

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
		return exitCodes.needsPerson;
	}
	const progress = identity === null ? nothingKept(context) : await openFleetProgress(identity, isResumed, context);
	let isWhole = false;
	try {
		const shown = makeApplyProgress(list.pulls.length, output === 'text', terminal, context.log);
		const job = {roundAt, isResumed, progress, model: round.request.model, emit: shown.emit};
		const {entries, ends, account} = await applyFleet(list.pulls, job, context).finally(shown.clear);
		const action = round.action === 'preview' ? 'preview' : 'apply';
		const report = makeFleetReport(run, found, list, {action, undoSince: null, entries, llm: account.llm, ends});
		const exitCode = await endFleet(run, report, terminal, context);
		isWhole = ends.length === 0;
		if (!account.run) return exitCode;
		const out = output === 'json' ? terminal.stderr : terminal.stdout;
		const asked = {state: account.run.state, report: {...account.run.report, exitCode}};
		return await reportAccounts(run, asked, out, context);
	} finally {
		await progress.close(isWhole);
	}
}

export type FleetUndoRun = FleetRun &
	Pick<FleetApplyRun, 'isResumed' | 'identity' | 'isAsked'> & {
		/** When what is undone began, in milliseconds since the epoch. @param now the moment from which `7d` counts */
		sinceAt: (now: number) => number;
		isPreview: boolean;
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
			if (!(await confirmFleetUndo(survey, undoSince, terminal, context.signal))) return exitCodes.needsPerson;
		}
		const taken = {...(await take({isPreview})), action: isPreview ? ('preview' as const) : ('undo' as const)};
		const report = makeFleetReport(listing, found, list, {...taken, undoSince, llm: null});
		const exitCode = await endFleet(run, report, terminal, context);
		isWhole = taken.ends.length === 0;
		return exitCode;
	} finally {
		await progress.close(isWhole);
	}
}
