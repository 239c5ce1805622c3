import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {claimAll} from '../../source/resolve/claims.ts';
import {identifyConflict, kindOf} from '../../source/resolve/conflict.ts';
import {findConflictGroups, indexClaims} from '../../source/resolve/conflict-groups.ts';
import {isPlaced, type PlacedProposal, type Proposal} from '../../source/resolve/proposal.ts';
import {change, finding, propose} from '../helpers/proposal.ts';

const file = [...'abcdefghijkl'];

/** Changes of today's file, each asked for by a reviewer of its own: first and last line, and a character a line. */
function changes(...given: [start: number, end: number, replacement: string][]): PlacedProposal[] {
	return propose(
		given.map(([start, end, replacement], index) =>
			finding([change(start, end, [...replacement], {id: `c${index + 1}`})], {id: `f${index + 1}`}),
		),
		file,
	).filter(isPlaced);
}

const claimsOf = (given: PlacedProposal[]) => claimAll(given, new Map());

const groupsOf = (given: PlacedProposal[]) => findConflictGroups(given, claimsOf(given));

const idsOf = (groups: Proposal[][]) => groups.map(group => group.map(entry => entry.change.id));

describe('a clash', () => {
	test.each<[string, ...Parameters<typeof changes>]>([
		['the same line', [3, 3, 'X'], [3, 3, 'Y']],
		['a line and a deletion of it', [3, 3, 'X'], [3, 3, '']],
		['a line in a larger range', [2, 5, 'WXYZ'], [3, 3, 'Q']],
		['overlapping ranges', [2, 4, 'XYZ'], [4, 6, 'QRS']],
		['the same insertion point', [3, 3, 'cX'], [3, 3, 'cY']],
		['an insertion in a rewritten range', [2, 5, 'WXYZ'], [3, 3, 'cQ']],
		['next lines of overlapping ranges', [2, 4, 'bcX'], [4, 6, 'dYf']],
		['an insertion right above an edit in the range around it', [3, 3, 'cX'], [2, 5, 'bcYe']],
		['an insertion right below an edit in the range around it', [4, 4, 'Xd'], [2, 5, 'bYde']],
	])('%s', (_, ...given) => expect(idsOf(groupsOf(changes(...given)))).toEqual([['c1', 'c2']]));

	test.each<[string, ...Parameters<typeof changes>]>([
		['ranges that are apart', [1, 2, 'X'], [4, 5, 'Y']],
		['ranges that touch', [1, 2, 'XY'], [3, 4, 'ZQ']],
		['an insertion at the end of one and an edit at the start of the next', [1, 2, 'abX'], [3, 3, 'Y']],
		['insertions at the line between two ranges', [1, 2, 'abX'], [3, 3, 'Yc']],
		['deletions next to each other', [2, 2, ''], [3, 3, '']],
		['overlapping ranges with a line between the edits', [2, 5, 'Xcde'], [4, 6, 'deY']],
		['a range around another with a line between the edits', [2, 6, 'Xcdef'], [4, 4, 'Y']],
	])('is none: %s', (_, ...given) => expect(groupsOf(changes(...given))).toEqual([]));

	test('changes of different files never clash', () => {
		const [one, two] = changes([3, 3, 'X'], [3, 3, 'Y']);
		expect(groupsOf([one!, {...two!, path: 'other.txt'}])).toEqual([]);
	});

	test('alternatives in one comment clash even where their edits are apart', () => {
		const options = finding([change(2, 8, [...'Xcdefgh'], {id: 'c1'}), change(2, 8, [...'bcdefgY'], {id: 'c2'})]);
		const groups = groupsOf(propose([options], file).filter(isPlaced));
		expect(idsOf(groups)).toEqual([['c1', 'c2']]);
		expect(kindOf(groups[0]!, claimsOf(groups[0]!))).toBe('choice');
	});

	test('changes of one comment on different lines are not alternatives', () => {
		const both = finding([change(2, 3, ['X'], {id: 'c1'}), change(5, 5, ['Y'], {id: 'c2'})]);
		expect(groupsOf(propose([both], file).filter(isPlaced))).toEqual([]);
	});

	test('groups are connected through others', () => {
		const given = changes([1, 2, 'XY'], [8, 8, 'Q'], [2, 4, 'QRS'], [10, 10, 'W'], [4, 5, 'MN'], [8, 9, '']);
		expect(idsOf(groupsOf(given))).toEqual([
			['c1', 'c3', 'c5'],
			['c2', 'c6'],
		]);
	});
});

