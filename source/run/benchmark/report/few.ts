import {neededForPercentile} from '../intervals.ts';

/** Minimum answers for percentiles with an upper bound. */
export const enough = {p95: neededForPercentile(0.95), p99: neededForPercentile(0.99)};

export const isFew = {
	p95: (answers: number) => answers < enough.p95,
	p99: (answers: number) => answers < enough.p99,
};
