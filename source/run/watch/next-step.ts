import type {HostPatience} from '../../code-host/port.ts';
import {advise, again, type Remedy} from '../../failure.ts';
import type {Halt} from '../../resolve/brakes/apply-brakes.ts';
import type {BrakeName} from '../../resolve/brakes/brake.ts';
import type {ReviewerAtHead} from '../../resolve/brakes/facts.ts';
import {describeBusy} from '../../resolve/brakes/waiting.ts';
import type {Deadline} from '../../system/deadline.ts';

/** How long a watch goes on; times in milliseconds. */
export type WatchLimits = {
	maxRounds: number;
	/** Between looks. */
	everyMs: number;
	/** Without a new comment or a push, until the pull request counts as quiet. */
	quietMs: number;
	/** For all waits and rounds together. */
	forMs: number;
	/** Whether to take one round and never wait. */
	isOnce: boolean;
};

/** What a look at the pull request has found. Times are milliseconds since the epoch. */
export type WatchLook = {
	now: number;
	head: string;
	/** Null if there may be a round. */
	halt: Halt | null;
	/** Reviewers whose comments on this head are not there yet. */
	busy: readonly ReviewerAtHead[];
	/** The newest comment or push. */
	lastActivity: number;
};

/** Until the next look, in milliseconds since the epoch. `reviewUntil`: when a reviewer can go on; null if that is unknown. */
export type LookWait = {until: number; reason: string; reviewUntil: number | null};

export type NextStep =
	| {kind: 'round'}
	| ({kind: 'wait'} & LookWait)
	/** `brake` null: the time is over. */
	| {kind: 'stop'; halt: {brake: BrakeName | null; reason: string; remedy: Remedy}}
	/** It ends as things stand. `doubt`: why there may be more to come; null if nothing suggests that. */
	| {kind: 'settle'; doubt: string | null};

/** Even if the pull request is about to be quiet. */
const shortestWaitMs = 1000;

/** What follows a look. @param deadline when waiting ends */
export function nextStep(look: WatchLook, limits: WatchLimits, deadline: number): NextStep {
	const {now, halt, busy, lastActivity} = look;
	if (halt === null) return now < deadline || limits.isOnce ? {kind: 'round'} : {kind: 'stop', halt: timeOver};
	if (halt.kind === 'stop') return {kind: 'stop', halt};
	if (limits.isOnce) return halt.brake === 'same-head' ? {kind: 'settle', doubt: null} : {kind: 'round'};
	const quietAt = busy.length === 0 ? lastActivity + limits.quietMs : Number.POSITIVE_INFINITY;
	if (now >= quietAt) return {kind: 'settle', doubt: null};
	const doubt = doubtOf(look) ?? `the last comment or push is less than ${limits.quietMs / 1000} s old`;
	if (now >= deadline) return {kind: 'settle', doubt};
	const until = Math.max(now + shortestWaitMs, Math.min(now + limits.everyMs, quietAt, deadline));
	return {kind: 'wait', until, reason: doubtOf(look) ?? halt.reason, reviewUntil: reviewUntil(look)};
}

const timeOver = {
	brake: null,
	reason: 'the time of --for is over',
	remedy: advise`To go on, ${again}, or pass a longer --for.`,
};

/** When the first of the reviewers that are limited can go on; null if that is unknown. */
function reviewUntil({busy, now}: WatchLook): number | null {
	const times = busy.flatMap(({until}) => (until !== null && until > now ? [until] : []));
	return times.length === 0 ? null : Math.min(...times);
}

/** Who has not looked at the head; null if every reviewer has. */
export function doubtOf({busy, head}: Pick<WatchLook, 'busy' | 'head'>): string | null {
	return busy.length === 0 ? null : busy.map(reviewer => describeBusy(reviewer, head)).join('; ');
}

/** A look that failed because of the host or the network. Times are milliseconds since the epoch. */
export type FailedLook = {
	now: number;
	/** When the host answers again; null if that is unknown. */
	retryAt: number | null;
	/** Whether no look has succeeded before. */
	isFirst: boolean;
	/** Failures right before it. */
	earlier: number;
};

/** `tries`: null if the host has named the time. */
export type Retry = {until: number; reason: string; tries: {made: number; of: number} | null};

/** Looks in a row that may fail. */
const mostFailures = 3;

/** How long the host is waited for before the first look: a watch that may wait, as long as it goes on. */
export const patienceOf = (
	{isOnce, forMs}: WatchLimits,
	deadline: Deadline,
): {hostPatience: Partial<HostPatience>} => ({
	hostPatience: isOnce ? {deadline} : {totalMs: forMs, requiredMs: forMs, deadline},
});

/** By how much the host's clock and ours may differ. */
const clockErrorMs = 1000;

/** When to look again after a failure, whether or not there is time for it; null if the watch ends with it. @param deadline when waiting ends */
export function retryAfter(failed: FailedLook, {everyMs, isOnce}: WatchLimits, deadline: number): Retry | null {
	const {now, retryAt, isFirst, earlier} = failed;
	const later = now + everyMs;
	if (retryAt !== null) {
		if (isOnce) return null;
		const until = Math.max(retryAt + clockErrorMs, Math.min(later, deadline));
		return {until, reason: 'the rate limit was exceeded', tries: null};
	}
	const made = earlier + 1;
	if (isFirst || made >= mostFailures) return null;
	return {until: later, reason: 'the last look failed', tries: {made, of: mostFailures}};
}
