import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
	isToldApart,
	mcnemar,
	pairComments,
	type RightByComment,
	rightByComment,
} from '../../../source/run/benchmark/paired-test.ts';
import type {Sample} from '../../../source/run/benchmark/progress.ts';

/** One answer to each of so many comments, wrong to those at these places; null: no usable answer. */
const answers = (count: number, wrong: readonly number[], missing: readonly number[] = []): RightByComment =>
	Object.fromEntries(
		Array.from({length: count}, (_, index) => [
			`simple[${index}]`,
			{hits: wrong.includes(index) ? 0 : 1, of: 1},
		]).filter((_, index) => !missing.includes(index)),
	);

const first = (count: number) => Array.from({length: count}, (_, index) => index);

const someAnswers: fc.Arbitrary<RightByComment> = fc
	.dictionary(
		fc.nat(30).map(index => `medium[${index}]`),
		fc.tuple(fc.nat(4), fc.integer({min: 1, max: 4})).map(([hits, of]) => ({hits: Math.min(hits, of), of})),
	)
	.map(all => ({...all}));

describe('McNemar', () => {
	test.each([
		// One-sided binomial probabilities, doubled.
		[0, 0, 1],
		[3, 3, 1],
		[1, 0, 1],
		[5, 0, 0.0625],
		[6, 0, 0.03125],
		[7, 0, 0.015625],
		[8, 2, 0.109375],
		[10, 1, 0.01171875],
	])('%i pairs better and %i worse', (better, worse, expected) => {
		expect(mcnemar(better, worse)).toBeCloseTo(expected, 12);
	});

	const counts = fc.nat(2000);

	test('is a probability, and the same for both sides', () =>
		fc.assert(
			fc.property(counts, counts, (a, b) => {
				expect(mcnemar(a, b)).toBe(mcnemar(b, a));
				expect(mcnemar(a, b)).toBeGreaterThanOrEqual(0);
				expect(mcnemar(a, b)).toBeLessThanOrEqual(1);
			}),
		));

	test('another pair for the one that leads makes chance less probable', () =>
		fc.assert(
			fc.property(counts, fc.nat(300), (more, worse) => {
				const better = worse + more;
				expect(mcnemar(better + 1, worse)).toBeLessThanOrEqual(mcnemar(better, worse));
			}),
		));
});

describe('two models on the same comments', () => {
	test('33 of 40 and 39 of 39 right are told apart, whether or not the missing answer is to a comment that matters', () => {
		const worse = answers(40, first(7));
		for (const [missing, better] of [
			[39, 7],
			[0, 6],
		] as const) {
			const pairs = pairComments(answers(40, [], [missing]), worse);
			expect(pairs).toEqual({comments: 39, answers: 39, better, worse: 0});
			expect(isToldApart(pairs)).toBe(true);
		}
	});

	test('as many right answers to other comments are not told apart', () => {
		const pairs = pairComments(answers(40, first(5)), answers(40, [35, 36, 37, 38, 39]));
		expect([pairs, isToldApart(pairs)]).toEqual([{comments: 40, answers: 40, better: 5, worse: 5}, false]);
	});

	test('the same difference in shares is told apart or not by the pairs', () => {
		const best = answers(40, first(2));
		expect(isToldApart(pairComments(best, answers(40, first(8))))).toBe(true);
		expect(isToldApart(pairComments(best, answers(40, [10, 11, 12, 13, 14, 15, 16, 17])))).toBe(false);
	});

	test('a comment counts once, however often it was sent', () => {
		const one = {'simple[0]': {hits: 20, of: 20}, 'simple[1]': {hits: 20, of: 20}};
		const other = {'simple[0]': {hits: 0, of: 20}, 'simple[1]': {hits: 10, of: 10}};
		const pairs = pairComments(one, other);
		expect([pairs, isToldApart(pairs)]).toEqual([{comments: 2, answers: 30, better: 1, worse: 0}, false]);
	});

	test('no common comment is no evidence', () => {
		expect(isToldApart(pairComments(answers(10, []), {}))).toBe(false);
	});

	test('both sides see the same pairs, and only one can be better', () =>
		fc.assert(
			fc.property(someAnswers, someAnswers, (one, other) => {
				const [pairs, mirrored] = [pairComments(one, other), pairComments(other, one)];
				expect(mirrored).toEqual({...pairs, better: pairs.worse, worse: pairs.better});
				expect(isToldApart(pairs) && isToldApart(mirrored)).toBe(false);
				expect(pairComments(one, one)).toMatchObject({better: 0, worse: 0});
			}),
		));
});

test('only answers that can be judged count', () => {
	const sample = (entry: string, right: Sample['right']) => ({entry, right}) as Sample;
	const all = {number: true, range: null, type: true, text: null};
	expect(
		rightByComment([
			sample('simple[0]', all),
			sample('simple[0]', {...all, type: false}),
			sample('simple[0]', null),
			sample('simple[1]', {number: null, range: null, type: null, text: null}),
			sample('simple[2]', null),
		]),
	).toEqual({'simple[0]': {hits: 1, of: 2}});
});
