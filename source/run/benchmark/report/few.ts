/** Minimum answers for percentiles with an upper bound. */
export const enough = {p95: 72, p99: 368};

export const isFew = {
	p95: (answers: number) => answers < enough.p95,
	p99: (answers: number) => answers < enough.p99,
};
