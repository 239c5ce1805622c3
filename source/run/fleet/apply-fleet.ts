import type {FoundPull} from '../../code-host/lists.ts';
import type {OnWait} from '../../code-host/port.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {ModelRun} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {finishCut} from './finish-cut.ts';
import {type FleetAccount, keepAccount} from './fleet-account.ts';
import type {FleetEntry} from './fleet-entry.ts';
import {failedEntry} from './fleet-entry.ts';
import {keyOf} from './fleet-list.ts';
import {beforeNext, joinEntries, type Seen} from './fleet-record.ts';
import {lookAhead} from './look-ahead.ts';
import type {FleetProgress} from './progress-file.ts';
import {type FleetEvent, type FleetTaking, type TakingOne, takeFleet} from './take-fleet.ts';
import {type FleetRound, takePull} from './take-pull.ts';

export type FleetJob = Pick<FleetRound, 'roundAt'> & {
	/** One budget and one circuit breaker for all; null if no model is used. */
	model: ModelRun | null;
	progress: FleetProgress;
	/** Whether an earlier process has begun it. */
	isResumed: boolean;
	emit: (event: FleetEvent) => void;
};

/** Takes the run of each pull request. Throws no failure. */
export async function applyFleet(
	pulls: readonly FoundPull[],
	job: FleetJob,
	context: Context,
): Promise<FleetTaking & {account: FleetAccount}> {
	const {progress, model, emit} = job;
	const parsers = context.parsers ?? openSharedParsers(context.signal);
	const {follow, note, add, account} = keepAccount(progress);
	const asker = model && (await import('../asking/asker.ts')).openAsker(model, context, note);
	const onWait: OnWait = wait => emit({type: 'wait', ...wait});
	try {
		const taken = await takeFleet(
			pulls,
			{
				progress,
				emit,
				look: (next, ends) => lookAhead(next, {...job, ends, onWait}, context),
				take: (pull, taking) => takeSafely(pull, {...job, ...taking, asker, follow, add}, {...context, parsers}),
			},
			context,
		);
		await asker?.close();
		return {...taken, account: account()};
	} finally {
		await asker?.close();
		if (context.parsers === undefined) parsers.close();
	}
}

type Taking = FleetRound &
	TakingOne &
	Pick<FleetJob, 'progress' | 'isResumed'> &
	Pick<ReturnType<typeof keepAccount>, 'follow' | 'add'>;

/**
 * Finishes what was cut on a pull request, takes its run, and keeps what came of both. Throws no failure.
 * @returns with what earlier runs of this fleet did; null if there was nothing to do
 */
async function takeSafely(
	pull: FoundPull,
	{progress, isResumed, isListed, idle, follow, add, ...round}: Taking,
	context: Context,
): Promise<FleetEntry | null> {
	const {record: earlier = null, runs = [], isReported = true} = progress.known.get(keyOf(pull)) ?? {};
	const applied = new Set(earlier?.applied);
	let before = earlier && beforeNext(earlier);
	const join = (entry: FleetEntry) => (before ? joinEntries(before, entry) : entry);
	const keep = async (entry: FleetEntry, seen: Seen | null) => {
		if (entry.state !== 'failed') await progress.end(pull, {entry, applied: [...applied], seen});
		return entry;
	};
	const made = new Set(runs);
	const onEvent = (event: RunEvent) => {
		const id = event.type === 'written' || event.type === 'recorded' ? event.runId : null;
		if (id !== null && !made.has(id)) progress.made(pull, id);
		if (id !== null) made.add(id);
		follow(event);
		round.onEvent(event);
	};
	try {
		const cut = isResumed ? await finishCut(pull, {applied, runs}, onEvent, context) : null;
		if (cut) before = join(cut.entry);
		for (const id of cut?.applied ?? []) applied.add(id);
		context.signal.throwIfAborted();
		if (!isListed || cut?.entry.state === 'failed') {
			// Nothing of it is left, and no report of the whole fleet has had what was done.
			const unreported = isReported ? null : (earlier?.entry ?? null);
			return cut && before ? await keep(before, null) : unreported;
		}
		if (idle && !cut) return await keep(join(idle.entry), idle.seen);
		await progress.begin(pull, cut && before && {entry: before, applied: [...applied], seen: null});
		const taken = await takePull(pull, {...round, onEvent}, applied, context);
		for (const id of taken.applied) applied.add(id);
		const entry = await keep(join(taken.entry), taken.seen);
		if (taken.run) add(taken.run);
		return entry;
	} catch (error) {
		return join(failedEntry(pull, error, context));
	}
}
