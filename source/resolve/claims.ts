import type {Change} from '../review/finding.ts';
import type {Claim, ClaimsOf} from './claim.ts';
import {doClash, findGroups} from './clashes.ts';
import {byPlace, choicesOf, optionsLookup, type PlacedProposal} from './proposal.ts';
import type {Structure, Structures} from './structured/structure.ts';
import {addressOf, type Touch} from './structured/touches.ts';

/**
 * What each of these changes claims: the choices that it is an option of; in a structured file the keys that it touches;
 * and its lines, unless all that it meets there can be told apart by keys.
 */
export function claimAll(proposals: readonly PlacedProposal[], structures: Structures): ClaimsOf {
	const claims = new Map<PlacedProposal, Claim[]>();
	const choices = new Map<readonly Change[], string>();
	const optionsOf = optionsLookup();
	for (const proposal of proposals) {
		claims.set(
			proposal,
			choicesOf(proposal, optionsOf).map((choice): Claim => {
				const space = choices.get(choice) ?? `choice ${choices.size}`;
				choices.set(choice, space);
				return {kind: 'choice', space, from: 0, to: 0, says: null};
			}),
		);
	}
	for (const [path, placed] of Map.groupBy(proposals, proposal => proposal.path)) {
		const structure = structures.get(path);
		const keyClaims = structure ? keyClaimsIn(placed, structure) : null;
		const bound = structure && keyClaims ? boundToLines(placed, structure, keyClaims) : new Set(placed);
		for (const proposal of placed) {
			const own = claims.get(proposal)!;
			own.push(...(keyClaims?.(proposal) ?? []));
			if (bound.has(proposal)) own.push(...lineClaims(proposal));
		}
	}
	return proposal => claims.get(proposal) ?? [];
}

/**
 * Points of a file: line n (0-based) is at 4n + 2. Between two lines there are three, so that an edit down to the end of
 * the range that the reviewer marked and one from the start of another do not meet there: first what ends, then what
 * goes on, then what starts.
 */
const startingAt = (line: number) => 4 * line + 1;
const endingAt = (line: number) => 4 * line - 1;

/**
 * Each of the smallest edits of a change with the gap above and below it. So two edits in overlapping ranges need an
 * untouched line between them, as in a 3-way merge, while ranges that only touch never clash.
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
			says: null,
		};
	});
}

/** Points of the keys of a file: a value and all in it follow one another. Texts of several lines are left to the lines. */
function keyClaimsIn(placed: readonly PlacedProposal[], structure: Structure): ClaimsOf {
	const touches = new Map(placed.map(proposal => [proposal, structure.touches(proposal.placement.edits) ?? []]));
	// Like the words of a dictionary: what an address is the start of comes right behind it.
	const addressed = (touch: Touch) =>
		addressOf(touch)
			.map(key => `${JSON.stringify(key)}\0`)
			.join('');
	const addresses = [...new Set([...touches.values()].flat().map(addressed))].sort();
	const places = new Map(addresses.map((address, index) => [address, index]));
	const claimOn = (touch: Touch): Claim => {
		const address = addressed(touch);
		const from = places.get(address)!;
		let to = from;
		while (addresses[to + 1]?.startsWith(address)) to++;
		const says = touch.isText ? 'text' : JSON.stringify([touch.how, touch.value]);
		return {kind: 'keys', space: `keys ${placed[0]!.path}`, from, to, says};
	};
	const claims = new Map([...touches].map(([proposal, own]) => [proposal, own.map(claimOn)]));
	return proposal => claims.get(proposal) ?? [];
}

/** The changes that share lines with one from which their keys cannot tell them apart. */
function boundToLines(
	placed: readonly PlacedProposal[],
	structure: Structure,
	keyClaims: ClaimsOf,
): ReadonlySet<PlacedProposal> {
	const bound = new Set<PlacedProposal>();
	const canWeave = (group: readonly PlacedProposal[]) =>
		structure.weave(group.toSorted(byPlace).map(({placement}) => placement.edits)) !== null;
	for (const group of findGroups(placed, lineClaims)) {
		if (!doClash(group, keyClaims) && canWeave(group)) continue;
		const canTryPairs = structure.canRead((group.length * (group.length - 1)) / 2);
		for (const pair of canTryPairs ? pairsOf(group) : [group]) {
			if (pair.every(proposal => bound.has(proposal)) || !doClash(pair, lineClaims)) continue;
			if (canTryPairs && (doClash(pair, keyClaims) || canWeave(pair))) continue;
			for (const proposal of pair) bound.add(proposal);
		}
	}
	return bound;
}

const pairsOf = <T>(all: readonly T[]) => all.flatMap((one, index) => all.slice(index + 1).map(other => [one, other]));
