import type {OnWait} from '../../code-host/port.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {ModelRun} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {type EndedRun, keepAccount} from './fleet-account.ts';
import {keepEnds} from './fleet-ends.ts';
import {entryOf, type FleetEnd, type FleetEntry} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';
import {beforeNext, joinEntries} from './fleet-record.ts';
import {type Look, lookAhead} from './look-ahead.ts';
import type {FleetProgress} from './progress-file.ts';
import type {FleetRound} from './take-pull.ts';
import {takeSafely} from './take-safely.ts';

/** Pull requests that are worked on at the same time. */
const atOnce = 4;

/** Pull requests that are looked at before their runs: few enough to hold, and that none waits long for its run. */
const lookedAhead = 50;

export type FleetEvent =
	| {type: 'wait'; ms: number; reason: string}
	| {type: 'begun'; pull: FleetPull}
	| {type: 'run'; pull: FleetPull; event: RunEvent}
	| {type: 'ended'; entry: FleetEntry}
	/** Done by an earlier process. */
	| {type: 'skipped'};

export type FleetJob = Pick<FleetRound, 'roundAt'> & {
	/** One budget and one circuit breaker for all; null if no model is used. */
	model: ModelRun | null;
	progress: FleetProgress;
	/** Whether an earlier process has begun it. */
	isResumed: boolean;
	emit: (event: FleetEvent) => void;
};

export type FleetApplied = {
	/** One for each pull request, in their order; before them those that are in the fleet no more, but have a run of it. */
	entries: FleetEntry[];
	/** Empty if all were taken. */
	ends: FleetEnd[];
	/** As `keepAccount` */
	account: EndedRun | null;
};

/**
 * Takes the run of each pull request, some at the same time. One that fails ends no other, unless the others would fail
 * like it; those that are under way then come to their end. Throws no failure.
 */
export async function applyFleet(pulls: readonly FleetPull[], job: FleetJob, context: Context): Promise<FleetApplied> {
	const {signal} = context;
	const {progress, model, emit} = job;
	const asker = model && (await import('../asking/asker.ts')).openAsker(model, context);
	const parsers = context.parsers ?? openSharedParsers(signal);
	const {follow, add, account} = keepAccount();
	const ends = keepEnds(signal);
	const listed = new Set(pulls.map(keyOf));
	const onWait: OnWait = wait => emit({type: 'wait', ...wait});
	const take = async (pull: FleetPull, look: Look | null): Promise<FleetEntry | null> => {
		if (look?.kind === 'same') {
			emit({type: 'skipped'});
			return look.record.entry;
		}
		if (ends.areFor(pull.host)) return notStarted(pull, progress);
		emit({type: 'begun', pull});
		const onEvent = (event: RunEvent) => {
			follow(event);
			emit({type: 'run', pull, event});
		};
		const taking = {...job, asker, isListed: listed.has(keyOf(pull)), idle: look, onEvent};
		const {entry, run} = await takeSafely(pull, taking, {...context, parsers});
		if (run) add(run);
		if (entry) {
			ends.add(pull.host, entry);
			emit({type: 'ended', entry});
		}
		return entry;
	};
	try {
		// Merged meanwhile, for example: what its run has left open is finished all the same.
		const gone = [...progress.known].flatMap(([key, known]) => (listed.has(key) ? [] : known));
		const cut = gone.flatMap(known => known.cut ?? []);
		const entries = await inParallel(cut, atOnce, pull => take(pull, null));
		for (const {cut, record, isReported} of gone) if (!cut && record && !isReported) entries.push(record.entry);
		for (let from = 0; from < pulls.length; from += lookedAhead) {
			const next = pulls.slice(from, from + lookedAhead);
			const looks = await lookAhead(next, {...job, ends, onWait}, context);
			entries.push(...(await inParallel(next, atOnce, pull => take(pull, looks.get(keyOf(pull)) ?? null))));
		}
		await asker?.close();
		return {entries: entries.flatMap(entry => entry ?? []), ends: ends.list(), account: account()};
	} finally {
		await asker?.close();
		if (context.parsers === undefined) parsers.close();
	}
}

/** With what earlier runs of this fleet did. */
function notStarted(pull: FleetPull, {known}: FleetProgress): FleetEntry {
	const entry = entryOf(pull, 'not-started');
	const {record = null} = known.get(keyOf(pull)) ?? {};
	return record ? joinEntries(beforeNext(record), entry) : entry;
}
