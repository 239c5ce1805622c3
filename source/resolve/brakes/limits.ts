import {type Severity, severities, severityRank} from '../../review/finding.ts';
import {count} from '../../text/sentences.ts';
import type {BrakeEffect} from './brake.ts';
import type {RoundFacts, VerificationEnd} from './facts.ts';
import {roundFindings} from './waiting.ts';

export function decideRounds(facts: RoundFacts): BrakeEffect | null {
	const {rounds, maxRounds} = facts;
	if (rounds.length < maxRounds || roundFindings(facts).length === 0) return null;
	const reason = `${count(rounds.length, 'round has', 'rounds have')} pushed, and the limit is ${maxRounds}`;
	return {kind: 'stop', reason, remedy: `Pass --max-rounds ${rounds.length + 1} to go on.`};
}

/** The minimum severity of a round, counted from 1: all, then from minor, from major, only critical. */
export const floorOf = (round: number): Severity => severities[Math.min(round, severities.length) - 1] ?? 'critical';

export function decideFloor({rounds, findings}: RoundFacts): BrakeEffect | null {
	const round = rounds.length + 1;
	const floor = floorOf(round);
	const below = findings.filter(({severity}) => severityRank(severity) < severityRank(floor));
	if (below.length === 0) return null;
	const reason = `below ${floor}, the minimum severity of round ${round}`;
	return {kind: 'leave', findings: new Map(below.map(({id}) => [id, reason]))};
}

/** How many findings on lines of our own make a loop. */
const fewestSelfMade = 3;

/** The new findings on lines that this program wrote last. */
export const selfMadeOf = ({findings}: Pick<RoundFacts, 'findings'>) =>
	findings.filter(({isNew, isSelfMade, isRemark}) => isNew && isSelfMade && !isRemark);

export function decideSelfMade({findings, named}: RoundFacts): BrakeEffect | null {
	const all = findings.filter(({isNew, isRemark}) => isNew && !isRemark).length;
	const own = selfMadeOf({findings}).length;
	if (own < fewestSelfMade || own * 2 < all) return null;
	const reason = `${own} of ${count(all, 'new finding')} are on lines that pr-resolve wrote last`;
	return {kind: 'stop', reason, remedy: reviewRest(named)};
}

/** The rounds in a row after one more. @param left ids of the findings that it has left to a person */
export function idleRoundsAfter(
	facts: RoundFacts,
	{applied, left}: {applied: number; left: ReadonlySet<string>},
): number {
	if (applied > 0) return 0;
	const isIdle = roundFindings(facts).some(({id, isRemark}) => !isRemark && left.has(id));
	return facts.idleRounds + (isIdle ? 1 : 0);
}

export function decideNoProgress({idleRounds, named}: RoundFacts): BrakeEffect | null {
	if (idleRounds < 2) return null;
	return {kind: 'stop', reason: `${count(idleRounds, 'round')} in a row applied nothing`, remedy: reviewRest(named)};
}

const failures: Partial<Record<VerificationEnd, string>> = {
	unsteady: 'the verification both passed and failed with the same changes',
	'baseline-fails': 'the verification fails without the changes too',
	unknown: 'the verification came to no result',
	stopped: 'the verification was stopped',
	'nothing-left': 'every change breaks the verification',
};

export function decideVerify({verification}: RoundFacts): BrakeEffect | null {
	const reason = verification === null ? undefined : failures[verification];
	return reason === undefined
		? null
		: {kind: 'stop', reason, remedy: 'Run the command of --verify yourself and see why.'};
}

export function decideBudget({isBudgetSpent}: RoundFacts): BrakeEffect | null {
	if (!isBudgetSpent) return null;
	return {kind: 'stop', reason: 'the model budget is spent', remedy: 'Pass a higher --cost-budget to go on.'};
}

const reviewRest = (named: string) => `See what is open: pr-resolve review ${named}`;
