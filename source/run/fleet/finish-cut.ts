import type {FoundPull} from '../../code-host/lists.ts';
import {exitCodes} from '../../exit-code.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Run} from '../../worktree/run-record.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import type {Context} from '../context.ts';
import {finishRun} from '../continue.ts';
import {type DeliveryStop, openStopOf, type RunEvent} from '../events.ts';
import type {RunsHome} from '../records/recorded-runs.ts';
import {listUnfinished} from '../records/unfinished.ts';
import {errorOf} from '../report/reported-error.ts';
import {entryOf, type FleetEntry, failedEntry, isOver} from './fleet-entry.ts';
import {joinEntries} from './fleet-record.ts';
import {recordedEnd, recordedRun, summaryWith} from './recorded-end.ts';
import {namedOf} from './take-pull.ts';

type CutRuns = {
	entry: FleetEntry;
	/** Ids of the findings that are applied with it. */
	applied: ReadonlySet<string>;
};

/** Ids of findings that were applied before, and of the runs since. */
type KnownRuns = {applied: ReadonlySet<string>; runs: readonly string[]};

/**
 * What earlier processes have done on a pull request since its last entry, by the records of their runs.
 * @returns null if there is none
 */
export async function readCut(pull: FoundPull, known: KnownRuns, context: Context): Promise<CutRuns | null> {
	const {journal} = homeOf(pull, context);
	const all = (await journal.list()).filter(({id}) => known.runs.includes(id));
	return joined(
		all.toReversed().flatMap(run => (run.state === 'broken' ? [] : {run, mayBeCut: true, end: finished})),
		pull,
		known,
	);
}

/**
 * Takes the steps that an earlier process has left open on a pull request, oldest run first, until one cannot be finished.
 * Returns what the records then have of these runs, and of those that it has finished; null if there are none.
 */
export async function finishCut(
	pull: FoundPull,
	known: KnownRuns,
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<CutRuns | null> {
	const home = homeOf(pull, context);
	const {journal} = home;
	const all = await journal.list();
	const open = new Set(listUnfinished(all).flatMap(({run, kind}) => (kind === 'apply' ? [run.id] : [])));
	const ended: EndedCut[] = [];
	let isStopped = false;
	for (const run of all.toReversed()) {
		if (run.state === 'broken') continue;
		const isKnown = known.runs.includes(run.id);
		if (open.has(run.id) && !isStopped) {
			const end = await finishOne(run, home, onEvent, context).catch(error => failedEnd(pull, error, context));
			const now = await recordedRun(run.id, journal);
			isStopped = end.state === 'failed';
			if (now) ended.push({run: now, mayBeCut: isStopped, end});
		} else if (isKnown) ended.push({run, mayBeCut: true, end: finished});
	}
	return joined(ended, pull, known);
}

function homeOf(pull: FoundPull, context: Context): Extract<RunsHome, {kind: 'host'}> {
	const {folder, pullRequest} = stateRecordsOf(namedOf(pull), context.env);
	return {kind: 'host', journal: openJournal(folder, context), records: folder, pullRequest};
}

/** How the steps of a run ended. */
type CutEnd = Pick<FleetEntry, 'state' | 'exitCode' | 'error'>;

/** `mayBeCut`: as for `effectsOf` */
type EndedCut = {run: Run; mayBeCut: boolean; end: CutEnd};

const finished: CutEnd = {state: 'done', exitCode: exitCodes.done, error: null};

function joined(runs: readonly EndedCut[], pull: FoundPull, known: KnownRuns): CutRuns | null {
	const applied = new Set<string>();
	let entry: FleetEntry | null = null;
	let state: FleetEntry['state'] = 'done';
	for (const {run, mayBeCut, end} of runs) {
		const recorded = recordedEnd(run, mayBeCut);
		const headOid = recorded.entry.commits.at(-1)?.oid ?? entry?.headOid ?? pull.headOid;
		const after: FleetEntry = {...entryOf(pull, end.state), ...recorded.entry, ...end, headOid};
		for (const finding of recorded.applied) applied.add(finding);
		if (end.state === 'failed') state = end.state;
		entry = entry ? joinEntries(entry, after) : after;
	}
	const summary = summaryWith(new Set([...known.applied, ...applied]), []);
	return entry && {entry: {...entry, state, summary}, applied};
}

async function finishOne(
	run: Run,
	home: RunsHome,
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<CutEnd> {
	const stops: DeliveryStop[] = [];
	const follow = (event: RunEvent) => {
		if (event.type === 'delivery-stopped') stops.push(event.stop);
		onEvent(event);
	};
	const {exitCode} = await finishRun(run, home, {prompts: null, onEvent: follow}, context);
	const stop = openStopOf(stops);
	return {state: isOver(exitCode) ? 'done' : 'failed', exitCode, error: stop ? errorOf(stop) : null};
}

function failedEnd(pull: FoundPull, error: unknown, context: Context): CutEnd {
	const {state, exitCode, error: reported} = failedEntry(pull, error, context);
	return {state, exitCode, error: reported};
}
