import * as z from 'zod/mini';

/** Tokens of one or more requests; zero if the provider does not report them. */
export type Tokens = z.infer<typeof tokensShape>;

export const tokensShape = z.object({
	/** All input tokens, including those read from or written to a cache. */
	input: z.number(),
	cachedInput: z.number(),
	cacheWrite: z.number(),
	/** Including thinking. */
	output: z.number(),
});

export type Usage = Tokens & {
	/** Requests that a subscription counts against its allowance, possibly with fractions. */
	premiumRequests?: number;
};

/** What an attempt took. `unknown`: the service may have worked on it, so the reservation counts as spent. */
export type Spent = Usage | 'nothing' | 'unknown';

export const noTokens: Tokens = {input: 0, cachedInput: 0, cacheWrite: 0, output: 0};

export function tokensOf(spent: Spent): Tokens {
	if (typeof spent === 'string') return noTokens;
	const {input, cachedInput, cacheWrite, output} = spent;
	return {input, cachedInput, cacheWrite, output};
}

export const sumOfTokens = (all: readonly Tokens[]): Tokens =>
	all.reduce(
		(sum, {input, cachedInput, cacheWrite, output}) => ({
			input: sum.input + input,
			cachedInput: sum.cachedInput + cachedInput,
			cacheWrite: sum.cacheWrite + cacheWrite,
			output: sum.output + output,
		}),
		noTokens,
	);
