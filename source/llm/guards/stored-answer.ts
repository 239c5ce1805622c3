import {hasFields, isEither, isNumber, isOneOf, isText, orNull} from '../../system/shape.ts';
import type {ModelReply} from '../providers/provider.ts';
import type {Usage} from '../providers/usage.ts';

/** An answer as it is cached, by the clock of the machine that received it. */
export type StoredAnswer = {atMs: number; reply: Omit<ModelReply, 'work'>};

/** How long an answer is cached. */
export const answerLifeMs = 7 * 24 * 60 * 60_000;

/** Also false if the clock of this machine, or of the one that received it, is wrong by more than the time itself. */
export const isFresh = ({atMs}: StoredAnswer, nowMs: number): boolean => Math.abs(nowMs - atMs) <= answerLifeMs;

const isUsage = hasFields<Usage>({
	input: isNumber,
	cachedInput: isNumber,
	cacheWrite: isNumber,
	output: isNumber,
	premiumRequests: isEither(isNumber, isOneOf(undefined)),
});

/** Only complete answers are cached; anything else is ignored. */
export const isStoredAnswer = hasFields<StoredAnswer>({
	atMs: isNumber,
	reply: hasFields<StoredAnswer['reply']>({
		text: isText,
		stop: isOneOf('complete'),
		usage: orNull(isUsage),
		model: isText,
	}),
});
