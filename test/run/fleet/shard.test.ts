import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fewestShards, isInShard} from '../../../source/run/fleet/shard.ts';

const name = fc.stringMatching(/^[A-Za-z0-9][\w.-]{0,12}$/);
const locations = fc.uniqueArray(fc.record({owner: name, name, number: fc.integer({min: 1, max: 99_999})}), {
	selector: ({owner, name, number}) => `${owner}/${name}#${number}`.toLowerCase(),
	maxLength: 400,
});

test('shards are disjoint and complete, and a pull request is in the same one whatever else is listed', () => {
	fc.assert(
		fc.property(locations, fc.integer({min: 1, max: 20}), (all, of) => {
			const shards = Array.from({length: of}, (_, index) => all.filter(one => isInShard(one, {index: index + 1, of})));
			expect(shards.flat().length).toBe(all.length);
			expect(new Set(shards.flat())).toEqual(new Set(all));
			const half = all.filter((_, index) => index % 2 === 0);
			for (const [index, shard] of shards.entries()) {
				const later = half.filter(one => isInShard(one, {index: index + 1, of}));
				expect(later).toEqual(shard.filter(one => half.includes(one)));
			}
		}),
	);
});

test('the shard of a pull request does not depend on the case of its name', () => {
	fc.assert(
		fc.property(locations, ([one]) => {
			if (!one) return;
			const {owner, name, number} = one;
			const other = {owner: owner.toUpperCase(), name: name.toLowerCase(), number};
			for (let index = 1; index <= 7; index += 1)
				expect(isInShard(other, {index, of: 7})).toBe(isInShard(one, {index, of: 7}));
		}),
	);
});

test('the fewest shards all fit, and one less would not', () => {
	fc.assert(
		fc.property(locations, fc.integer({min: 1, max: 60}), (all, most) => {
			const largest = (of: number) =>
				Math.max(
					...Array.from({length: of}, (_, index) => all.filter(one => isInShard(one, {index: index + 1, of})).length),
				);
			const of = fewestShards(all, most);
			expect(largest(of)).toBeLessThanOrEqual(most);
			if (of > 1) expect(largest(of - 1)).toBeGreaterThan(most);
		}),
		{numRuns: 30},
	);
});
