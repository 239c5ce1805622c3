/** Tokens that a request used. */
export type Usage = {
	/** All input tokens, including those read from or written to a cache. */
	input: number;
	cachedInput: number;
	cacheWrite: number;
	/** Including thinking. */
	output: number;
	/** Requests that a subscription counts against its allowance, possibly with fractions. */
	premiumRequests?: number;
};
