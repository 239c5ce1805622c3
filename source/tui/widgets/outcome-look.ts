import {
	formatLeft,
	type Left,
	type LeftCounts,
	type Outcome,
	outcomeTones,
	type Verdict,
} from '../../run/report/outcome.ts';
import {type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

type OutcomeLook = {symbol: keyof Symbols; tone: Tone};

/** For changes made by a model. */
export const modelLook: OutcomeLook = {symbol: 'byModel', tone: 'model'};

/** Sign and tone of each outcome; the sign alone is unique. */
export const outcomeLooks: Readonly<Record<Outcome, OutcomeLook>> = {
	planned: {symbol: 'plan', tone: outcomeTones.planned},
	applied: {symbol: 'apply', tone: outcomeTones.applied},
	'already-applied': {symbol: 'there', tone: outcomeTones['already-applied']},
	conflict: {symbol: 'clash', tone: outcomeTones.conflict},
	failed: {symbol: 'failed', tone: outcomeTones.failed},
	stale: {symbol: 'stale', tone: outcomeTones.stale},
	'needs-person': {symbol: 'person', tone: outcomeTones['needs-person']},
	'needs-model': {symbol: 'model', tone: outcomeTones['needs-model']},
	declined: {symbol: 'declined', tone: outcomeTones.declined},
	'not-actionable': {symbol: 'idle', tone: outcomeTones['not-actionable']},
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
