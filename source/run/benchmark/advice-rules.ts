import {exposureOf} from '../../settings/providers.ts';
import {seconds} from '../../text/figures.ts';
import {isAccepted} from './acceptance.ts';
import {unanswered} from './cautions.ts';
import {costText} from './cost-text.ts';
import {portionOf} from './figures.ts';
import type {Interval} from './intervals.ts';
import {isToldApart, pairComments} from './paired-test.ts';
import type {Advice, ProviderResult} from './result.ts';

/** Smaller is better; infinite if the provider does not fit. */
export type AdviceRank = (provider: ProviderResult) => number;

export type AdviceRule = {
	/** Each decides where those before it are equal; latency decides last. */
	ranks: readonly AdviceRank[];
	/** @param measured all providers with requests */
	why: (provider: ProviderResult, measured: readonly ProviderResult[]) => string;
	/** Whether the first, which ranks before the second, is really better; absent if the ranks are exact. */
	compare?: (one: ProviderResult, other: ProviderResult) => Comparison;
	/** The text if none fits. */
	none: (measured: readonly ProviderResult[]) => string;
};

type Comparison = {isToldApart: boolean; on: NonNullable<Advice['comparedOn']>};

/** The rank of a provider that does not fit. */
export const unfit = Number.POSITIVE_INFINITY;

export const limitRank: AdviceRank = ({verdicts}) => (isAccepted(verdicts) === true ? 0 : 1);
export const latencyRank: AdviceRank = ({figures}) => figures.latency?.p95Ms ?? unfit;
const rightRank: AdviceRank = ({figures}) => -(portionOf(figures.accuracy.all) || Number.NEGATIVE_INFINITY);

/** This machine before the vendor of a subscription, and both before one that bills each request. */
const exposureRank: AdviceRank = ({isLocal, provider}) =>
	isLocal ? 0 : exposureOf(provider) === 'subscription' ? 1 : 2;
const privacyRank: AdviceRank = provider => (exposureRank(provider) < 2 ? exposureRank(provider) : unfit);

const noneUsable = (measured: readonly ProviderResult[]) =>
	measured.length === 0 ? 'nothing was measured' : 'no provider gave a usable answer';

/** Of providers of which none has a usable answer. */
const inVain = (providers: readonly ProviderResult[]) =>
	`no usable answer from ${providers.map(one => `${one.name} (${unanswered(one).join()})`).join(', ')}`;

function onLocal(measured: readonly ProviderResult[]): string {
	const local = measured.filter(({isLocal}) => isLocal);
	return local.length === 0 ? 'no local model was measured' : inVain(local);
}

/** How a provider is chosen for each use. */
export const adviceRules: Readonly<Record<Advice['use'], AdviceRule>> = {
	privacy: {
		// A limit on latency is no reason to send code elsewhere.
		ranks: [privacyRank, limitRank],
		why: (best, measured) =>
			best.isLocal
				? 'nothing leaves this machine'
				: `${onLocal(measured)}; comments and code go to the vendor of the subscription`,
		none: measured => {
			const wanted = measured.filter(one => privacyRank(one) < unfit);
			return wanted.length > 0 ? inVain(wanted) : 'neither a local model nor a subscription client was measured';
		},
	},
	cost: {
		ranks: [limitRank, ({figures}) => figures.costPerRequestUsd ?? unfit, exposureRank],
		why: best => {
			const text = costText(best, best.figures.costPerRequestUsd);
			return best.isMetered ? `${text} per request` : text;
		},
		none: noneUsable,
	},
	latency: {
		ranks: [limitRank, latencyRank],
		why: best => `P95 of ${seconds(best.figures.latency?.p95Ms)}`,
		compare: (one, other) => ({
			isToldApart: !intervalsOverlap(p95Of(one), p95Of(other)),
			on: {answers: Math.min(one.figures.answered, other.figures.answered), comments: null},
		}),
		none: noneUsable,
	},
	quality: {
		ranks: [limitRank, rightRank],
		why: ({figures: {accuracy}}) => `${accuracy.all.hits} of ${accuracy.all.of} answers`,
		compare: (one, other) => {
			const pairs = pairComments(one.rightByComment, other.rightByComment);
			return {isToldApart: isToldApart(pairs), on: {answers: pairs.answers, comments: pairs.comments}};
		},
		none: measured => {
			if (measured.every(({figures}) => figures.success.hits === 0)) return noneUsable(measured);
			const isJudged = measured.some(({figures}) => figures.accuracy.all.of > 0);
			return isJudged ? 'none, 0% right' : 'unknown: the data set has no right answers to compare with';
		},
	},
};

/** With few answers there is no upper bound, so the slowest answer replaces it. */
const p95Of = ({intervals: {p95Ms}, timesMs}: ProviderResult): Interval => ({
	low: p95Ms.low,
	high: p95Ms.high ?? timesMs.reduce((a, b) => Math.max(a, b), 0),
});

/** An unknown bound is infinite. */
const intervalsOverlap = (one: Interval, other: Interval) =>
	(one.low ?? Number.NEGATIVE_INFINITY) <= (other.high ?? Number.POSITIVE_INFINITY) &&
	(other.low ?? Number.NEGATIVE_INFINITY) <= (one.high ?? Number.POSITIVE_INFINITY);
