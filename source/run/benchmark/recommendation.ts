import {exposureOf} from '../../settings/providers.ts';
import {inSeconds} from '../../text/figures.ts';
import {isAccepted} from './acceptance.ts';
import {portionOf} from './figures.ts';
import type {Interval} from './intervals.ts';
import {type Advice, type ProviderResult, uses} from './result.ts';

type Rule = {
	/** Smaller is better; infinite if the provider does not fit. */
	rank: (provider: ProviderResult) => number;
	why: (provider: ProviderResult) => string;
	/** Bounds of the ranked value; absent if the rank is exact. */
	bounds?: (provider: ProviderResult) => Interval;
	/** The message if none fits. */
	none: string;
};

const last = Number.POSITIVE_INFINITY;
const shortSeconds = (ms: number) => inSeconds(ms, 2);

/** Subscription clients count as more private than pay-per-use APIs. */
const exposure = ({isLocal, provider}: ProviderResult) =>
	isLocal ? 0 : exposureOf(provider) === 'subscription' ? 1 : last;

const rules: Readonly<Record<Advice['use'], Rule>> = {
	privacy: {
		rank: exposure,
		why: ({isLocal}) =>
			isLocal
				? 'comments and code stay on this machine'
				: 'no local model was measured; comments and code go to the vendor of the subscription',
		none: 'neither a local model nor a subscription client was measured',
	},
	cost: {
		rank: ({figures}) => figures.costPerRequestUsd ?? last,
		why: ({isMetered, isLocal, figures}) =>
			isMetered
				? figures.costPerRequestUsd === null
					? 'cost per request unknown'
					: `$${figures.costPerRequestUsd.toPrecision(2)} per request`
				: isLocal
					? 'free'
					: 'free with subscription',
		none: 'nothing was measured',
	},
	latency: {
		rank: ({figures}) => figures.latency?.p95Ms ?? last,
		why: ({figures}) => `P95 of ${shortSeconds(figures.latency!.p95Ms)}`,
		// With few answers there is no upper bound, so the slowest answer replaces it.
		bounds: ({intervals: {p95Ms}, timesMs}) => ({
			low: p95Ms.low,
			high: p95Ms.high ?? timesMs.reduce((a, b) => Math.max(a, b), 0),
		}),
		none: 'no request was answered',
	},
	quality: {
		rank: ({figures}) => -(portionOf(figures.accuracy.all) ?? Number.NEGATIVE_INFINITY),
		why: ({figures}) =>
			`${Math.round(100 * portionOf(figures.accuracy.all)!)}% of its answers match the ground truth in every aspect`,
		bounds: ({intervals}) => intervals.accuracy,
		none: 'no answer could be compared with a ground truth',
	},
};

/** Prefers providers within all limits; on a tie, the faster one. */
export function advise(providers: readonly ProviderResult[]): Advice[] {
	return uses.map(use => {
		const {rank, why, bounds, none} = rules[use];
		const serving = providers.filter(one => one.figures.success.hits > 0 && Number.isFinite(rank(one)));
		const [best] = serving.toSorted(
			(a, b) => failing(a) - failing(b) || rank(a) - rank(b) || rules.latency.rank(a) - rules.latency.rank(b),
		);
		if (!best) return {use, provider: null, why: none, close: []};
		const limits = failing(best) === 0 ? '' : '; like all candidates, it misses a limit';
		const isClose = (one: ProviderResult) =>
			one !== best &&
			failing(one) === failing(best) &&
			bounds !== undefined &&
			intervalsOverlap(bounds(one), bounds(best));
		const close = serving.filter(isClose).map(({name}) => name);
		return {use, provider: best.name, why: `${why(best)}${limits}`, close};
	});
}

/** An unknown bound is infinite. */
const intervalsOverlap = (one: Interval, other: Interval) =>
	(one.low ?? Number.NEGATIVE_INFINITY) <= (other.high ?? last) &&
	(other.low ?? Number.NEGATIVE_INFINITY) <= (one.high ?? last);

const failing = ({verdicts}: ProviderResult) => (isAccepted(verdicts) === true ? 0 : 1);
