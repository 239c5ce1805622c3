import * as z from 'zod/mini';
import {byName, namesOf, pick} from '../../system/by-name.ts';

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

const kinds = namesOf(noTokens);

export const tokensOf = (spent: Spent): Tokens => (typeof spent === 'string' ? noTokens : pick(spent, kinds));

export const sumOfTokens = (all: readonly Tokens[]): Tokens =>
	byName(kinds, kind => all.reduce((sum, tokens) => sum + tokens[kind], 0));
