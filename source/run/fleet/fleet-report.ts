import {endsAll} from '../../code-host/ends-all.ts';
import {type ExitCode, exitCodes, worstExitCode} from '../../exit-code.ts';
import {byName, isKeyOf} from '../../system/by-name.ts';
import type {ModelReport} from '../report/model-report.ts';
import type {Report} from '../report/report.ts';
import {errorOf, type ReportedError} from '../report/reported-error.ts';
import type {FoundPulls} from './find-pulls.ts';
import {entryOf, type FleetEnd, type FleetEntry, fleetStates} from './fleet-entry.ts';
import type {FleetFilters, FleetList, FleetRequest, LeaveReason} from './fleet-list.ts';
import type {Matrix} from './matrix.ts';
import {nameOfScope} from './read-scopes.ts';
import {formatShard} from './shard.ts';
import type {FleetTaking} from './take-fleet.ts';

export const fleetSchema = 'pr-resolve/fleet@1';

/** The result of a fleet: the one object behind table, page and `--json`. */
export type FleetReport = {
	schema: typeof fleetSchema;
	/** As a user writes them. */
	scope: string[];
	/** `updatedSince` as ISO 8601. */
	filters: Omit<FleetFilters, 'updatedSince'> & {updatedSince: string | null};
	/** `2/3`; null: all. */
	shard: string | null;
	/** `list`: nothing was read whole; `preview`: nothing was written. */
	action: 'list' | 'preview' | 'apply' | 'undo';
	/** What runs pushed since then is undone, as ISO 8601; null without `--undo-since`. */
	undoSince: string | null;
	repositories: {read: number; unread: ({repository: string} & ReportedError)[]};
	/** Sentences on what the host did not send. */
	incomplete: string[];
	/** How many pull requests of the scope are not in the fleet. */
	leftOut: Partial<Record<LeaveReason, number>>;
	/** Those with comments first, the latest update before others. */
	pullRequests: FleetEntry[];
	totals: FleetTotals;
	/** The account of all model requests; null if no model was to be asked. */
	llm: ModelReport | null;
	/** With `--matrix`. */
	matrix?: Matrix;
	/** What ended the fleet before its last pull request, on which server; empty if nothing did. */
	ends: (ReportedError & Pick<FleetEnd, 'host'>)[];
	/** The first of them. */
	error?: ReportedError;
	exitCode: ExitCode;
};

export type FleetTotals = ReturnType<typeof totalsOf>;

/** What the runs of a fleet came to. `undoSince`: in milliseconds since the epoch; null: it applies. */
type FleetTaken = FleetTaking &
	Pick<FleetReport, 'llm'> & {action: 'preview' | 'apply' | 'undo'; undoSince: number | null};

/** @param taken null for a list */
export function makeFleetReport(
	{scopes, filters, shard}: FleetRequest,
	{repositories, unread, incomplete}: Omit<FoundPulls, 'found'>,
	{pulls, quiet, leftOut}: FleetList,
	taken: FleetTaken | null = null,
): FleetReport {
	const entries = [
		...(taken?.entries ?? pulls.map(pull => entryOf(pull, 'listed'))),
		...quiet.map(pull => entryOf(pull, 'quiet')),
	];
	const {updatedSince} = filters;
	const codes = entries.flatMap(({exitCode}) => exitCode ?? []);
	const ends = taken?.ends ?? [];
	const [end] = ends;
	return {
		schema: fleetSchema,
		scope: scopes.map(nameOfScope),
		filters: {...filters, updatedSince: updatedSince === null ? null : new Date(updatedSince).toISOString()},
		shard: shard && formatShard(shard),
		action: taken?.action ?? 'list',
		undoSince: taken?.undoSince == null ? null : new Date(taken.undoSince).toISOString(),
		repositories: {
			read: repositories,
			unread: unread.map(({repository, failure}) => ({repository, ...errorOf(failure)})),
		},
		incomplete: [...incomplete],
		leftOut: Object.fromEntries(leftOut),
		pullRequests: entries,
		totals: totalsOf(entries),
		llm: taken?.llm ?? null,
		ends: ends.map(({host, ...error}) => ({host, ...errorOf(error)})),
		...(end && {error: errorOf(end)}),
		exitCode: worstExitCode([
			...codes,
			...unread.map(({failure}) => (endsAll(failure) ? failure.exitCode : exitCodes.failed)),
			...(incomplete.length > 0 ? [exitCodes.failed] : []),
			...ends.map(({exitCode}) => exitCode),
		]),
	};
}

function totalsOf(entries: readonly FleetEntry[]) {
	const sumOf = (numberIn: (entry: FleetEntry) => number) => entries.reduce((sum, entry) => sum + numberIn(entry), 0);
	return {
		pullRequests: entries.length,
		states: byName(fleetStates, wanted => entries.filter(({state}) => state === wanted).length),
		commits: sumOf(({commits}) => commits.length),
		replies: sumOf(({replies}) => replies),
		resolved: sumOf(({resolved}) => resolved),
		/** Runs that are undone, and threads that are open again. */
		undone: sumOf(({undone}) => undone.length),
		unresolved: sumOf(({unresolved}) => unresolved),
		/** One count per outcome, over all runs; null if there was none. */
		summary: sumOfSummaries(entries.flatMap(({summary}) => summary ?? [])),
	};
}

function sumOfSummaries([first, ...others]: readonly Report['summary'][]): Report['summary'] | null {
	if (!first) return null;
	const sum = {...first};
	for (const summary of others)
		for (const name of Object.keys(summary).filter(isKeyOf(summary)))
			sum[name] = (sum[name] ?? 0) + (summary[name] ?? 0);
	return sum;
}