describe('the kind of a conflict', () => {
	test.each<[string, string, ...Parameters<typeof changes>]>([
		['same-lines', 'equal ranges', [3, 4, 'X'], [3, 4, 'Y']],
		['contained', 'one range in another', [2, 5, 'X'], [3, 4, 'Y']],
		['overlap', 'ranges that reach out of each other', [2, 4, 'X'], [3, 5, 'Y']],
		['contained', 'several ranges in one', [2, 7, 'X'], [3, 4, 'Y'], [5, 6, 'Z']],
	])('%s: %s', (kind, _, ...given) => {
		const group = changes(...given);
		expect(kindOf(group, claimsOf(group))).toBe(kind);
	});

	test('its id does not depend on the order', () => {
		const given = changes([3, 4, 'X'], [3, 4, 'Y']);
		expect(identifyConflict(given.toReversed())).toBe(identifyConflict(given));
	});
});

const replacements = fc.oneof(fc.constantFrom('', 'X', 'XY'), fc.constantFrom('keep first', 'keep last', 'append'));

const someChanges = fc
	.array(fc.tuple(fc.integer({min: 1, max: 12}), fc.nat(4), replacements), {minLength: 1, maxLength: 12})
	.map(given =>
		changes(
			...given.map(([start, length, kind], index): [number, number, string] => {
				const end = Math.min(start + length, file.length);
				const marked = file.slice(start - 1, end);
				const own = String.fromCodePoint(0x4e00 + index);
				if (kind === 'keep first') return [start, end, marked[0] + own];
				if (kind === 'keep last') return [start, end, own + marked.at(-1)];
				if (kind === 'append') return [start, end, [...marked, own].join('')];
				return [start, end, kind && own + kind];
			}),
		),
	);

/** The rule in words: ranges that share a line, and two edits without an untouched line between them. */
function clash(a: PlacedProposal, b: PlacedProposal): boolean {
	const share = a.placement.start <= b.placement.end && b.placement.start <= a.placement.end;
	return (
		share && a.placement.edits.some(one => b.placement.edits.some(two => one.from <= two.to && two.from <= one.to))
	);
}

test('property: the sweep finds the groups that a comparison of every two changes finds', () => {
	fc.assert(
		fc.property(someChanges, given => {
			const groupOf = new Map(given.map(entry => [entry, new Set([entry])]));
			for (const a of given) {
				for (const b of given) {
					if (a === b || !clash(a, b)) continue;
					const joined = groupOf.get(a)!.union(groupOf.get(b)!);
					for (const member of joined) groupOf.set(member, joined);
				}
			}
			const expected = [...new Set(groupOf.values())].filter(({size}) => size > 1);
			const found = groupsOf(given).map(group => new Set(group));
			expect(new Set(found)).toEqual(new Set(expected));
		}),
		{numRuns: 300},
	);
});

test('property: what is taken is met exactly where there is a clash, and by name where those taken do not clash', () => {
	fc.assert(
		fc.property(someChanges, given => {
			const [other, ...rest] = given;
			const taken = indexClaims(claimsOf(given));
			for (const proposal of rest) taken.add(proposal);
			expect(taken.find(other!) !== null).toBe(rest.some(entry => clash(entry, other!)));

			const apart = indexClaims(claimsOf(given));
			for (const proposal of rest) if (!apart.find(proposal)) apart.add(proposal);
			const hit = apart.find(other!);
			if (hit) expect(clash(hit, other!)).toBe(true);
		}),
		{numRuns: 300},
	);
});
