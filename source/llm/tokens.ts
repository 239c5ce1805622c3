import * as z from 'zod/mini';
import type {Usage} from './providers/usage.ts';

/** Tokens of one or more requests; zero if the provider does not report them. */
export type Tokens = Pick<Usage, 'input' | 'cachedInput' | 'cacheWrite' | 'output'>;

export const tokensShape: z.ZodMiniType<Tokens> = z.object({
	input: z.number(),
	cachedInput: z.number(),
	cacheWrite: z.number(),
	output: z.number(),
});

export const noTokens: Tokens = {input: 0, cachedInput: 0, cacheWrite: 0, output: 0};

export const tokensFromUsage = (usage: Usage | null): Tokens => {
	if (usage === null) return noTokens;
	const {input, cachedInput, cacheWrite, output} = usage;
	return {input, cachedInput, cacheWrite, output};
};

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
