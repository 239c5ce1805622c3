import {endsAll} from '../../code-host/ends-all.ts';
import type {OnWait} from '../../code-host/port.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {ModelRun} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {errorOf} from '../reported-error.ts';
import {failedEntry} from './failed-entry.ts';
import {finishCut, joinEntries} from './finish-cut.ts';
import {type EndedRun, keepAccount} from './fleet-account.ts';
import {entryOf, type FleetEnd, type FleetEntry, keyOfEntry} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';
import type {FleetProgress} from './progress-file.ts';
import {readIdle} from './read-idle.ts';
import {type FleetRound, takePull} from './take-pull.ts';

/** Pull requests that are worked on at the same time. */
const atOnce = 4;

/** Pull requests that are looked at before their runs: few enough to hold, and that none waits long for its run. */
const readAhead = 50;

export type FleetEvent =
	| {type: 'wait'; ms: number; reason: string}
	| {type: 'begun'; pull: FleetPull}
	| {type: 'run'; pull: FleetPull; event: RunEvent}
	| {type: 'ended'; entry: FleetEntry};

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
	/** Null if all were taken. */
	ended: FleetEnd | null;
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
	const listed = new Set(pulls.map(keyOf));
	let ended: FleetEnd | null = null;
	const knownOf = (pull: FleetPull) => {
		const known = progress.ended.get(keyOf(pull));
		// A run adds no thread of its own: there are new ones to look at.
		const isSame = known?.headOid === pull.headOid && known.threads === pull.threads;
		return isSame ? known : null;
	};
	const end = ({error, exitCode}: Pick<FleetEntry, 'error' | 'exitCode'>) => {
		if (error && endsAll(error)) ended ??= {...error, exitCode: exitCode ?? exitCodes.failed};
	};
	const take = async (pull: FleetPull, idle: FleetEntry | null): Promise<FleetEntry | null> => {
		const known = knownOf(pull);
		if (known) return known;
		if (ended || signal.aborted) return entryOf(pull, 'not-started');
		const isListed = listed.has(keyOf(pull));
		emit({type: 'begun', pull});
		const onEvent = (event: RunEvent) => {
			follow(event);
			emit({type: 'run', pull, event});
		};
		const {entry, run} = await takeSafely(pull, {...job, asker, isListed, idle, onEvent}, {...context, parsers});
		if (run) add(run);
		if (entry) {
			end(entry);
			emit({type: 'ended', entry});
		}
		return entry;
	};
	const lookAhead = async (next: readonly FleetPull[]): Promise<ReadonlyMap<string, FleetEntry>> => {
		const unknown = next.filter(pull => knownOf(pull) === null);
		if (ended || signal.aborted || unknown.length === 0) return new Map();
		const onWait: OnWait = wait => emit({type: 'wait', ...wait});
		return readIdle(unknown, {roundAt: job.roundAt, onWait}, context).catch((error: unknown) => {
			// Their runs show it too, unless it ends all.
			if (error instanceof Failure) end({error: errorOf(error), exitCode: error.exitCode});
			else if (!signal.aborted) throw error;
			return new Map();
		});
	};
	try {
		// Merged meanwhile, for example: what its run has left open is finished all the same.
		const isGone = (pull: FleetPull) => !listed.has(keyOf(pull));
		const entries = await inParallel(progress.cut.filter(isGone), atOnce, pull => take(pull, null));
		entries.push(...progress.unreported.filter(entry => !listed.has(keyOfEntry(entry))));
		for (let from = 0; from < pulls.length; from += readAhead) {
			const next = pulls.slice(from, from + readAhead);
			const idle = await lookAhead(next);
			entries.push(...(await inParallel(next, atOnce, pull => take(pull, idle.get(keyOf(pull)) ?? null))));
		}
		await asker?.close();
		return {entries: entries.flatMap(entry => entry ?? []), ended: ended ?? interruptionOf(signal), account: account()};
	} finally {
		await asker?.close();
		if (context.parsers === undefined) parsers.close();
	}
}

/** It may have come while no run was under way. */
function interruptionOf({aborted, reason}: AbortSignal): FleetEnd | null {
	return aborted && reason instanceof Failure ? {...errorOf(reason), exitCode: reason.exitCode} : null;
}

type TakenSafely = {
	/** Null if there was nothing to do. */
	entry: FleetEntry | null;
	/** Null if there was none, or it did not come to its end. */
	run: EndedRun | null;
};

type Taking = FleetRound &
	Pick<FleetJob, 'progress' | 'isResumed'> & {
		/** Whether it is one of the fleet still. */
		isListed: boolean;
		/** Its entry if it needs no run. */
		idle: FleetEntry | null;
	};

async function takeSafely(
	pull: FleetPull,
	{progress, isResumed, isListed, idle, ...round}: Taking,
	context: Context,
): Promise<TakenSafely> {
	let before: FleetEntry | null = null;
	const join = (entry: FleetEntry) => (before ? joinEntries(before, entry) : entry);
	try {
		const finished = isResumed ? await finishCut(pull, round.onEvent, context) : null;
		before = finished?.entry ?? null;
		context.signal.throwIfAborted();
		const isIdle = idle !== null && before === null;
		if (!isIdle) await progress.begin(pull);
		const isNext = isListed && !isIdle && before?.state !== 'failed';
		const applied = finished?.applied ?? new Set<string>();
		const {entry: next, run} = isNext
			? await takePull(pull, round, applied, context)
			: {entry: before ? null : idle, run: null};
		const entry = next ? join(next) : before;
		if (entry && entry.state !== 'failed') await progress.end(pull, entry);
		return {entry, run};
	} catch (error) {
		return {entry: join(failedEntry(pull, error, context)), run: null};
	}
}
