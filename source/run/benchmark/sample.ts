import type {MetricOutcome} from '../../llm/metrics.ts';
import type {Tokens} from '../../llm/tokens.ts';
import type {Complexity} from './data-set.ts';
import type {Judgement} from './judge.ts';

/** One request that was asked and how it ended. */
export type Sample = {
	/** Of the requests to this provider, from 0; requests to warm up are not counted. */
	index: number;
	/** Id of the entry that it was about. */
	entry: string;
	complexity: Complexity;
	/** `parsed`, or by what it came to nothing: the trouble with the provider, or with the answer. */
	outcome: Judgement['outcome'] | MetricOutcome;
	/** From the call of the provider to its answer, without waiting for anything else; null where none came. */
	latencyMs: number | null;
	tokens: Tokens;
	/** US dollars. */
	costUsd: number;
	confidence: number | null;
	right: Judgement['right'] | null;
};
