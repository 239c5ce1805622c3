import {exitCodes} from '../../exit-code.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Run} from '../../worktree/run-record.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import type {Context} from '../context.ts';
import {finishRun} from '../continue.ts';
import type {ClosingStop, RunEvent} from '../events.ts';
import {openStopOf} from '../open-stop.ts';
import type {RunsHome} from '../recorded-runs.ts';
import {errorOf} from '../report/reported-error.ts';
import {listUnfinished} from '../unfinished.ts';
import {entryOf, type FleetEntry, isOver} from './fleet-entry.ts';
import type {FleetPull} from './fleet-list.ts';
import {joinEntries} from './fleet-record.ts';
import {recordedEnd, summaryWith} from './recorded-end.ts';
import {namedOf} from './take-pull.ts';

type FinishedCut = {
	entry: FleetEntry;
	/** Ids of the findings that are applied with it. */
	applied: ReadonlySet<string>;
};

/**
 * Takes the steps that an earlier process has left open on a pull request, oldest run first. Returns what came of them and
 * of the runs that it has finished; null if there are none.
 * @param known ids of findings that were applied before, and of runs that count
 * @throws {Failure}; the signal's reason
 */
export async function finishCut(
	pull: FleetPull,
	known: {applied: ReadonlySet<string>; runs: readonly string[]},
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<FinishedCut | null> {
	const {folder, pullRequest} = stateRecordsOf(namedOf(pull), context.env);
	const journal = openJournal(folder, context);
	const home: RunsHome = {kind: 'host', journal, records: folder, pullRequest};
	const all = await journal.list();
	const open = new Map(listUnfinished(all).flatMap(({run, kind}) => (kind === 'apply' ? [[run.id, run]] : [])));
	const applied = new Set<string>();
	let entry: FleetEntry | null = null;
	for (const {id, state} of all.toReversed()) {
		const run = open.get(id);
		if (!run && !(state === 'done' && known.runs.includes(id))) continue;
		const ended = run ? await finishOne(run, home, onEvent, context) : finished;
		const recorded = await recordedEnd(id, journal);
		const after: FleetEntry = {
			...entryOf(pull, isOver(ended.exitCode) ? 'done' : 'failed'),
			...recorded.entry,
			...ended,
			headOid: recorded.entry.commits.at(-1)?.oid ?? pull.headOid,
		};
		for (const finding of recorded.applied) applied.add(finding);
		entry = entry ? joinEntries(entry, after) : after;
		if (entry.state === 'failed') break;
	}
	return entry && {entry: {...entry, summary: summaryWith(new Set([...known.applied, ...applied]), [])}, applied};
}

const finished: Pick<FleetEntry, 'exitCode' | 'error'> = {exitCode: exitCodes.done, error: null};

async function finishOne(
	run: Run,
	home: RunsHome,
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<Pick<FleetEntry, 'exitCode' | 'error' | 'undo'>> {
	const stops: ClosingStop[] = [];
	const follow = (event: RunEvent) => {
		if (event.type === 'closing-stopped') stops.push(event.stop);
		onEvent(event);
	};
	const {exitCode, run: ended} = await finishRun(run, home, {prompts: null, onEvent: follow}, context);
	const stop = openStopOf(stops);
	return {exitCode, undo: ended.undo, error: stop ? errorOf(stop) : null};
}
