import type {Outcome, Verdict} from '../../run/outcome.ts';
import type {Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** What became of a finding in a word; there is one too for what has yet to be placed. */
export const wordOf = (verdict: Verdict | null): string => verdict?.outcome ?? 'pending';

/** Sign and tone of an outcome; the sign alone tells them apart. */
export const outcomeLooks: Readonly<Record<Outcome, {symbol: keyof Symbols; tone: Tone}>> = {
	planned: {symbol: 'apply', tone: 'good'},
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
