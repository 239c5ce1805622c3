import {endsAll, endsEverywhere} from '../../code-host/ends-all.ts';
import type {FoundPull} from '../../code-host/lists.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {inParallel} from '../../system/in-parallel.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {errorOf} from '../report/reported-error.ts';
import {readCut} from './finish-cut.ts';
import {entryOf, type FleetEnd, type FleetEntry} from './fleet-entry.ts';
import {keyOf} from './fleet-list.ts';
import {beforeNext, type FleetRecord, joinEntries, type Seen} from './fleet-record.ts';
import type {FleetProgress} from './progress-file.ts';

/** Pull requests that are worked on at the same time. */
const atOnce = 4;

/** Pull requests that are looked at before their runs: few enough to hold, and that none waits long for its run. */
const lookedAhead = 50;

export type FleetEvent =
	| {type: 'wait'; ms: number; reason: string}
	| {type: 'begun'; pull: FoundPull}
	| {type: 'run'; pull: FoundPull; event: RunEvent}
	| {type: 'ended'; entry: FleetEntry}
	/** Done by an earlier process. */
	| {type: 'skipped'};

/** What shows that a pull request needs no run: nothing is new since its last one, or there is nothing to do in it. */
export type Look = {kind: 'same'; record: FleetRecord} | {kind: 'idle'; entry: FleetEntry; seen: Seen};

/** What a fleet does on each pull request. */
export type FleetWork = {
	progress: FleetProgress;
	emit: (event: FleetEvent) => void;
	/** Looks at some before they are taken. @returns by key; those that are not in it are just taken */
	look: (pulls: readonly FoundPull[], ends: FleetEnds) => Promise<ReadonlyMap<string, Look>>;
	/** Takes one; null if there was nothing to do. Throws no failure. */
	take: (pull: FoundPull, taking: TakingOne) => Promise<FleetEntry | null>;
};

export type TakingOne = {
	/** Whether it is one of the fleet still. */
	isListed: boolean;
	/** Null if it needs a run. */
	idle: Extract<Look, {kind: 'idle'}> | null;
	onEvent: (event: RunEvent) => void;
};

export type FleetTaking = {
	/** One for each pull request, in their order; before them those that are in the fleet no more, but have a run of it. */
	entries: FleetEntry[];
	/** Empty if all were taken. */
	ends: FleetEnd[];
};

/**
 * Takes pull requests, some at the same time. One that fails ends no other, unless the others would fail like it; those that
 * are under way then come to their end. Throws no failure.
 */
export async function takeFleet(
	pulls: readonly FoundPull[],
	{progress, emit, look, take}: FleetWork,
	context: Context,
): Promise<FleetTaking> {
	const ends = keepEnds(context.signal);
	const listed = new Set(pulls.map(keyOf));
	const takeOne = async (pull: FoundPull, seen: Look | null): Promise<FleetEntry | null> => {
		if (seen?.kind === 'same') {
			emit({type: 'skipped'});
			return seen.record.entry;
		}
		if (ends.areFor(pull.host)) return notStarted(pull, progress, context);
		emit({type: 'begun', pull});
		const onEvent = (event: RunEvent) => emit({type: 'run', pull, event});
		const entry = await take(pull, {isListed: listed.has(keyOf(pull)), idle: seen, onEvent});
		if (entry) {
			ends.add(pull.host, entry);
			emit({type: 'ended', entry});
		}
		return entry;
	};
	// Merged meanwhile, for example: what its run has left open is finished all the same.
	const gone = [...progress.known].flatMap(([key, known]) => (listed.has(key) ? [] : known));
	const cut = gone.flatMap(known => known.cut ?? []);
	const entries = await inParallel(cut, atOnce, pull => takeOne(pull, null));
	for (const {cut, record, isReported} of gone) if (!cut && record && !isReported) entries.push(record.entry);
	for (let from = 0; from < pulls.length; from += lookedAhead) {
		const next = pulls.slice(from, from + lookedAhead);
		const looks = await look(next, ends);
		entries.push(...(await inParallel(next, atOnce, pull => takeOne(pull, looks.get(keyOf(pull)) ?? null))));
	}
	return {entries: entries.flatMap(entry => entry ?? []), ends: ends.list()};
}

/** With what earlier runs of this fleet did. */
async function notStarted(pull: FoundPull, {known}: FleetProgress, context: Context): Promise<FleetEntry> {
	const entry = entryOf(pull, 'not-started');
	const {record = null, runs = []} = known.get(keyOf(pull)) ?? {};
	const cut = await readCut(pull, {applied: new Set(record?.applied), runs}, context);
	const earlier = [...(record ? [record] : []), ...(cut ? [cut] : [])];
	return earlier.map(beforeNext).concat(entry).reduce(joinEntries);
}

/** What ends a fleet before its last pull request: on a server, or everywhere. */
export type FleetEnds = ReturnType<typeof keepEnds>;

function keepEnds(signal: AbortSignal) {
	/** By server; null: all of them. */
	const ends = new Map<string | null, FleetEnd>();
	return {
		/** @param server where it failed */
		add(server: string, {error, exitCode}: Pick<FleetEntry, 'error' | 'exitCode'>): void {
			// After an interruption, other errors are its consequences.
			if (!error || !endsAll(error) || signal.aborted) return;
			const host = endsEverywhere(error) ? null : server;
			if (!ends.has(host)) ends.set(host, {...error, host, exitCode: exitCode ?? exitCodes.failed});
		},
		/** Whether a pull request of this server would not succeed. */
		areFor: (host: string) => signal.aborted || ends.has(null) || ends.has(host),
		/** First what ended all. */
		list(): FleetEnd[] {
			const everywhere = interruptionOf(signal) ?? ends.get(null);
			const others = [...ends.values()].filter(({host}) => host !== null);
			return everywhere ? [everywhere, ...others] : others;
		},
	};
}

/** Without a remedy: that of one run is to undo it, and a fleet can be resumed. */
function interruptionOf({aborted, reason}: AbortSignal): FleetEnd | null {
	if (!aborted || !(reason instanceof Failure)) return null;
	return {...errorOf(reason), remedy: '', host: null, exitCode: reason.exitCode};
}
