import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bisect} from '../../../source/worktree/syntax/bisect.ts';

/** Answers like a checker, and counts how often it is asked. */
function looksAt(isSound: (subset: readonly number[]) => boolean) {
	const asked: (readonly number[])[] = [];
	const look = async (subset: readonly number[]) => {
		asked.push(subset);
		return isSound(subset) ? null : `${subset.length} changes`;
	};
	return {look, asked};
}

const numbers = (count: number) => Array.from({length: count}, (_, index) => index);

test('where nothing is wrong one look is enough', async () => {
	const {look, asked} = looksAt(() => true);
	expect(await bisect(numbers(100), look)).toEqual({kept: numbers(100), heldBack: []});
	expect(asked).toHaveLength(1);
	expect(await bisect([], look)).toEqual({kept: [], heldBack: []});
});

test('two changes that need each other stay together', async () => {
	const {look} = looksAt(subset => subset.includes(0) === subset.includes(1));
	expect(await bisect([0, 1, 2], look)).toEqual({kept: [0, 1, 2], heldBack: []});
});

test('what is held back for want of a later change is looked at again beside it', async () => {
	const {look} = looksAt(subset => !subset.includes(2) && (!subset.includes(0) || subset.includes(1)));
	expect(await bisect([0, 1, 2], look)).toMatchObject({kept: [0, 1], heldBack: [{unit: 2}]});
	const later = looksAt(subset => !subset.includes(1) && (!subset.includes(0) || subset.includes(2)));
	expect(await bisect([0, 1, 2], later.look)).toMatchObject({kept: [0, 2], heldBack: [{unit: 1}]});
});

test('exactly the culprits are held back, in few looks', async () => {
	const property = fc.asyncProperty(
		fc.integer({min: 0, max: 200}).chain(count => fc.tuple(fc.constant(count), fc.subarray(numbers(count)))),
		async ([count, culprits]) => {
			const {look, asked} = looksAt(subset => !subset.some(change => culprits.includes(change)));
			const {kept, heldBack} = await bisect(numbers(count), look);
			expect(heldBack.map(({unit}) => unit)).toEqual(culprits);
			expect(kept).toEqual(numbers(count).filter(change => !culprits.includes(change)));
			// Those that are held back are looked at again, beside all that is kept.
			const once = 1 + culprits.length * (1 + Math.ceil(Math.log2(count + 1)));
			expect(asked.length).toBeLessThanOrEqual(culprits.length === 0 ? once : 2 * once);
		},
	);
	await fc.assert(property);
});

test('whatever the looks say: what is kept is sound, and what is held back would have spoilt it', async () => {
	const property = fc.asyncProperty(fc.integer({min: 0, max: 40}), fc.func(fc.boolean()), async (count, says) => {
		const isSound = (subset: readonly number[]) => subset.length === 0 || says(subset);
		const {kept, heldBack} = await bisect(numbers(count), looksAt(isSound).look);
		const culprits = heldBack.map(({unit}) => unit);
		expect([...kept, ...culprits].sort((a, b) => a - b)).toEqual(numbers(count));
		expect(isSound(kept)).toBe(true);
		for (const {unit: culprit, fault} of heldBack) {
			const spoilt = [...kept, culprit].sort((a, b) => a - b);
			expect([isSound(spoilt), fault]).toEqual([false, `${spoilt.length} changes`]);
		}
	});
	await fc.assert(property);
});
