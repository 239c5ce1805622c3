import * as z from 'zod/mini';
import type {ModelReply} from '../providers/provider.ts';
import {tokensShape} from '../providers/usage.ts';

/** An answer as it is cached, by the clock of the machine that received it. */
export type StoredAnswer = {atMs: number; reply: Omit<ModelReply, 'work'>};

export const answerLifeMs = 7 * 24 * 60 * 60_000;

/** Also false if the clock of this machine, or of the one that received it, is wrong by more than the time itself. */
export const isFresh = ({atMs}: StoredAnswer, nowMs: number): boolean => Math.abs(nowMs - atMs) <= answerLifeMs;

const usageShape = z.extend(tokensShape, {premiumRequests: z.exactOptional(z.number())});

/** Only complete answers are cached; anything else is ignored. */
export const storedAnswerShape: z.ZodMiniType<StoredAnswer> = z.object({
	atMs: z.number(),
	reply: z.object({
		text: z.string(),
		stop: z.literal('complete'),
		usage: z.nullable(usageShape),
		model: z.string(),
	}),
});
