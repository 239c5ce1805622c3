import type {ClaimsOf} from './claim.ts';
import {type Conflict, identifyConflict, kindOf} from './conflict.ts';
import {findConflictGroups, indexClaims} from './conflict-groups.ts';
import type {Policy} from './policy.ts';
import type {PlacedProposal} from './proposal.ts';
import {type Choosers, compareRanks, criteria, decidingCriterion, type Ranked, rank} from './rank.ts';

type Loss = {
	proposal: PlacedProposal;
	winner: PlacedProposal;
	/** Why the winner ranks higher. */
	criterion: string;
};

/** The result for one group. */
export type Settlement = {
	conflict: Conflict;
	chosen: PlacedProposal[];
	lost: Loss[];
	/** Left for a person to decide. */
	open: PlacedProposal[];
};

/** Why a change waits for a decision; `isAnswered`: because people have answered it. */
export type Hold = Pick<Conflict, 'reason' | 'isAnswered'>;

/** What is known of the sides besides themselves. */
type Sides = Choosers & {
	/** Undefined if a side does not wait for a decision, or has one. */
	heldBecause: (proposal: PlacedProposal) => Hold | undefined;
};

/**
 * Settles a group rank by rank. A change that conflicts with one already chosen loses. Changes of one rank that conflict
 * with each other are a tie and stay open, as do changes that conflict with a tie. All others are chosen. While a side waits
 * for a decision, only decisions rank.
 */
export function settle(
	group: PlacedProposal[],
	claimsOf: ClaimsOf,
	{mode, strategy}: Pick<Policy, 'mode' | 'strategy'>,
	{decisionOn, isPicked, heldBecause}: Sides,
): Settlement {
	const base = {id: identifyConflict(group), kind: kindOf(group, claimsOf), proposals: group};
	if (mode === 'non-conflicts-only') {
		const conflict = {...base, chosen: null, by: null, reason: 'the mode is non-conflicts-only'};
		return {conflict, chosen: [], lost: [], open: group};
	}
	const held = group.flatMap(proposal => heldBecause(proposal) ?? [])[0];
	const choosers = {decisionOn, isPicked: (proposal: PlacedProposal) => held === undefined && isPicked(proposal)};
	const by = criteria(held === undefined ? strategy : 'skip', choosers);
	const ranked = rank(group, by);
	const rankOf = new Map(ranked.map(entry => [entry.proposal, entry]));
	const chosen: PlacedProposal[] = [];
	const lost: Loss[] = [];
	const open: PlacedProposal[] = [];
	const chosenClaims = indexClaims(claimsOf);
	const openClaims = indexClaims(claimsOf);
	for (const level of levels(ranked)) {
		const rest: PlacedProposal[] = [];
		for (const proposal of level) {
			const winner = chosenClaims.find(proposal);
			if (!winner) rest.push(proposal);
			else lost.push({proposal, winner, criterion: decidingCriterion(rankOf.get(winner)!, rankOf.get(proposal)!, by)});
		}
		const undecided = new Set([...rest.filter(openClaims.find), ...findConflictGroups(rest, claimsOf).flat()]);
		for (const proposal of rest) {
			(undecided.has(proposal) ? open : chosen).push(proposal);
			(undecided.has(proposal) ? openClaims : chosenClaims).add(proposal);
		}
	}
	const winner = chosen[0];
	const why = lost[0] ? {reason: lost[0].criterion} : (held ?? {reason: explainTie(open, strategy, choosers)});
	const chosenBy = winner ? chooserOf(winner, choosers) : null;
	return {conflict: {...base, chosen: winner?.change.id ?? null, by: chosenBy, ...why}, chosen, lost, open};
}

/** What counts from earlier runs chooses nothing. */
function chooserOf(winner: PlacedProposal, {decisionOn, isPicked}: Choosers): Conflict['by'] {
	const by = decisionOn(winner)?.by;
	if (by === 'person' || by === 'decisions') return by;
	return isPicked(winner) ? 'agent' : 'rule';
}

function explainTie(
	open: readonly PlacedProposal[],
	strategy: Policy['strategy'],
	{decisionOn, isPicked}: Choosers,
): string {
	if (open.filter(decisionOn).length > 1) return 'the decisions choose more than one side';
	if (open.filter(isPicked).length > 1) return 'the agent chose more than one side';
	return strategy === 'priority' ? 'no rule prefers one' : 'needs a decision';
}

/** Groups proposals of the same rank, the highest first. */
function levels(ranked: readonly Ranked[]): PlacedProposal[][] {
	const cut: PlacedProposal[][] = [];
	for (const [index, entry] of ranked.entries()) {
		const before = ranked[index - 1];
		if (before && compareRanks(before, entry) === 0) cut.at(-1)!.push(entry.proposal);
		else cut.push([entry.proposal]);
	}
	return cut;
}
