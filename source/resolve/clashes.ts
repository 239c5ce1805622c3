import type {Change} from '../review/finding.ts';
import {choicesOf, type PlacedProposal} from './proposal.ts';

/** A stretch of points that no other change may touch, both bounds included. */
type Claim = {proposal: PlacedProposal; path: string; from: number; to: number};

/**
 * Points of a file: line n (0-based) is at 4n + 2. Between two lines there are three, so that an edit down to the end of
 * the range that the reviewer marked and one from the start of another do not meet there: first what ends, then what
 * goes on, then what starts.
 */
const startingAt = (line: number) => 4 * line + 1;
const endingAt = (line: number) => 4 * line - 1;

/**
 * What a change claims: each of its smallest edits with the gap above and below it. So two edits in overlapping ranges
 * need an untouched line between them, as in a 3-way merge, while ranges that only touch never clash.
 */
function claimsOf(proposal: PlacedProposal): Claim[] {
	const {path, placement} = proposal;
	const [first, last] = [placement.start - 1, placement.end];
	return placement.edits.map(({from, to}) => {
		const isBetween = first === last;
		return {
			proposal,
			path,
			from: from === first && !isBetween ? startingAt(from) : endingAt(from),
			to: to === last && !isBetween ? endingAt(to) : startingAt(to),
		};
	});
}

const inOrder = (a: Claim, b: Claim) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.from - b.from || a.to - b.to);

/**
 * Groups of two or more changes that are connected by clashes: one sweep over the sorted claims, and what one comment
 * offers as a choice.
 */
export function findGroups(proposals: readonly PlacedProposal[]): PlacedProposal[][] {
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
	const offered = new Map<readonly Change[], PlacedProposal>();
	for (const proposal of proposals) {
		for (const choice of choicesOf(proposal)) {
			const other = offered.get(choice);
			if (other) join(other, proposal);
			else offered.set(choice, proposal);
		}
	}
	let furthest: Claim | null = null;
	for (const claim of proposals.flatMap(claimsOf).sort(inOrder)) {
		if (furthest && furthest.path === claim.path && claim.from <= furthest.to) {
			join(furthest.proposal, claim.proposal);
		}
		if (!furthest || furthest.path !== claim.path || claim.to > furthest.to) furthest = claim;
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

/** Answers which of some changes another one clashes with; null where with none. */
export function claimIndex(proposals: readonly PlacedProposal[]): (other: PlacedProposal) => PlacedProposal | null {
	const claims = proposals.flatMap(claimsOf).sort(inOrder);
	// For each claim the one among it and those before it in the same file that reaches furthest.
	const reach: Claim[] = [];
	for (const [index, claim] of claims.entries()) {
		const before = reach[index - 1];
		reach.push(before && before.path === claim.path && before.to >= claim.to ? before : claim);
	}
	const offered = new Map(
		proposals.flatMap(proposal => choicesOf(proposal).map(choice => [choice, proposal] as const)),
	);
	return other => {
		for (const choice of choicesOf(other)) {
			const taken = offered.get(choice);
			if (taken) return taken;
		}
		for (const wanted of claimsOf(other)) {
			let low = 0;
			let high = claims.length;
			while (low < high) {
				const middle = (low + high) >> 1;
				const {path, from} = claims[middle]!;
				if (path < wanted.path || (path === wanted.path && from <= wanted.to)) low = middle + 1;
				else high = middle;
			}
			const hit = reach[low - 1];
			if (hit && hit.path === wanted.path && hit.to >= wanted.from) return hit.proposal;
		}
		return null;
	};
}
