import type {Claim, ClaimsOf} from './claim.ts';
import type {PlacedProposal} from './proposal.ts';

/** Claims that agree, and the changes that make them. */
type Stake = Claim & {proposals: PlacedProposal[]};

/** Two claims that share a point clash unless they are the same, and say the same. */
const agree = (a: Claim, b: Claim) => a.says !== null && a.says === b.says && a.from === b.from && a.to === b.to;

/** Those that agree stand next to each other, and what holds others before what it holds. */
const inOrder = (a: Claim, b: Claim) =>
	compare(a.space, b.space) || a.from - b.from || b.to - a.to || compare(a.says ?? '', b.says ?? '');

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function stakesOf(proposals: readonly PlacedProposal[], claimsOf: ClaimsOf): Stake[] {
	const stakes: Stake[] = [];
	const claims = proposals.flatMap(proposal => claimsOf(proposal).map(claim => ({...claim, proposals: [proposal]})));
	for (const claim of claims.sort(inOrder)) {
		const last = stakes.at(-1);
		if (last && last.space === claim.space && agree(last, claim)) last.proposals.push(...claim.proposals);
		else stakes.push(claim);
	}
	return stakes;
}

/** Groups of two or more changes that are connected by clashes: one sweep over the sorted claims. */
export function findGroups(proposals: readonly PlacedProposal[], claimsOf: ClaimsOf): PlacedProposal[][] {
	const parent = new Map<PlacedProposal, PlacedProposal>();
	const root = (proposal: PlacedProposal): PlacedProposal => {
		let top = proposal;
		for (let next = parent.get(top); next; next = parent.get(top)) top = next;
		for (let next = proposal; next !== top; ) {
			const above = parent.get(next)!;
			parent.set(next, top);
			next = above;
		}
		return top;
	};
	const join = (one: PlacedProposal, other: PlacedProposal) => {
		const [a, b] = [root(one), root(other)];
		if (a !== b) parent.set(b, a);
	};
	let furthest: Stake | null = null;
	for (const stake of stakesOf(proposals, claimsOf)) {
		const isBeyond = furthest?.space !== stake.space;
		if (furthest && !isBeyond && stake.from <= furthest.to) {
			for (const proposal of [...furthest.proposals, ...stake.proposals]) join(furthest.proposals[0]!, proposal);
		}
		if (!furthest || isBeyond || stake.to > furthest.to) furthest = stake;
	}
	const groups = new Map<PlacedProposal, PlacedProposal[]>();
	for (const proposal of proposals) {
		const top = root(proposal);
		const group = groups.get(top);
		if (group) group.push(proposal);
		else groups.set(top, [proposal]);
	}
	return [...groups.values()].filter(group => group.length > 1);
}

export const doClash = (proposals: readonly PlacedProposal[], claimsOf: ClaimsOf) =>
	findGroups(proposals, claimsOf).length > 0;

/** What some changes claim together. */
export type Taken = {
	add: (proposal: PlacedProposal) => void;
	/**
	 * One of the changes that another one clashes with; null where it clashes with none. Where those added clash with one
	 * another, only whether there is one is certain.
	 */
	hit: (other: PlacedProposal) => PlacedProposal | null;
};

type Stretch = Claim & {proposal: PlacedProposal};

export function takenBy(claimsOf: ClaimsOf): Taken {
	/** By space stretches in order that do not overlap: those that clash become one. */
	const spaces = new Map<string, Stretch[]>();
	/** Where (half-open) the stretches stand that share a point with the claim. */
	const shared = (stretches: readonly Stretch[], claim: Claim): [number, number] => {
		let low = 0;
		let high = stretches.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (stretches[middle]!.to < claim.from) low = middle + 1;
			else high = middle;
		}
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
				const merged = first ? {...first, from, to, says: null} : {...claim, proposal};
				stretches.splice(low, high - low, merged);
			}
		},
		hit: other => {
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
