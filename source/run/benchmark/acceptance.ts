import {type Figures, portionOf} from './figures.ts';

/** Whether a provider stays within a limit. `unknown`: not measured. */
export type Verdict = {
	limit: 'P95 under 5 s' | 'success above 95 %' | 'confidence above 0.7' | 'P99 at most 10 s';
	/** Above this value the report advises a closer look, but the limit has not failed. */
	isAdvisory: boolean;
	/** Milliseconds, or a share from 0 to 1. */
	value: number | null;
	verdict: 'pass' | 'fail' | 'investigate' | 'unknown';
};

type Limit = Pick<Verdict, 'limit' | 'isAdvisory'> & {
	measure: (figures: Figures) => number | null;
	holds: (value: number) => boolean;
};

/** No limit on the cache hit rate: the cache is off. */
const limits: readonly Limit[] = [
	{
		limit: 'P95 under 5 s',
		isAdvisory: false,
		measure: ({latency}) => latency?.p95Ms ?? null,
		holds: value => value < 5000,
	},
	{
		limit: 'success above 95 %',
		isAdvisory: false,
		measure: ({success}) => portionOf(success),
		holds: value => value > 0.95,
	},
	{
		limit: 'confidence above 0.7',
		isAdvisory: false,
		measure: ({confidence}) => confidence,
		holds: value => value > 0.7,
	},
	{
		limit: 'P99 at most 10 s',
		isAdvisory: true,
		measure: ({latency}) => latency?.p99Ms ?? null,
		holds: value => value <= 10_000,
	},
];

export function verdictsOn(figures: Figures): Verdict[] {
	return limits.map(({limit, isAdvisory, measure, holds}) => {
		const value = measure(figures);
		const broken = isAdvisory ? 'investigate' : 'fail';
		return {limit, isAdvisory, value, verdict: value === null ? 'unknown' : holds(value) ? 'pass' : broken};
	});
}

/** Null if a limit is unknown and none failed. */
export function isAccepted(verdicts: readonly Verdict[]): boolean | null {
	const binding = verdicts.filter(({isAdvisory}) => !isAdvisory);
	if (binding.some(({verdict}) => verdict === 'fail')) return false;
	return binding.every(({verdict}) => verdict === 'pass') ? true : null;
}

/** All limits in one word: the advisory one only counts if the others hold. */
export function verdictOnAll(verdicts: readonly Verdict[]): Verdict['verdict'] {
	const accepted = isAccepted(verdicts);
	if (accepted === null) return 'unknown';
	if (!accepted) return 'fail';
	return verdicts.some(({verdict}) => verdict === 'investigate') ? 'investigate' : 'pass';
}
