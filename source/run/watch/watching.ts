import {shortOid} from '../../resolve/brakes/brake.ts';
import type {Deadline} from '../../system/deadline.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Asker} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import type {EndedRun, Report} from '../report/report.ts';
import type {RoundQuestions, RoundRequest} from '../round/round-site.ts';
import type {RunState} from '../state.ts';
import type {WatchEvent} from './events.ts';
import {doubtOf, type LookWait, type WatchLimits, type WatchLook} from './next-step.ts';
import type {FactsFound, WatchFacts} from './watch-facts.ts';
import {conclude, endsWatch, isDryRun, mayBeClosed, type WatchStanding} from './watch-outcome.ts';
import type {WatchConclusion} from './watch-report.ts';

export type WatchRequest = {
	/** The repository as it is at the moment. @throws {Failure} */
	open: () => Promise<Repository>;
	round: RoundRequest;
	limits: WatchLimits;
	/** When all rounds and waits end. */
	deadline: Deadline;
};

/** Whom a watch asks and tells. */
export type WatchSite = {
	questions: RoundQuestions;
	emit: (event: WatchEvent) => void;
};

/** What goes on from one look to the next. */
export type Watching = WatchSite & {
	request: WatchRequest;
	/** One account for all rounds; null if no model is used. */
	asker: Asker | null;
	facts: WatchFacts;
	/** The repository at the first look; null before it. */
	first: Repository | null;
	/** Reports of the rounds and of what threads were told after them, oldest first. */
	rounds: Report[];
	/** The last of them that asked a model, whose account is that of all; the first one if none did, null before it. */
	accounted: EndedRun | null;
	/** What the last round left; null before the first. */
	last: WatchStanding | null;
	/** When it pushed last, in milliseconds since the epoch. */
	lastPush: number | null;
	/** The head that the last push replaced, until a look has compared the next one with it. */
	pushedFrom: string | null;
	/** What a cut round had left and was tried once more, as `leftByCut` names it. */
	retried: Set<string>;
	/** Commits of this program that a force-push removed, as far as that was told. */
	pushedAway: string[];
	/** Whether the last look was taken at once. */
	isRepeated: boolean;
	/** What it ends on, unless the pull request was closed meanwhile; null as long as it goes on. */
	ending: WatchStanding | null;
};

export type LookEnd = {kind: 'over'; conclusion: WatchConclusion} | ({kind: 'wait'} & LookWait);

export const over = (conclusion: WatchConclusion): LookEnd => ({kind: 'over', conclusion});

export const lookAt = (until: number, reason: string) => ({kind: 'wait', until, reason, reviewUntil: null}) as const;

/**
 * Whether the host has not shown the last push yet: servers of a host may lag behind. It is asked once, because a
 * force-push may have put the head back.
 */
export function isLagging(watching: Watching, head: string | null): boolean {
	const from = watching.pushedFrom;
	watching.pushedFrom = null;
	return from !== null && head === from;
}

/** Keeps and tells the report of a round, or of what threads were told after it. */
export function tellEnd(watching: Watching, number: number, {report, state}: EndedRun): void {
	watching.rounds.push(report);
	if (watching.accounted === null || report.llm.provider !== null) watching.accounted = {report, state};
	watching.emit({type: 'round-ended', number, report});
}

type RoundTaken = {
	number: number;
	standing: WatchStanding;
	state: RunState;
	found: FactsFound;
	/** What came before it. */
	look: WatchLook;
};

/** What follows a round. */
export async function endRound(
	watching: Watching,
	{number, standing, state, found, look}: RoundTaken,
	context: Context,
): Promise<LookEnd> {
	const {request, facts} = watching;
	const {round, limits, deadline} = request;
	const {report, stops} = standing;
	watching.last = standing;
	tellEnd(watching, number, {report, state});
	await facts.remember({found, state, report, isKept: !isDryRun(round)});
	const now = context.now();
	if (mayBeClosed(stops)) {
		watching.ending = standing;
		return lookAt(now, 'checking whether the pull request is open');
	}
	if (limits.isOnce || endsWatch(standing)) {
		// Who had not looked at the head before has not looked at what was pushed.
		const doubt = doubtOf({...look, head: state.pushed?.target.after ?? look.head});
		return over(conclude(standing, {doubt, isDryRun: isDryRun(round)}));
	}
	const later = Math.max(now, Math.min(now + limits.everyMs, deadline.at()));
	if (state.pushed) {
		watching.lastPush = now;
		watching.pushedFrom = state.pushed.target.before;
		return lookAt(later, `reviews of ${shortOid(state.pushed.target.after)} may still come`);
	}
	// What was posted meanwhile, and whether the pull request is quiet.
	const isSoon = !watching.isRepeated;
	return lookAt(isSoon ? now : later, 'nothing was pushed');
}
