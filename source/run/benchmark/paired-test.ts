import {type Share, shareOfRight} from './figures.ts';
import {logBinomial} from './intervals.ts';
import type {Sample} from './progress.ts';

/** Right answers to each comment, by its id; without comments that have no usable answer to compare. */
export type RightByComment = Readonly<Record<string, Share>>;

export function rightByComment(samples: readonly Sample[]): RightByComment {
	const shares = [...Map.groupBy(samples, ({entry}) => entry)].map(([id, own]) => [id, shareOfRight(own)] as const);
	return Object.fromEntries(shares.filter(([, {of}]) => of > 0));
}

/** Two models on the comments to which both have answers. */
export type PairedComments = {
	comments: number;
	/** Answers of the one with fewer of them. */
	answers: number;
	/** Comments to which the first has a larger share of right answers than the second, and the other way round. */
	better: number;
	worse: number;
};

/** A comment counts once, however often it was sent: answers to the same comment are no independent evidence. */
export function pairComments(one: RightByComment, other: RightByComment): PairedComments {
	const pairs = Object.entries(one).flatMap(([id, share]) => (other[id] ? [[share, other[id]] as const] : []));
	const answers = (which: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[which].of, 0);
	// As products: shares are fractions of small numbers, which divisions would not compare exactly.
	const leads = pairs.map(([a, b]) => a.hits * b.of - b.hits * a.of);
	return {
		comments: pairs.length,
		answers: Math.min(answers(0), answers(1)),
		better: leads.filter(lead => lead > 0).length,
		worse: leads.filter(lead => lead < 0).length,
	};
}

/**
 * McNemar's test in its exact form, which holds for any counts: the probability that two equally good models differ at
 * least this much. Pairs in which they do not differ are no evidence. Source: McNemar, "Note on the Sampling Error of
 * the Difference Between Correlated Proportions or Percentages" (1947).
 * @param better pairs in which only the first is right; `worse`: only the second
 * @returns the two-sided p-value, from 0 to 1
 */
export function mcnemar(better: number, worse: number): number {
	const count = better + worse;
	let below = 0;
	for (let hits = 0; hits <= Math.min(better, worse); hits++) below += Math.exp(logBinomial(count, hits, 0.5));
	return Math.min(1, 2 * below);
}

/** Whether the first is right more often, with 95% confidence. */
export const isToldApart = ({better, worse}: PairedComments) => better > worse && mcnemar(better, worse) < 0.05;
