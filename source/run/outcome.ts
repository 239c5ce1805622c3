import type {Ruling} from '../resolve/decide.ts';
import type {Finding} from '../review/finding.ts';
import type {RunState} from './state.ts';

/** What became of a change or a finding, the worst first: a finding takes the worst of its changes. */
export const outcomes = [
	'failed',
	'conflict',
	'stale',
	'needs-person',
	'needs-model',
	'declined',
	'planned',
	'applied',
	'already-applied',
	'not-actionable',
] as const;

export type Outcome = (typeof outcomes)[number];

export type Verdict = {outcome: Outcome; reason: string};

/** What became of each change: its ruling and, once the run has written, whether its file was. */
export function changeOutcomes({plan, written}: RunState): Map<Ruling, Verdict> {
	const files = new Map(written?.files.map(file => [file.path, file]));
	const judge = ({outcome, reason, proposal}: Ruling): Verdict => {
		if (outcome !== 'apply') return {outcome, reason};
		const file = files.get(proposal.path);
		if (!file) return {outcome: 'planned', reason};
		return file.refused === null ? {outcome: 'applied', reason} : {outcome: 'failed', reason: file.refused};
	};
	return new Map(plan?.rulings.map(ruling => [ruling, judge(ruling)]));
}

/** What became of a finding, by the verdicts on its changes. */
export function findingOutcome(finding: Finding, verdicts: readonly Verdict[]): Verdict {
	if (finding.disposition) return finding.disposition;
	const worst = verdicts.toSorted((a, b) => outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome))[0];
	return worst ?? {outcome: 'failed', reason: 'the run ended before this was decided'};
}

/** Outcomes that leave work for a person. */
const open: readonly Outcome[] = ['failed', 'conflict', 'stale', 'needs-person'];

export const isOpen = (outcome: Outcome) => open.includes(outcome);
