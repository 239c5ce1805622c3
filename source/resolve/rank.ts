import {type Change, severityRank} from '../review/finding.ts';
import type {Decision} from './decision.ts';
import type {PlacedProposal} from './proposal.ts';

const originRank = {person: 3, suggestion: 2, diff: 1, model: 0};

/** The change of the proposal and the changes merged into it. */
function changesOf({change, aliases, findings}: PlacedProposal): Change[] {
	if (aliases.length === 0) return [change];
	const ids = new Set(aliases);
	return [change, ...findings.flatMap(finding => finding.changes.filter(({id}) => ids.has(id)))];
}

const best = <T>(of: readonly T[], value: (each: T) => number) => Math.max(...of.map(value));

type Criterion = {
	/** Shown as the reason for the choice. */
	name: string;
	value: (proposal: PlacedProposal) => number;
};

/** The criteria of the `priority` strategy, the most important first. A change of several findings gets their best value. */
const priorities: Criterion[] = [
	{name: 'higher severity', value: ({findings}) => best(findings, ({severity}) => severityRank(severity))},
	{name: 'security category', value: ({findings}) => Number(findings.some(({category}) => category === 'security'))},
	{
		name: 'origin (suggestion over diff over model)',
		value: proposal => best(changesOf(proposal), ({from}) => originRank[from]),
	},
	{name: 'human reviewer', value: ({findings}) => Number(findings.some(({author}) => author && !author.isBot))},
	{name: 'higher confidence', value: proposal => best(changesOf(proposal), ({confidence}) => confidence)},
];

/** Who chose a side of a conflict. */
export type Choosers = {
	decisionOn: (proposal: PlacedProposal) => Decision | undefined;
	/** Whether an agent chose it. */
	isPicked: (proposal: PlacedProposal) => boolean;
};

/**
 * The criteria of a strategy. A person's decision always comes first, then an agent's choice; `skip` and `ask` have no other
 * criterion. Two changes that a person, or an agent, chose are a tie.
 */
export function criteria(strategy: 'priority' | 'skip' | 'ask', {decisionOn, isPicked}: Choosers): Criterion[] {
	const isDecided = (proposal: PlacedProposal) => decisionOn(proposal) !== undefined;
	const word = {name: 'decision', value: (proposal: PlacedProposal) => Number(isDecided(proposal))};
	const pick = {name: "the agent's choice", value: (proposal: PlacedProposal) => Number(isPicked(proposal))};
	if (strategy !== 'priority') return [word, pick];
	const rules = priorities.map(({name, value}) => ({
		name,
		value: (proposal: PlacedProposal) => (isDecided(proposal) || isPicked(proposal) ? 0 : value(proposal)),
	}));
	return [word, pick, ...rules];
}

export type Ranked = {proposal: PlacedProposal; values: number[]};

export function rank(proposals: readonly PlacedProposal[], by: readonly Criterion[]): Ranked[] {
	return proposals.map(proposal => ({proposal, values: by.map(({value}) => value(proposal))})).sort(compareRanks);
}

/** Negative if `a` ranks before `b`, 0 for a tie. */
export function compareRanks(a: Ranked, b: Ranked): number {
	for (const [at, value] of a.values.entries()) {
		const other = b.values[at] ?? value;
		if (other !== value) return other - value;
	}
	return 0;
}

/** The criterion by which `winner` ranks before `loser`. */
export function decidingCriterion(winner: Ranked, loser: Ranked, by: readonly Criterion[]): string {
	return by[winner.values.findIndex((value, at) => value !== loser.values[at])]?.name ?? 'decision';
}
