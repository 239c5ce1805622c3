import {openJournal} from '../../worktree/journal.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import type {Context} from '../context.ts';
import {finishRun} from '../continue.ts';
import type {ClosingStop, RunEvent} from '../events.ts';
import {openStopOf} from '../open-stop.ts';
import type {RunsHome} from '../recorded-runs.ts';
import {errorOf} from '../reported-error.ts';
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
 * Takes the steps that an earlier process has left open on a pull request, oldest run first. Returns what came of them; null
 * if there are none.
 * @param before ids of the findings that were applied before
 * @throws {Failure}; the signal's reason
 */
export async function finishCut(
	pull: FleetPull,
	before: ReadonlySet<string>,
	onEvent: (event: RunEvent) => void,
	context: Context,
): Promise<FinishedCut | null> {
	const {folder, pullRequest} = stateRecordsOf(namedOf(pull), context.env);
	const journal = openJournal(folder, context);
	const home: RunsHome = {kind: 'host', journal, records: folder, pullRequest};
	const unfinished = listUnfinished(await journal.list()).filter(({kind}) => kind === 'apply');
	const applied = new Set<string>();
	let entry: FleetEntry | null = null;
	for (const {run} of unfinished.toReversed()) {
		const stops: ClosingStop[] = [];
		const follow = (event: RunEvent) => {
			if (event.type === 'closing-stopped') stops.push(event.stop);
			onEvent(event);
		};
		const {exitCode, run: ended} = await finishRun(run, home, {prompts: null, onEvent: follow}, context);
		const recorded = await recordedEnd(run.id, journal);
		const stop = openStopOf(stops);
		const after: FleetEntry = {
			...entryOf(pull, isOver(exitCode) ? 'done' : 'failed'),
			...recorded.entry,
			exitCode,
			headOid: recorded.entry.commits.at(-1)?.oid ?? pull.headOid,
			undo: ended.undo,
			error: stop ? errorOf(stop) : null,
		};
		for (const id of recorded.applied) applied.add(id);
		entry = entry ? joinEntries(entry, after) : after;
		if (entry.state === 'failed') break;
	}
	return entry && {entry: {...entry, summary: summaryWith(new Set([...before, ...applied]), [])}, applied};
}
