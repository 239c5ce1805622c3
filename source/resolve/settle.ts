import type {ClaimsOf} from './claim.ts';
import {findGroups, takenBy} from './clashes.ts';
import {type Conflict, identifyConflict, kindOf} from './conflict.ts';
import type {Decision} from './decision.ts';
import type {Policy} from './policy.ts';
import type {PlacedProposal} from './proposal.ts';
import {compareRanks, criteria, decidingCriterion, type Ranked, rank} from './rank.ts';

type Loss = {
	proposal: PlacedProposal;
	winner: PlacedProposal;
	/** What the winner had more of. */
	criterion: string;
};

/** What became of the changes of one group. */
export type Settlement = {
	conflict: Conflict;
	chosen: PlacedProposal[];
	lost: Loss[];
	/** Left to a person. */
	open: PlacedProposal[];
};

/**
 * Settles a group rank by rank: what clashes with a change already chosen loses; of one rank, those that clash with
 * each other are a tie and stay open, and so does what clashes with a tie. The others place cleanly, so they are
 * chosen too.
 */
export function settle(
	group: PlacedProposal[],
	claimsOf: ClaimsOf,
	{mode, strategy}: Pick<Policy, 'mode' | 'strategy'>,
	decisionOn: (proposal: PlacedProposal) => Decision | undefined,
): Settlement {
	const base = {id: identifyConflict(group), kind: kindOf(group, claimsOf), proposals: group};
	if (mode === 'non-conflicts-only') {
		const conflict = {...base, chosen: null, by: null, reason: 'the mode is non-conflicts-only'};
		return {conflict, chosen: [], lost: [], open: group};
	}
	const by = criteria(strategy, decisionOn);
	const ranked = rank(group, by);
	const rankOf = new Map(ranked.map(entry => [entry.proposal, entry]));
	const chosen: PlacedProposal[] = [];
	const lost: Loss[] = [];
	const open: PlacedProposal[] = [];
	const byChosen = takenBy(claimsOf);
	const byOpen = takenBy(claimsOf);
	for (const level of levels(ranked)) {
		const rest: PlacedProposal[] = [];
		for (const proposal of level) {
			const winner = byChosen.hit(proposal);
			if (!winner) rest.push(proposal);
			else lost.push({proposal, winner, criterion: decidingCriterion(rankOf.get(winner)!, rankOf.get(proposal)!, by)});
		}
		const undecided = new Set([...rest.filter(byOpen.hit), ...findGroups(rest, claimsOf).flat()]);
		for (const proposal of rest) {
			(undecided.has(proposal) ? open : chosen).push(proposal);
			(undecided.has(proposal) ? byOpen : byChosen).add(proposal);
		}
	}
	const winner = chosen[0];
	const reason = lost[0]?.criterion ?? explainTie(open, strategy, decisionOn);
	const chosenBy = winner ? (decisionOn(winner)?.by ?? 'rule') : null;
	return {conflict: {...base, chosen: winner?.change.id ?? null, by: chosenBy, reason}, chosen, lost, open};
}

function explainTie(
	open: readonly PlacedProposal[],
	strategy: Policy['strategy'],
	decisionOn: (proposal: PlacedProposal) => Decision | undefined,
): string {
	if (open.filter(decisionOn).length > 1) return 'the decisions choose more than one';
	return strategy === 'priority' ? 'no rule prefers one' : 'left to a person';
}

/** Cuts a ranking where the rank changes. */
function levels(ranked: readonly Ranked[]): PlacedProposal[][] {
	const cut: PlacedProposal[][] = [];
	for (const [index, entry] of ranked.entries()) {
		const before = ranked[index - 1];
		if (before && compareRanks(before, entry) === 0) cut.at(-1)!.push(entry.proposal);
		else cut.push([entry.proposal]);
	}
	return cut;
}
