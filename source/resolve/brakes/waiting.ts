import {type BrakeEffect, shortOid} from './brake.ts';
import type {ReviewerAtHead, RoundFacts, RoundFinding} from './facts.ts';

/** The findings that a round would be about: those that no round has read with this head. */
export const roundFindings = ({isProcessed, findings}: RoundFacts): readonly RoundFinding[] =>
	isProcessed ? findings.filter(({isNew}) => isNew) : findings;

export function decideSameHead(facts: RoundFacts): BrakeEffect | null {
	if (!facts.isProcessed || roundFindings(facts).length > 0) return null;
	const reason = `${shortOid(facts.head)} is processed, and there is no new finding`;
	return {kind: 'wait', reason, until: null};
}

/**
 * The reviewers whose comments on this head are not there yet. A limit that has passed leaves a reviewer that has to be
 * waited for all the same, without a time.
 */
export const busyReviewers = ({reviewers}: Pick<RoundFacts, 'reviewers'>): readonly ReviewerAtHead[] =>
	reviewers.filter(({state}) => state !== 'done');

/** Others' comments are not held up by a reviewer that may never look again, only by one that is at work. */
export function decideReviewerBusy(facts: RoundFacts): BrakeEffect | null {
	if (facts.isOnce) return null;
	const busy = busyReviewers(facts);
	const running = busy.filter(({state}) => state === 'running');
	const waiting = roundFindings(facts).length > 0 ? running : busy;
	if (waiting.length === 0) return null;
	const times = waiting.map(({until}) => until);
	const isTimed = times.every(time => time !== null && time > facts.now);
	const reason = waiting.map(reviewer => describeBusy(reviewer, facts.head)).join('; ');
	return {kind: 'wait', reason, until: isTimed ? Math.min(...(times as number[])) : null};
}

/** `coderabbitai[bot] has not looked at 9be01d7` */
export function describeBusy({login, state}: Pick<ReviewerAtHead, 'login' | 'state'>, head: string): string {
	const what = {
		done: `has looked at ${shortOid(head)}`,
		running: 'is still reviewing',
		'rate-limited': 'is rate limited',
		paused: 'has paused its reviews',
		stale: `has not looked at ${shortOid(head)}`,
	} satisfies Record<ReviewerAtHead['state'], string>;
	return `${login} ${what[state]}`;
}
