import {Failure, type FailureKind} from '../../failure.ts';
import {isJump} from '../../system/deadline.ts';
import type {Context} from '../context.ts';
import {interruptionIn} from '../records/interruption.ts';
import {takeLook} from './look.ts';
import {type LookWait, retryAfter} from './next-step.ts';
import {openWatchFacts} from './watch-facts.ts';
import {concluded, type WatchConclusion, type WatchEnd, type WatchReport, watchSchema} from './watch-report.ts';
import {type LookEnd, lookAt, type Watching, type WatchRequest, type WatchSite} from './watching.ts';

/** Any other failure is one. */
const endOfFailure: Partial<Record<FailureKind, WatchEnd>> = {
	interrupted: 'interrupted',
	needsPerson: 'open',
	guard: 'stopped',
};

/** What a watch came to, and the failure that ended it; null if none did. `accounted`: as in `Watching` */
export type Watched = Pick<Watching, 'accounted'> & {report: WatchReport; failure: Failure | null};

/** Takes rounds until the pull request is quiet, a brake stops it, or the time is over. */
export async function watch(request: WatchRequest, site: WatchSite, world: Context): Promise<Watched> {
	const {deadline} = request;
	const context = {...world, hostPatience: {deadline}};
	const {model} = request.round.request;
	const asker = model && (await import('../asking/asker.ts')).openAsker(model, context);
	const watching: Watching = {
		...site,
		request,
		asker,
		first: null,
		rounds: [],
		pushedAway: [],
		accounted: null,
		last: null,
		lastPush: null,
		pushedFrom: null,
		isRepeated: false,
		ending: null,
		retried: new Set<string>(),
		facts: openWatchFacts(request.limits, {
			only: request.round.request.filters.only ?? [],
			asksModel: model !== null,
		}),
	};
	const end = (conclusion: WatchConclusion, failure: Failure | null = null): Watched => {
		const error = failure && {code: failure.code, message: failure.message, remedy: failure.remedy};
		const report: WatchReport = {
			schema: watchSchema,
			rounds: watching.rounds,
			pushedAway: watching.pushedAway,
			...conclusion,
			...(error && {error}),
			...failure?.details,
		};
		site.emit({type: 'ended', report});
		return {report, failure, accounted: watching.accounted};
	};
	try {
		return end(await untilQuiet(watching, context));
	} catch (error) {
		// After an interruption, other errors are its consequences; that of a round has what is left of it.
		const isExplained = interruptionIn(error) !== null;
		const cause = context.signal.aborted && !isExplained ? context.signal.reason : error;
		if (!(cause instanceof Failure)) throw cause;
		const kind = endOfFailure[cause.kind] ?? 'failed';
		const {message, remedy, exitCode} = cause;
		return end({...concluded(kind, message, {remedy}), exitCode}, cause);
	} finally {
		await asker?.close();
	}
}

async function untilQuiet(watching: Watching, context: Context): Promise<WatchConclusion> {
	const {emit, request} = watching;
	const {deadline, limits} = request;
	let [failures, hasLooked] = [0, false];
	for (;;) {
		emit({type: 'look'});
		let ended: LookEnd;
		try {
			ended = await takeLook(watching, context);
			[failures, hasLooked] = [0, true];
		} catch (error) {
			if (!(error instanceof Failure) || error.kind !== 'failed' || context.signal.aborted) throw error;
			const lost = {now: context.now(), retryAt: error.retryAt, isFirst: !hasLooked, earlier: failures};
			const retry = retryAfter(lost, limits, deadline.at());
			if (retry === null) throw error;
			const refused = deadline.refuses(retry.until - lost.now, error.message);
			if (refused) throw refused;
			failures = retry.tries?.made ?? 0;
			emit({type: 'look-failed', failure: error, ...retry});
			ended = lookAt(retry.until, retry.reason);
		}
		if (ended.kind === 'over') return ended.conclusion;
		await waitUntil(ended, watching, context);
	}
}

/** @throws the signal's reason */
async function waitUntil(
	{until: due, reason, reviewUntil}: LookWait,
	watching: Watching,
	{now, sleep, signal}: Context,
): Promise<void> {
	const {emit, request} = watching;
	const {deadline} = request;
	const ms = due - now();
	watching.isRepeated = ms <= 0;
	if (ms <= 0) return;
	emit({type: 'wait', until: due, reason, reviewUntil, endsAt: deadline.at()});
	await deadline.during(ms, () => sleep(ms, signal));
	signal.throwIfAborted();
	const lateMs = now() - due;
	if (isJump(lateMs)) emit({type: 'clock-jumped', ms: lateMs});
}
