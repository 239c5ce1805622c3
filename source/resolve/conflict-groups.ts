import type {Claim, ClaimsOf} from './claim.ts';
import {lowerBound} from './lower-bound.ts';
import {openPartition} from './partition.ts';
import type {PlacedProposal} from './proposal.ts';

/** A claim and all changes that make it. */
type SharedClaim = Claim & {proposals: PlacedProposal[]};

/** Two claims that share a point conflict unless they have the same range and the same value. */
const agree = (a: Claim, b: Claim) => a.value !== null && a.value === b.value && a.from === b.from && a.to === b.to;

/** Sorts claims that agree next to each other, and a range before those inside it. */
const byPosition = (a: Claim, b: Claim) =>
	compare(a.space, b.space) || a.from - b.from || b.to - a.to || compare(a.value ?? '', b.value ?? '');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function sharedClaims(proposals: readonly PlacedProposal[], claimsOf: ClaimsOf): SharedClaim[] {
	const shared: SharedClaim[] = [];
	const claims = proposals.flatMap(proposal => claimsOf(proposal).map(claim => ({...claim, proposals: [proposal]})));
	for (const claim of claims.sort(byPosition)) {
		const last = shared.at(-1);
		if (last && last.space === claim.space && agree(last, claim)) last.proposals.push(...claim.proposals);
		else shared.push(claim);
	}
	return shared;
}

/** Groups of two or more changes that are connected by conflicting claims: one sweep over the sorted claims. */
export function findConflictGroups(proposals: readonly PlacedProposal[], claimsOf: ClaimsOf): PlacedProposal[][] {
	const {join, groups} = openPartition(proposals);
	let furthest: SharedClaim | null = null;
	for (const claim of sharedClaims(proposals, claimsOf)) {
		const isBeyond = furthest?.space !== claim.space;
		if (furthest && !isBeyond && claim.from <= furthest.to) join([...furthest.proposals, ...claim.proposals]);
		if (!furthest || isBeyond || claim.to > furthest.to) furthest = claim;
	}
	return groups().filter(group => group.length > 1);
}

export const doConflict = (proposals: readonly PlacedProposal[], claimsOf: ClaimsOf) =>
	findConflictGroups(proposals, claimsOf).length > 0;

/** The claims of a growing set of changes. */
export type ClaimIndex = {
	add: (proposal: PlacedProposal) => void;
	/**
	 * A change in the set that this one conflicts with, or null. If changes in the set conflict with each other, it may name
	 * another one of them.
	 */
	find: (other: PlacedProposal) => PlacedProposal | null;
};

type PlacedClaim = Claim & {proposal: PlacedProposal};

export function indexClaims(claimsOf: ClaimsOf): ClaimIndex {
	/** By space: sorted stretches that do not overlap; conflicting ones are merged. */
	const spaces = new Map<string, PlacedClaim[]>();
	/** The range (half-open) of stretches that share a point with the claim. */
	const shared = (stretches: readonly PlacedClaim[], claim: Claim): [number, number] => {
		const low = lowerBound(stretches.length, index => stretches[index]!.to < claim.from);
		let high = low;
		while (high < stretches.length && stretches[high]!.from <= claim.to) high++;
		return [low, high];
	};
	return {
		add: proposal => {
			for (const claim of claimsOf(proposal)) {
				const stretches = spaces.get(claim.space) ?? [];
				spaces.set(claim.space, stretches);
				const [low, high] = shared(stretches, claim);
				const [first] = stretches.slice(low, high);
				if (first && high === low + 1 && agree(first, claim)) continue;
				const from = Math.min(claim.from, first?.from ?? claim.from);
				const to = Math.max(claim.to, stretches[high - 1]?.to ?? claim.to);
				const merged = first ? {...first, from, to, value: null} : {...claim, proposal};
				stretches.splice(low, high - low, merged);
			}
		},
		find: other => {
			for (const claim of claimsOf(other)) {
				const stretches = spaces.get(claim.space) ?? [];
				const [low, high] = shared(stretches, claim);
				const met = stretches.slice(low, high).find(stretch => !agree(stretch, claim));
				if (met) return met.proposal;
			}
			return null;
		},
	};
}
