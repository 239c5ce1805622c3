import {endsAll} from '../../code-host/ends-all.ts';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {messageOf} from '../../system/errors.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {ModelRun} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';

import {finishCut, joinEntries} from './finish-cut.ts';
import {type EndedRun, keepAccount} from './fleet-account.ts';
import {entryOf, errorOf, type FleetEnd, type FleetEntry} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';
import type {FleetProgress} from './progress-file.ts';
import {type FleetRound, takePull} from './take-pull.ts';

/** Pull requests that are worked on at the same time. */
const atOnce = 4;

export type FleetEvent =
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
	/** One for each pull request, in their order. */
	entries: FleetEntry[];
	/** Null if all were taken. */
	ended: FleetEnd | null;
	/** As `keepAccount` */
	account: ReturnType<ReturnType<typeof keepAccount>['account']>;
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
	const take = async (pull: FleetPull): Promise<FleetEntry | null> => {
		const isListed = listed.has(keyOf(pull));
		const known = progress.ended.get(keyOf(pull));
		if (known?.headOid === pull.headOid) return known;
		if (ended || signal.aborted) return isListed ? entryOf(pull, 'not-started') : null;
		emit({type: 'begun', pull});
		const onEvent = (event: RunEvent) => {
			follow(event);
			emit({type: 'run', pull, event});
		};
		const {entry, run} = await takeSafely(pull, {...job, asker, isListed, onEvent}, {...context, parsers});
		if (run) add(run);
		if (entry?.error && endsAll(entry.error)) {
			ended ??= {...entry.error, exitCode: entry.exitCode ?? exitCodes.failed};
		}
		if (entry) emit({type: 'ended', entry});
		return entry;
	};
	try {
		// Merged meanwhile, for example: what its run has left open is finished all the same.
		const unlisted = progress.cut.filter(pull => !listed.has(keyOf(pull)));
		const entries = await inParallel([...unlisted, ...pulls], atOnce, take);
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
	/** Null if its run did not come to its end. */
	run: EndedRun | null;
};

type Taking = FleetRound & Pick<FleetJob, 'progress' | 'isResumed'> & {isListed: boolean};

async function takeSafely(
	pull: FleetPull,
	{progress, isResumed, isListed, ...round}: Taking,
	context: Context,
): Promise<TakenSafely> {
	const {signal, log} = context;
	let before: FleetEntry | null = null;
	try {
		await progress.begin(pull);
		before = isResumed ? await finishCut(pull, round.onEvent, context) : null;
		const isNext = isListed && before?.state !== 'failed';
		const taken = isNext ? await takePull(pull, round, context) : null;
		signal.throwIfAborted();
		const entry = before && taken ? joinEntries(before, taken.entry) : (taken?.entry ?? before);
		if (entry) await progress.end(pull, entry);
		return {entry, run: taken};
	} catch (error) {
		const cause = signal.aborted ? signal.reason : error;
		if (!(cause instanceof Failure)) log('DEBUG', (cause instanceof Error && cause.stack) || messageOf(cause));
		const failure = cause instanceof Failure ? cause : unexpected(cause);
		const failed = {...entryOf(pull, 'failed'), exitCode: failure.exitCode, error: errorOf(failure)};
		return {entry: before ? joinEntries(before, failed) : failed, run: null};
	}
}

const unexpected = (error: unknown) => new Failure('failed', 'unexpected', `Unexpected error: ${messageOf(error)}`);
