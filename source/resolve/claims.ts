import type {Change} from '../review/finding.ts';
import type {Claim, ClaimsOf} from './claim.ts';
import {doConflict, findConflictGroups} from './conflict-groups.ts';
import {byPlace, choicesOf, optionsLookup, type PlacedProposal} from './proposal.ts';
import type {Structure, Structures} from './structured/structure.ts';
import {addressOf, type Touch} from './structured/touches.ts';

/**
 * What each of these changes claims: the choices that it is an option of; in a structured file, the keys that it touches;
 * and its lines, unless keys separate it from every change that it shares lines with.
 */
export function claimAll(proposals: readonly PlacedProposal[], structures: Structures): ClaimsOf {
	const claims = new Map<PlacedProposal, Claim[]>();
	const choices = new Map<readonly Change[], string>();
	const optionsOf = optionsLookup();
	const choiceClaim = (choice: readonly Change[]): Claim => {
		const space = choices.get(choice) ?? `choice ${choices.size}`;
		choices.set(choice, space);
		return {kind: 'choice', space, from: 0, to: 0, value: null};
	};
	for (const [path, placed] of Map.groupBy(proposals, proposal => proposal.path)) {
		const structure = structures.get(path);
		const keyClaims = structure ? keyClaimsIn(placed, structure) : null;
		const bound = structure && keyClaims ? boundToLines(placed, structure, keyClaims) : new Set(placed);
		for (const proposal of placed) {
			const inLines = bound.has(proposal) ? lineClaims(proposal) : [];
			const own = choicesOf(proposal, optionsOf).map(choiceClaim);
			claims.set(proposal, [...own, ...(keyClaims?.(proposal) ?? []), ...inLines]);
		}
	}
	return proposal => claims.get(proposal) ?? [];
}

/**
 * Points of a file: line n (0-based) is at 4n + 2. Between two lines there are three points, in this order: for edits that
 * end there, that go on, and that start there. So edits of two commented ranges that only touch do not meet.
 */
const startingAt = (line: number) => 4 * line + 1;
const endingAt = (line: number) => 4 * line - 1;

/**
 * Each minimal edit of a change with the gap above and below it. So two edits in overlapping ranges need an unchanged line
 * between them, as in a 3-way merge, while ranges that only touch never conflict.
 */
export function lineClaims({path, placement}: PlacedProposal): Claim[] {
	const [first, last] = [placement.start - 1, placement.end];
	return placement.edits.map(({from, to}) => {
		const isBetween = first === last;
		return {
			kind: 'lines',
			space: `lines ${path}`,
			from: from === first && !isBetween ? startingAt(from) : endingAt(from),
			to: to === last && !isBetween ? endingAt(to) : startingAt(to),
			value: null,
		};
	});
}

/** Points of the keys of a file: a value and everything in it are consecutive. Multi-line texts are compared by lines. */
function keyClaimsIn(placed: readonly PlacedProposal[], structure: Structure): ClaimsOf {
	const touches = new Map(placed.map(proposal => [proposal, structure.touches(proposal.placement.edits) ?? []]));
	// Sorted like words in a dictionary: an address is followed by all addresses that it is a prefix of.
	const addressed = (touch: Touch) =>
		addressOf(touch)
			.map(key => `${JSON.stringify(key)}\0`)
			.join('');
	const addresses = [...new Set([...touches.values()].flat().map(addressed))].sort();
	const places = new Map(addresses.map((address, index) => [address, index]));
	const claimOn = (touch: Touch): Claim => {
		const address = addressed(touch);
		const from = places.get(address) ?? 0;
		let to = from;
		while (addresses[to + 1]?.startsWith(address)) to++;
		const value = touch.isText ? 'text' : JSON.stringify([touch.how, touch.value]);
		return {kind: 'keys', space: `keys ${placed[0]?.path}`, from, to, value};
	};
	const claims = new Map([...touches].map(([proposal, own]) => [proposal, own.map(claimOn)]));
	return proposal => claims.get(proposal) ?? [];
}

/** The changes that share lines with another one and that keys do not separate from it. */
function boundToLines(
	placed: readonly PlacedProposal[],
	structure: Structure,
	keyClaims: ClaimsOf,
): ReadonlySet<PlacedProposal> {
	const bound = new Set<PlacedProposal>();
	const canWeave = (group: readonly PlacedProposal[]) =>
		structure.weave(group.toSorted(byPlace).map(({placement}) => placement.edits)) !== null;
	for (const group of findConflictGroups(placed, lineClaims)) {
		if (!doConflict(group, keyClaims) && canWeave(group)) continue;
		const canTryPairs = structure.canRead((group.length * (group.length - 1)) / 2);
		const isApart = (pair: readonly PlacedProposal[]) =>
			!doConflict(pair, lineClaims) || (canTryPairs && (doConflict(pair, keyClaims) || canWeave(pair)));
		for (const pair of canTryPairs ? pairsOf(group) : [group]) {
			if (pair.every(proposal => bound.has(proposal)) || isApart(pair)) continue;
			for (const proposal of pair) bound.add(proposal);
		}
	}
	return bound;
}

const pairsOf = <T>(all: readonly T[]) => all.flatMap((one, index) => all.slice(index + 1).map(other => [one, other]));
