/** Tokens that a request used. */
export type Usage = {
	/** All input tokens, those read from a cache and those written to one included. */
	input: number;
	cachedInput: number;
	cacheWrite: number;
	/** Thinking included. */
	output: number;
	/** What a subscription counts against its allowance, where it counts requests; they may have fractions. */
	premiumRequests?: number;
};
