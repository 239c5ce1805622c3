import type {Outcome, Verdict} from '../../run/outcome.ts';
import type {Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** What became of a finding in a word; there is one too for what has yet to be placed. */
export const wordOf = (verdict: Verdict | null): string => verdict?.outcome ?? 'pending';

type Look = {symbol: keyof Symbols; tone: Tone};

/** Of what is made, or going to be, by a model. */
export const modelLook: Look = {symbol: 'byModel', tone: 'model'};

/** Sign and tone of an outcome; the sign alone tells them apart. */
export const outcomeLooks: Readonly<Record<Outcome, Look>> = {
	planned: {symbol: 'plan', tone: 'good'},
	applied: {symbol: 'apply', tone: 'good'},
	'already-applied': {symbol: 'there', tone: 'plain'},
	conflict: {symbol: 'clash', tone: 'clash'},
	failed: {symbol: 'failed', tone: 'bad'},
	stale: {symbol: 'stale', tone: 'warning'},
	'needs-person': {symbol: 'person', tone: 'warning'},
	'needs-model': {symbol: 'model', tone: 'accent'},
	declined: {symbol: 'declined', tone: 'plain'},
	'not-actionable': {symbol: 'idle', tone: 'quiet'},
};

/** Of what has yet to be placed. */
const pendingLook: Look = {symbol: 'idle', tone: 'quiet'};

/** How a finding looks; `isByModel`: a model makes the change. */
export function lookOf(verdict: Verdict | null, isByModel: boolean): Look {
	if (!verdict) return pendingLook;
	const isMade = verdict.outcome === 'planned' || verdict.outcome === 'applied';
	return isMade && isByModel ? modelLook : outcomeLooks[verdict.outcome];
}
