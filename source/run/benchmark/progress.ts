import * as z from 'zod/mini';
import {metricOutcomeShape} from '../../llm/metrics.ts';
import type {ServerWork} from '../../llm/providers/provider.ts';
import {noTokens, sumOfTokens, tokensShape} from '../../llm/providers/usage.ts';
import {byName} from '../../system/by-name.ts';
import {complexities} from './data-set.ts';
import {answerOutcomeShape, aspects} from './judge.ts';

const stretchShape = z.object({tokens: z.number(), ms: z.number()});
const workShape: z.ZodMiniType<ServerWork> = z.object({read: stretchShape, written: stretchShape, queueMs: z.number()});

/** One request and how it ended. */
export type Sample = z.infer<typeof sampleShape>;

const sampleShape = z.object({
	/** Index among the provider's requests, from 0, without warm-up. */
	index: z.number(),
	entry: z.string(),
	complexity: z.enum(complexities),
	/** `parsed`, or the kind of error: of the provider, or of the answer. */
	outcome: z.union([answerOutcomeShape, metricOutcomeShape]),
	/** Time from the call of the provider to its answer, without any other wait; null without an answer. */
	latencyMs: z.nullable(z.number()),
	tokens: tokensShape,
	/** US dollars. */
	costUsd: z.number(),
	confidence: z.nullable(z.number()),
	/** Whether each aspect is right; null without an answer. */
	right: z.nullable(z.object(byName(aspects, () => z.nullable(z.boolean())))),
	/** Of a local server that reports it. */
	work: z.exactOptional(z.nullable(workShape)),
});

export type ProviderProgress = z.infer<typeof providerShape>;

const providerShape = z.object({
	name: z.string(),
	samples: z.array(sampleShape),
	/** Requests that are not measured. */
	warmUp: z.object({
		requests: z.number(),
		tokens: tokensShape,
		costUsd: z.number(),
		errors: z.record(z.string(), z.number()),
	}),
	/** Requests in flight at the interruption. Their maximum is charged, because their usage is unknown. */
	calledOff: z.object({requests: z.number(), costUsd: z.number()}),
	/** Milliseconds with measured requests in flight, without pauses. */
	activeMs: z.number(),
});

export type Progress = z.infer<typeof progressShape>;

export const progressShape = z.object({startedAtMs: z.number(), providers: z.array(providerShape)});

export const noProgress = (name: string): ProviderProgress => ({
	name,
	samples: [],
	warmUp: {requests: 0, tokens: noTokens, costUsd: 0, errors: {}},
	calledOff: {requests: 0, costUsd: 0},
	activeMs: 0,
});

export function addWarmUp({warmUp}: ProviderProgress, {outcome, tokens, costUsd}: Sample): void {
	warmUp.requests += 1;
	warmUp.costUsd += costUsd;
	warmUp.tokens = sumOfTokens([warmUp.tokens, tokens]);
	if (outcome !== 'parsed') warmUp.errors[outcome] = (warmUp.errors[outcome] ?? 0) + 1;
}
