import type {Reviewer} from '../../review/read.ts';
import {
	formatLeft,
	type Left,
	type LeftCounts,
	type Outcome,
	outcomeTable,
	type Verdict,
} from '../../run/report/outcome.ts';
import {type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

type OutcomeLook = {symbol: keyof Symbols; tone: Tone};

/** For changes made by a model. */
export const modelLook: OutcomeLook = {symbol: 'byModel', tone: 'model'};

/** Sign and tone of each outcome; the sign alone is unique. */
export const outcomeLooks: Readonly<Record<Outcome, OutcomeLook>> = {
	planned: {symbol: 'plan', tone: outcomeTable.planned.tone},
	applied: {symbol: 'apply', tone: outcomeTable.applied.tone},
	'already-applied': {symbol: 'there', tone: outcomeTable['already-applied'].tone},
	conflict: {symbol: 'clash', tone: outcomeTable.conflict.tone},
	failed: {symbol: 'failed', tone: outcomeTable.failed.tone},
	stale: {symbol: 'stale', tone: outcomeTable.stale.tone},
	'needs-person': {symbol: 'person', tone: outcomeTable['needs-person'].tone},
	'needs-model': {symbol: 'model', tone: outcomeTable['needs-model'].tone},
	declined: {symbol: 'declined', tone: outcomeTable.declined.tone},
	'not-actionable': {symbol: 'idle', tone: outcomeTable['not-actionable'].tone},
};

const pendingLook: OutcomeLook = {symbol: 'idle', tone: 'quiet'};

/** Look of a finding; `isByModel`: a model made the change. */
export function lookOf(verdict: Verdict | null, isByModel: boolean): OutcomeLook {
	if (!verdict) return pendingLook;
	const isMade = verdict.outcome === 'planned' || verdict.outcome === 'applied';
	return isMade && isByModel ? modelLook : outcomeLooks[verdict.outcome];
}

const leftLooks: Readonly<Record<Left, OutcomeLook>> = {
	'to decide': {symbol: 'clash', tone: 'warning'},
	'in words': outcomeLooks['needs-model'],
};

/** `! 1 to decide`, `* 12 in words`: the open findings. */
export const leftSpans = (counts: LeftCounts, symbols: Symbols): Span[] =>
	formatLeft(counts).map(({left, text}) => span(`${symbols[leftLooks[left].symbol]} ${text}`, leftLooks[left].tone));

/** What a reviewer is doing, as users know it; `stale` means something else for findings. */
export const reviewerLooks: Readonly<Record<Reviewer['state'], {words: string; tone: Tone}>> = {
	done: {words: 'has reviewed', tone: 'good'},
	running: {words: 'is reviewing', tone: 'accent'},
	stale: {words: 'has not reviewed the head', tone: 'warning'},
	paused: {words: 'has paused', tone: 'warning'},
	'rate-limited': {words: 'is rate limited', tone: 'warning'},
};
