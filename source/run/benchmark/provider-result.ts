import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {verdictsOn} from './acceptance.ts';
import type {StopBy, Stopped} from './events.ts';
import {type MeasuredProvider, measure} from './figures.ts';
import {meanInterval, percentileInterval, shareInterval} from './intervals.ts';
import {rightByComment} from './paired-test.ts';
import type {Entrant} from './plan.ts';
import type {ProviderProgress} from './progress.ts';

/** What is known of a provider when its turn is over, or under way. */
export type Measured = {
	entrant: Entrant;
	/** Results of checks that need an answer first. */
	learned: ProviderCheck[];
	progress: ProviderProgress;
	stop: Stopped<StopBy> | null;
};

const known = new WeakMap<ProviderProgress, MeasuredProvider>();

/** Cached until another request ends, because snapshots are frequent and only one provider is active. */
export function measuredOf({entrant, progress}: Measured): MeasuredProvider {
	const {samples} = progress;
	const before = known.get(progress);
	if (before?.figures.requests === samples.length) return before;
	const measured = measure(entrant, samples);
	known.set(progress, measured);
	return measured;
}

/** @param unsent why requests were not sent, if nothing else has stopped them */
export function providerResult(measured: Measured, isOpen: boolean, unsent: string) {
	const {entrant, learned, progress} = measured;
	const {samples, activeMs, warmUp, calledOff} = progress;
	const {figures, byComplexity, timesMs, ...whose} = measuredOf(measured);
	const perRequest = figures.costPerRequestUsd;
	const stop: Stopped | null = measured.stop ?? (isOpen ? {by: 'interruption', reason: unsent, remedy: ''} : null);
	return {
		...whose,
		/** US dollars per million tokens; null if they are free. */
		price: entrant.price,
		/** The checks, replaced by later results of the same name. */
		checks: entrant.checks
			.map(check => learned.findLast(({name}) => name === check.name) ?? check)
			.map(({name, status, detail}) => ({name, status, detail})),
		/** Null if all requests were sent. */
		stop,
		figures,
		/** Bounds with 95% confidence. */
		intervals: {
			meanMs: meanInterval(timesMs),
			p50Ms: percentileInterval(timesMs, 0.5),
			p95Ms: percentileInterval(timesMs, 0.95),
			p99Ms: percentileInterval(timesMs, 0.99),
			success: shareInterval(figures.success),
			accuracy: shareInterval(figures.accuracy.all),
		},
		/** Ended requests per second of the time with requests in flight. */
		achievedPerSecond: activeMs > 0 ? (1000 * samples.length) / activeMs : null,
		monthlyUsd: perRequest === null ? null : {at1000: perRequest * 1000, at10000: perRequest * 10_000},
		byComplexity,
		verdicts: verdictsOn(figures),
		rightByComment: rightByComment(samples),
		/** Requests that are not measured. */
		warmUp,
		calledOff,
		timesMs,
	};
}
