import fc from 'fast-check';
import {expect, test} from 'vitest';
import {align} from '../../../source/resolve/place/align.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}', ''), {maxLength: 30});

test.each<[string, string, string, (number | -1)[]]>([
	['equal texts', 'abc', 'abc', [0, 1, 2]],
	['an insertion', 'ac', 'abc', [0, 2]],
	['a deletion', 'abc', 'ac', [0, -1, 1]],
	['a replacement', 'abc', 'aXc', [0, -1, 2]],
	['braces follow the line of their own next to them', '{a}', '{b}{a}', [0, 4, 5]],
	['a repeated line between two of their own', 'a}b}c', 'a}}b}c', [0, 1, 3, 4, 5]],
	['nothing in common', 'abc', 'xyz', [-1, -1, -1]],
	['an empty text', '', 'abc', []],
	['text that went', 'abc', '', [-1, -1, -1]],
])('%s', (_, before, after, to) => expect([...align([...before], [...after]).to]).toEqual(to));

test('a landmark occurs once in each text and is aligned', () => {
	const {isLandmark} = align([...'a}b}c'], [...'x}b}}c}c']);
	expect([0, 1, 2, 3, 4].map(isLandmark)).toEqual([false, false, true, false, false]);
});

test('property: aligned lines are equal and in the same order in both texts', () => {
	fc.assert(
		fc.property(lines, lines, (before, after) => {
			const pairs = [...align(before, after).to].flatMap((to, from) => (to === -1 ? [] : [{from, to}]));
			for (const [index, {from, to}] of pairs.entries()) {
				expect(after[to]).toBe(before[from]);
				if (index > 0) expect(to).toBeGreaterThan(pairs[index - 1]!.to);
			}
		}),
	);
});

test('property: lines that were only added or only taken away keep all others aligned, where no line is repeated', () => {
	const subset = fc.uniqueArray(fc.nat(40)).chain(all => fc.tuple(fc.constant(all), fc.subarray(all)));
	fc.assert(
		fc.property(subset, ([all, some]) => {
			const [more, fewer] = [all.map(String), some.map(String)];
			expect([...align(fewer, more).to]).toEqual(fewer.map(line => more.indexOf(line)));
			expect([...align(more, fewer).to]).toEqual(more.map(line => fewer.indexOf(line)));
		}),
	);
});

test('two long stretches without a line of their own are left unaligned rather than compared', () => {
	const before = Array.from({length: 4000}, (_, index) => `${index % 2}`);
	const after = Array.from({length: 4000}, (_, index) => `${(index + 1) % 2}${'x'.repeat(index % 3)}`);
	expect(new Set(align(before, after).to)).toEqual(new Set([-1]));
});
